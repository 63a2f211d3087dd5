import type { FairnessOrder } from "./figures";

/** In ten seconds of outflow those who were called come in as they ask. */
const WINDOW_SECONDS = 10;

/** Counts who came in after a higher number of the same lane. */
export class OrderCount {
  readonly #highest = new Map<number, number>();
  #afterHigher = 0;
  #inversions = 0;
  #furthest = 0;

  /** `allowed` is the outflow of these moments; null where nobody can tell it. */
  add(lane: number, number: number, allowed: number | null): void {
    const highest = this.#highest.get(lane) ?? 0;
    if (number > highest) {
      this.#highest.set(lane, number);
      return;
    }
    if (number === highest) return;
    const behind = highest - number;
    this.#afterHigher += 1;
    if (behind > windowOf(allowed)) this.#inversions += 1;
    this.#furthest = Math.max(this.#furthest, behind);
  }

  read(): FairnessOrder {
    return {
      afterHigher: this.#afterHigher,
      inversions: this.#inversions,
      furthest: this.#furthest,
    };
  }
}

function windowOf(allowed: number | null): number {
  return Math.ceil(((allowed ?? 0) * WINDOW_SECONDS) / 60);
}
