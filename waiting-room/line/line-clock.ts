/** After so long without a reply what is known is not shown as the truth any more. */
const STALE_MS = 5_000;
/** Timestamp for "no reply yet". */
const NEVER_MS = -STALE_MS - 1;

/**
 * Line time as one process knows it: Redis' clock as the last tick told it, carried on by the monotonic
 * clock of this machine. Times are in milliseconds.
 */
export class LineClock {
  // Whole numbers, which V8 keeps inside the object: each check-in reads them.
  /** Line time minus the time since this process began. */
  private aheadMs = 0;
  /** By the monotonic clock. */
  private heardAtMs = NEVER_MS;
  /** Line time of the last reply to a tick. */
  heardLineMs = 0;
  /** Line time since which replies have come without a break. */
  heardSinceLineMs = Number.POSITIVE_INFINITY;

  /** Line time now; 0 before the first reply. */
  now(): number {
    if (this.heardAtMs === NEVER_MS) return 0;
    return Math.round(performance.timeOrigin + performance.now()) + this.aheadMs;
  }

  /** True when no reply has come for five seconds. */
  get isStale(): boolean {
    return performance.now() - this.heardAtMs > STALE_MS;
  }

  /** Sets the clock by the reply to a tick that was sent at `sentAtMs` by the monotonic clock. */
  set(lineTimeMs: number, sentAtMs: number): void {
    const receivedAtMs = performance.now();
    // The script ran somewhere between; the middle errs by at most half of the round trip.
    const middleMs = (sentAtMs + receivedAtMs) / 2;
    if (this.isStale) this.heardSinceLineMs = lineTimeMs;
    this.aheadMs = Math.round(lineTimeMs - performance.timeOrigin - middleMs);
    this.heardAtMs = Math.floor(receivedAtMs);
    this.heardLineMs = lineTimeMs;
  }
}
