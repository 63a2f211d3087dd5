/** Rounding error of adding up parts of a turn. */
const ROUNDING = 1e-9;

/**
 * Gives each member one turn in every interval, spread over the interval, so that the turns of many never
 * come in one burst. Times are milliseconds of one monotonic clock.
 */
export class Turns<Member> {
  private readonly intervalMs: (members: number) => number;
  /** Whose last turn was the longest ago comes first. */
  private readonly members = new Set<Member>();
  private askedAtMs = Number.NEGATIVE_INFINITY;
  /** Turns that are due, with the fraction of the next one. */
  private due = 0;

  /** `intervalMs` is how long a round of so many members takes. */
  constructor(intervalMs: (members: number) => number) {
    this.intervalMs = intervalMs;
  }

  /** The new member's first turn comes after an interval. */
  add(member: Member): void {
    this.members.add(member);
  }

  delete(member: Member): void {
    this.members.delete(member);
  }

  /** Those whose turn has come since the last call, each at most once. */
  take(nowMs: number): Member[] {
    const { size } = this.members;
    const intervals = Math.min(1, (nowMs - this.askedAtMs) / this.intervalMs(size));
    this.askedAtMs = nowMs;
    this.due = Math.min(size, this.due + size * intervals);
    const taken: Member[] = [];
    for (const member of this.members) {
      if (taken.length + 1 > this.due + ROUNDING) break;
      taken.push(member);
    }
    for (const member of taken) {
      this.members.delete(member);
      this.members.add(member);
    }
    this.due = Math.max(0, this.due - taken.length);
    return taken;
  }
}
