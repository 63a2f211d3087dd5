/** The longest and the shortest time until somebody is told to ask for a seat again. */
const ASK_AGAIN_MS = { least: 500, most: 5_000 } as const;

/** Seats under an active cap: leases that end after a time, or at once when they are given back. */
export class Seats {
  private readonly endsAtMs = new Map<string, number>();
  /** No lease ends before. */
  private firstEndMs = Number.POSITIVE_INFINITY;
  /** Null where any number may be on the site. */
  readonly cap: number | null;
  private readonly leaseSeconds: number;

  constructor(cap: number | null, leaseSeconds: number) {
    this.cap = cap;
    this.leaseSeconds = leaseSeconds;
  }

  taken(nowMs: number): number {
    if (this.cap === null) return 0;
    if (nowMs >= this.firstEndMs) this.endLeases(nowMs);
    return this.endsAtMs.size;
  }

  /** Whether so many more may be on the site. */
  has(count: number, nowMs: number): boolean {
    return this.cap === null || this.taken(nowMs) + count <= this.cap;
  }

  /** How many there will be within a time, when nobody else comes. */
  within(ms: number, nowMs: number): number {
    if (this.cap === null) return Number.POSITIVE_INFINITY;
    const taken = this.taken(nowMs);
    let ending = 0;
    for (const endsAtMs of this.endsAtMs.values()) if (endsAtMs <= nowMs + ms) ending += 1;
    return Math.max(0, this.cap - taken + ending);
  }

  /** When to ask again for one: when the first lease ends, but neither at once nor late. */
  untilOneMs(nowMs: number): number {
    const untilMs = Math.min(...this.endsAtMs.values()) - nowMs;
    return Math.max(ASK_AGAIN_MS.least, Math.min(ASK_AGAIN_MS.most, untilMs));
  }

  take(visitor: string, nowMs: number): void {
    if (this.cap === null) return;
    this.lease(visitor, nowMs + this.leaseSeconds * 1_000);
  }

  lease(visitor: string, endsAtMs: number): void {
    this.endsAtMs.set(visitor, endsAtMs);
    this.firstEndMs = Math.min(this.firstEndMs, endsAtMs);
  }

  private endLeases(nowMs: number): void {
    for (const [visitor, endsAtMs] of this.endsAtMs) {
      if (endsAtMs <= nowMs) this.endsAtMs.delete(visitor);
    }
    this.firstEndMs = Math.min(...this.endsAtMs.values());
  }

  giveBack(visitor: string): void {
    this.endsAtMs.delete(visitor);
  }

  /** The ends of all leases, in order. */
  ends(): number[] {
    return [...this.endsAtMs.values()].sort((one, other) => one - other);
  }
}
