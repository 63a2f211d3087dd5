/** How a process ends when it is asked to. */
export type Farewell = {
  /** Finishes what is under way. */
  readonly close: () => Promise<void>;
  /** The process ends after so long whatever is left. */
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
export function endOnSignal({ close, graceMs, onSignal, onLate, onFailure }: Farewell): void {
  let isEnding = false;
  const end = (signal: string): void => {
    if (isEnding) return;
    isEnding = true;
    onSignal?.(signal);
    setTimeout(() => {
      onLate?.();
      process.exit(0);
    }, graceMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        onFailure(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => end(signal));
}
