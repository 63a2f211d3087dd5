const KEPT = 50_000;

/** Remembers until when a refused visitor was told to wait, so that asking earlier costs no Redis call. */
export function createRetryMemory() {
  const untilMs = new Map<string, number>();
  return {
    /** Milliseconds that the visitor still has to wait. */
    remainingMs(queueId: string, nowMs: number): number {
      const until = untilMs.get(queueId);
      if (until === undefined) return 0;
      if (until > nowMs) return until - nowMs;
      untilMs.delete(queueId);
      return 0;
    },
    remember(queueId: string, until: number): void {
      if (untilMs.size >= KEPT) untilMs.clear();
      untilMs.set(queueId, until);
    },
  };
}

export type RetryMemory = ReturnType<typeof createRetryMemory>;
