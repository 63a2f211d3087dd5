/** Redis is never brought back from a copy that is older than this. */
const CONFIRMED_MS = 10_000;

/**
 * What a process did that a loss of Redis may undo, kept until Redis has answered without a loss ten seconds of
 * line time later. While Redis is away nothing is added and nothing is dropped, however long that lasts, so
 * it never holds more than what was done in ten seconds. After a loss all of it is owed until it was written
 * back whole.
 */
export class Unconfirmed<Item> {
  private items: { readonly item: Item; readonly atMs: number | null }[] = [];
  /**
   * When the hold of the newest loss ends (0: there was none); unlike the count of losses it never comes again. Null
   * where the next state tells of no loss that this could answer for.
   */
  private knownHoldMs: number | null = 0;
  private isOwed = false;

  /** `atMs` is line time; null for that of the next state, which nothing can be later than. */
  add(item: Item, atMs: number | null = null): void {
    this.items.push({ item, atMs });
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /**
   * Takes a state of the line. True until what a loss may have undone was written back, also where that is nothing:
   * a line that is met anew may wait to hear so.
   */
  noteState({ holdUntilMs, lineTimeMs }: LineTimes): boolean {
    if (this.knownHoldMs !== null && holdUntilMs !== this.knownHoldMs) this.isOwed = true;
    this.knownHoldMs = holdUntilMs;
    if (this.isOwed) return true;
    const sinceMs = lineTimeMs - CONFIRMED_MS;
    if (this.isEmpty) return false;
    const known = this.items.map(({ item, atMs }) => ({ item, atMs: atMs ?? lineTimeMs }));
    this.items = known.filter(({ atMs }) => atMs >= sinceMs);
    return false;
  }

  /** What is to be written back. */
  owed(): Item[] {
    return this.items.map(({ item }) => item);
  }

  /** All of it was written back at a line time: from then on Redis has to confirm it anew. */
  noteWrittenBack(atMs: number): void {
    this.isOwed = false;
    this.items = this.items.map(({ item }) => ({ item, atMs }));
  }

  /** What was done in an older run cannot be written back: then it cannot be said that there was nothing either. */
  forget(): void {
    this.knownHoldMs = this.isEmpty ? 0 : null;
    this.items = [];
    this.isOwed = false;
  }
}

type LineTimes = { readonly holdUntilMs: number; readonly lineTimeMs: number };
