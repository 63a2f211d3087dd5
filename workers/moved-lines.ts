/** A waiting room moves every line that it has in memory on within this time, also one at rest. */
const MOVES_WITHIN_MS = 3_000;
/** One that others move on is looked at in every second round of ticks. */
const LOOKED_WITHIN_MS = 1_500;
/** Lines that are remembered; all are forgotten at once. */
const KEPT = 100_000;

type Seen = {
  /** Line time up to which it is known to have come. */
  readonly atMs: number;
  readonly lookedAtMs: number;
  /** When it was seen that somebody else had moved it on. */
  readonly movedAtMs: number;
  readonly rests: boolean;
};

/** Tells which lines others move on, by how far they were at each look. Times but line time are by the monotonic clock. */
export class MovedLines {
  private readonly lines = new Map<string, Seen>();

  /** Notes a look at a line: true where somebody else moves it on. Who has not looked for long knows nothing. */
  look(id: string, { atMs, rests }: Pick<Seen, "atMs" | "rests">, nowMs: number): boolean {
    const before = this.lines.get(id);
    const movedAtMs = lastMoved(before, atMs, nowMs);
    this.keep(id, { atMs, rests, lookedAtMs: nowMs, movedAtMs });
    return nowMs - movedAtMs < MOVES_WITHIN_MS;
  }

  /** Whether others were seen to move a line on so short ago that the next look is soon enough. */
  needsNoLook(id: string, nowMs: number): boolean {
    const seen = this.lines.get(id);
    if (seen === undefined || nowMs - seen.movedAtMs >= MOVES_WITHIN_MS) return false;
    return nowMs - seen.lookedAtMs < LOOKED_WITHIN_MS;
  }

  /** This process has moved a line on, up to a line time. */
  noteOwn(id: string, atMs: number, nowMs: number): void {
    const { movedAtMs = Number.NEGATIVE_INFINITY, rests = false } = this.lines.get(id) ?? {};
    this.keep(id, { atMs, rests, lookedAtMs: nowMs, movedAtMs });
  }

  /** Of a line that is gone or behind a loss nothing is known any more. */
  forget(id: string): void {
    this.lines.delete(id);
  }

  /** Whether a line was at rest at the last look; false where nobody has looked. */
  rested(id: string): boolean {
    return this.lines.get(id)?.rests ?? false;
  }

  private keep(id: string, seen: Seen): void {
    if (this.lines.size >= KEPT && !this.lines.has(id)) this.lines.clear();
    this.lines.set(id, seen);
  }
}

function lastMoved(before: Seen | undefined, atMs: number, nowMs: number): number {
  if (before === undefined || nowMs - before.lookedAtMs > MOVES_WITHIN_MS) return -Infinity;
  return atMs > before.atMs ? nowMs : before.movedAtMs;
}
