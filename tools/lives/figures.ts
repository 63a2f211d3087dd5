type Admitted = {
  readonly runId: number;
  /** When it was heard of, by the monotonic clock. */
  readonly atMs: number;
  /** Nobody was held back: it took no slot. */
  readonly isPastLine: boolean;
};

/** Sees whether the console counts everybody who was let in. */
export class FiguresWitness {
  private readonly counted: Admitted[] = [];
  /** A loss of Redis may have made the line forget that it let them past. */
  private readonly forgettable = new Set<Admitted>();

  noteAdmitted(admitted: Admitted): void {
    this.counted.push(admitted);
  }

  /** Redis has lost what came since then: processes write back who took a slot, and no others. */
  noteLoss(sinceMs: number): void {
    const lost = this.counted.filter(({ isPastLine, atMs }) => isPastLine && atMs >= sinceMs);
    for (const one of lost) this.forgettable.add(one);
  }

  /** Why the line cannot have counted so many in a run; null where it can. */
  wrongCount(runId: number, count: number): string | null {
    const seen = this.counted.filter((one) => one.runId === runId);
    const least = seen.filter((one) => !this.forgettable.has(one)).length;
    if (count >= least && count <= seen.length) return null;
    return `${seen.length} were let in, and the console counts ${count}.`;
  }
}
