import { type FairnessLane, MINUTE_MS } from "./figures";

/** A number is this many times the count of losses of the line, plus the running number (docs/fairness.md). */
const EPOCH_NUMBERS = 2 ** 32;

/**
 * When numbers of a lane were handed out, to the minute: numbers rise with joins, and each minute says how many it handed
 * out. Numbers that nobody holds are left out of the count.
 */
export class JoinTimes {
  readonly #minutes: readonly number[];
  /** How many numbers were handed out by the end of each minute. */
  readonly #through: readonly number[];
  readonly #holes: FairnessLane["holes"];

  constructor({ joins, holes }: FairnessLane) {
    let sum = 0;
    this.#minutes = joins.map(([minute]) => minute);
    this.#through = joins.map(([, count]) => {
      sum += count;
      return sum;
    });
    this.#holes = holes;
  }

  /** The middle of the minute in which a number was handed out; null where the minutes do not reach as far. */
  of(number: number): number | null {
    const rank = this.#rankOf(number);
    if (rank === null) return null;
    let low = 0;
    let high = this.#through.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#through[middle] ?? 0) >= rank) high = middle;
      else low = middle + 1;
    }
    const minute = this.#minutes[low];
    return minute === undefined ? null : minute * MINUTE_MS + MINUTE_MS / 2;
  }

  /** How many were handed out up to a number; null for one that nobody holds. */
  #rankOf(number: number): number | null {
    let rank = number;
    for (const [first, last] of this.#holes) {
      if (first > number) break;
      if (last >= number) return null;
      rank -= last - first + 1;
    }
    // A hole that is not listed is as wide as an epoch.
    return rank < 1 ? null : rank % EPOCH_NUMBERS;
  }
}
