import type { Connector } from "./connector.ts";
import type { Schedule } from "./runtime.ts";

/** The pulls of a connector, one after the other. */
export interface BackgroundPulls {
  /** Resolves after the first pull, whether it succeeded or not. */
  readonly ready: Promise<void>;
  /** Starts no more pulls; resolves when none is under way any more. */
  readonly close: () => Promise<void>;
}

/** Pulls the config at once and then whenever it is due, without waiting for requests. */
export function pullInBackground(
  { nextPullMs, pull, ready }: Pick<Connector, "nextPullMs" | "pull" | "ready">,
  schedule: Schedule,
): BackgroundPulls {
  let isClosed = false;
  let cancelTimer = (): void => undefined;
  const run = async (): Promise<void> => {
    await pull();
    const delayMs = Math.max(0, nextPullMs() - Date.now());
    if (!isClosed) cancelTimer = schedule(start, delayMs);
  };
  let running: Promise<void> | undefined = nextPullMs() === Infinity ? ready : run();
  function start(): void {
    running = run();
  }
  return {
    ready: Promise.resolve(running),
    close: async () => {
      isClosed = true;
      cancelTimer();
      await running;
    },
  };
}
