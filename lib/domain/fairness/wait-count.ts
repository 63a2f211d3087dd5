import { type FairnessWaits, MINUTE_MS, WAIT_BOUNDS } from "./figures";

/** Longer waits are counted as this one. */
const LONGEST_MINUTES = 7 * 1_440;

/** Counts waits by whole minutes; its size does not grow with them. */
export class WaitCount {
  readonly #byMinute = new Float64Array(LONGEST_MINUTES + 1);
  #known = 0;
  #unknown = 0;

  add(waitMs: number | null): void {
    if (waitMs === null) {
      this.#unknown += 1;
      return;
    }
    const minutes = Math.min(LONGEST_MINUTES, Math.max(0, Math.floor(waitMs / MINUTE_MS)));
    this.#byMinute[minutes] = (this.#byMinute[minutes] ?? 0) + 1;
    this.#known += 1;
  }

  read(): FairnessWaits {
    const counts = new Array<number>(WAIT_BOUNDS.length + 1).fill(0);
    for (const [minutes, count] of this.#byMinute.entries()) {
      if (count === 0) continue;
      const bound = WAIT_BOUNDS.findIndex((until) => minutes < until);
      const at = bound === -1 ? WAIT_BOUNDS.length : bound;
      counts[at] = (counts[at] ?? 0) + count;
    }
    return {
      known: this.#known,
      unknown: this.#unknown,
      counts,
      medianMinutes: this.#quantile(0.5),
      slowestTenthMinutes: this.#quantile(0.9),
      longestMinutes: this.#quantile(1),
    };
  }

  /** The wait that this share did not exceed, in whole minutes begun before it was over. */
  #quantile(share: number): number | null {
    if (this.#known === 0) return null;
    const wanted = Math.max(1, Math.ceil(share * this.#known));
    let sum = 0;
    for (const [minutes, count] of this.#byMinute.entries()) {
      sum += count;
      if (sum >= wanted) return minutes;
    }
    return LONGEST_MINUTES;
  }
}
