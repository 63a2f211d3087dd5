const SAME_MESSAGE_MS = 5_000;

/** Writes failures to standard error, the same message at most every five seconds, never a visitor. */
export function createLogger(): (error: unknown) => void {
  const saidAtMs = new Map<string, number>();
  return (error) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const nowMs = performance.now();
    if (nowMs - (saidAtMs.get(message) ?? Number.NEGATIVE_INFINITY) < SAME_MESSAGE_MS) return;
    if (saidAtMs.size > 100) saidAtMs.clear();
    saidAtMs.set(message, nowMs);
    process.stderr.write(`${JSON.stringify({ level: "error", message })}\n`);
  };
}
