const KEPT = 50_000;

/** Remembers until when a refused visitor was told to wait, so that hammering costs no Redis call. */
export function createRetryMemory() {
  const untilMs = new Map<string, number>();
  return {
    /** Milliseconds that are left, or 0. */
    remainingMs(name: string, nowMs: number): number {
      const until = untilMs.get(name);
      if (until === undefined) return 0;
      if (until > nowMs) return until - nowMs;
      untilMs.delete(name);
      return 0;
    },
    remember(name: string, until: number): void {
      if (untilMs.size >= KEPT) untilMs.clear();
      untilMs.set(name, until);
    },
  };
}

export type RetryMemory = ReturnType<typeof createRetryMemory>;
