/** What adding up parts of a turn may be off by. */
const ROUNDING = 1e-9;

/**
 * Whose turn it is: each member's comes once in every interval, one after the other, so that the turns
 * of many never come in one burst. Times are milliseconds of one monotonic clock.
 */
export class Rota<Member> {
  private readonly intervalMs: (members: number) => number;
  /** Who had a turn the longest ago comes first. */
  private readonly members = new Set<Member>();
  private askedAtMs = Number.NEGATIVE_INFINITY;
  /** Turns that are due, with the part of the next one that has passed. */
  private due = 0;

  /** `intervalMs` says how long a round of so many members takes. */
  constructor(intervalMs: (members: number) => number) {
    this.intervalMs = intervalMs;
  }

  /** A member who has just had a turn. */
  add(member: Member): void {
    this.members.add(member);
  }

  delete(member: Member): void {
    this.members.delete(member);
  }

  /** Those whose turn has come since this was asked last; each at most once. */
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
