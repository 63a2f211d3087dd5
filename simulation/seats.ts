/** Seats under an active cap: leases that end after a time, or at once when they are given back. */
export class Seats {
  private readonly endsAtMs = new Map<string, number>();

  private readonly activeCap: number;
  private readonly leaseSeconds: number;

  constructor(activeCap: number, leaseSeconds: number) {
    this.activeCap = activeCap;
    this.leaseSeconds = leaseSeconds;
  }

  /** How many more may be on the site now. */
  free(nowMs: number): number {
    this.endLeases(nowMs);
    return Math.max(0, this.activeCap - this.endsAtMs.size);
  }

  /** How many there will be at the latest after a time, when nobody else comes. */
  freeWithin(ms: number, nowMs: number): number {
    let ending = 0;
    for (const endsAtMs of this.endsAtMs.values()) {
      if (endsAtMs > nowMs + ms) break;
      if (endsAtMs > nowMs) ending += 1;
    }
    return this.free(nowMs) + ending;
  }

  private endLeases(nowMs: number): void {
    for (const [visitor, endsAtMs] of this.endsAtMs) {
      if (endsAtMs > nowMs) return;
      this.endsAtMs.delete(visitor);
    }
  }

  /** Leases are of one length and taken in order of time, so the first to end stands first. */
  take(visitor: string, nowMs: number): void {
    this.endsAtMs.set(visitor, nowMs + this.leaseSeconds * 1_000);
  }

  giveBack(visitor: string): void {
    this.endsAtMs.delete(visitor);
  }
}
