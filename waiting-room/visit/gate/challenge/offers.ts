const WINDOW_MS = 60_000;
const ADDRESSES_KEPT = 100_000;

/** How many challenges each address class was offered in this minute, as far as this process knows. */
export type Offers = {
  /** Counts one more and answers how many there are. */
  readonly note: (addressClass: string, nowMs: number) => number;
};

/** Forgets all counts when there are too many addresses. */
export function createOffers(): Offers {
  let counts = new Map<string, number>();
  let windowEndsMs = 0;
  return {
    note: (addressClass, nowMs) => {
      if (nowMs >= windowEndsMs || counts.size >= ADDRESSES_KEPT) {
        counts = new Map();
        windowEndsMs = nowMs + WINDOW_MS;
      }
      const count = (counts.get(addressClass) ?? 0) + 1;
      counts.set(addressClass, count);
      return count;
    },
  };
}
