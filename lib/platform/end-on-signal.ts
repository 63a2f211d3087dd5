import { setTimeout as delay } from "node:timers/promises";

/** How a process ends when it is asked to. */
export type Farewell = {
  /** Finishes what is under way. */
  readonly close: () => Promise<void>;
  /** How long it goes on as before after SIGTERM, so that balancers notice; a person's SIGINT is obeyed at once. */
  readonly drainMs?: number;
  /** The process ends so long after that, whatever is left. */
  readonly graceMs: number;
  readonly onSignal?: (signal: string) => void;
  /** Told of work that was left at the end of the grace. */
  readonly onLate?: () => void;
  /** Told of a failure while closing. */
  readonly onFailure: (error: unknown) => void;
};

/**
 * Ends this process with exit code 0 at the first SIGTERM or SIGINT: when `close` is done, or when the grace is
 * over. Only a failure while closing ends it with 1.
 */
export function endOnSignal(farewell: Farewell): void {
  const { close, graceMs, onSignal, onLate, onFailure } = farewell;
  let isEnding = false;
  const end = (signal: string): void => {
    if (isEnding) return;
    isEnding = true;
    onSignal?.(signal);
    const drainMs = signal === "SIGTERM" ? (farewell.drainMs ?? 0) : 0;
    setTimeout(() => {
      onLate?.();
      process.exit(0);
    }, drainMs + graceMs).unref();
    const closed = delay(drainMs).then(close);
    closed.then(
      () => process.exit(0),
      (error: unknown) => {
        onFailure(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => end(signal));
}
