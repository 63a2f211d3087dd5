/** Runs once after a delay; gives back what calls it off. */
export type After = (ms: number, run: () => void) => () => void;

type Delay = { readonly id: number; readonly ms: number };

/**
 * Delays that also end on time in a hidden tab: browsers run timers of hidden pages as seldom as once
 * a minute, but leave those of workers alone. The worker is this same script, asked for only when
 * the tab is hidden; where it cannot be had, ordinary timers do.
 */
export function makeTimer(scriptUrl: string): After {
  const running = new Map<number, () => void>();
  /** Null where it cannot be had. */
  let worker: Worker | null | undefined;
  let lastId = 0;

  const end = (id: number): void => {
    const run = running.get(id);
    running.delete(id);
    run?.();
  };
  const hire = (): void => {
    try {
      worker = new Worker(scriptUrl);
      worker.onmessage = ({ data }) => end(data);
      worker.onerror = () => {
        worker = null;
      };
    } catch {
      worker = null;
    }
  };

  return (ms, run) => {
    lastId += 1;
    const id = lastId;
    running.set(id, run);
    const delay: Delay = { id, ms };
    if (document.hidden) {
      if (worker === undefined) hire();
      worker?.postMessage(delay);
    }
    setTimeout(() => end(id), ms);
    return () => running.delete(id);
  };
}

/** Until `makeTimer` is loaded: a tab that has been hidden for so short a time is not slowed down so far. */
export const afterDelay: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The other end, in the worker. */
export function serveDelays(): void {
  addEventListener("message", ({ data }: MessageEvent<Delay>) => {
    setTimeout(() => postMessage(data.id), data.ms);
  });
}
