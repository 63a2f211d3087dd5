import { MINUTE_MS } from "./figures";

/**
 * Counts what happened in the last 60,000 milliseconds. Its size does not grow with what it counts, because there are no more
 * moments in them than that.
 */
export class SlidingMinute {
  readonly #moments = new Float64Array(MINUTE_MS);
  readonly #counts = new Uint32Array(MINUTE_MS);
  /** The oldest moment that still counts, and how many moments there are. */
  #first = 0;
  #held = 0;
  #sum = 0;

  /** Counts one at a moment that is not before the last, and answers how many there are in the 60 s that end then. */
  add(ms: number): number {
    while (this.#held > 0 && (this.#moments[this.#first] ?? 0) <= ms - MINUTE_MS) this.#forget();
    const newest = (this.#first + this.#held - 1) % MINUTE_MS;
    const isSame = this.#held > 0 && this.#moments[newest] === ms;
    const at = isSame ? newest : (this.#first + this.#held) % MINUTE_MS;
    if (!isSame) {
      this.#held += 1;
      this.#moments[at] = ms;
      this.#counts[at] = 0;
    }
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += 1;
    return this.#sum;
  }

  #forget(): void {
    this.#sum -= this.#counts[this.#first] ?? 0;
    this.#first = (this.#first + 1) % MINUTE_MS;
    this.#held -= 1;
  }
}
