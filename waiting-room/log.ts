const SAME_MESSAGE_MS = 5_000;

/** Writes failures to standard error, each message at most every five seconds. Names no visitor. */
export function createLogger(): (error: unknown) => void {
  const loggedAtMs = new Map<string, number>();
  return (error) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const nowMs = performance.now();
    if (nowMs - (loggedAtMs.get(message) ?? Number.NEGATIVE_INFINITY) < SAME_MESSAGE_MS) return;
    if (loggedAtMs.size > 100) loggedAtMs.clear();
    loggedAtMs.set(message, nowMs);
    process.stderr.write(`${JSON.stringify({ level: "error", message })}\n`);
  };
}

/** Says on standard output that what was logged as a failure holds no more. */
export function noteResolved(message: string): void {
  process.stdout.write(`${JSON.stringify({ level: "info", message: `No more: ${message}` })}\n`);
}
