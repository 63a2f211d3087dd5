const WINDOW_MS = 60_000;
const ADDRESSES_KEPT = 100_000;

/** Counts per address and minute. Forgets all counts when there are too many addresses. */
export function createAddressLimit(perMinute: number) {
  let counts = new Map<string, number>();
  let windowEndsMs = 0;
  return {
    /** Counts one more and answers true, unless the address has reached its limit for this minute. */
    take(address: string, nowMs: number): boolean {
      if (nowMs >= windowEndsMs || counts.size >= ADDRESSES_KEPT) {
        counts = new Map();
        windowEndsMs = nowMs + WINDOW_MS;
      }
      const used = counts.get(address) ?? 0;
      if (used >= perMinute) return false;
      counts.set(address, used + 1);
      return true;
    },
  };
}

export type AddressLimit = ReturnType<typeof createAddressLimit>;
