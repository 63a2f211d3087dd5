const SAME_AGAIN_MS = 60_000;

/**
 * Makes what says problems on standard error where a program does not listen to them: each at once, and what is said
 * already once a minute.
 */
export function sayProblems(): (problem: Error) => void {
  let last = "";
  let againMs = 0;
  return ({ message }) => {
    if (message === last && Date.now() < againMs) return;
    last = message;
    againMs = Date.now() + SAME_AGAIN_MS;
    // Not every runtime at the edge has one.
    // biome-ignore lint/suspicious/noConsole: it is where somebody looks whose program listens to nothing.
    globalThis.console?.error(`Stanchion connector: ${message}`);
  };
}
