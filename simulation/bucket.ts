import { LINE, slotsPerSecond } from "@/lib/domain/line/rates";

/**
 * The token bucket of the line's scripts in simulated time: it fills at `outflow / 61.5` a second and
 * holds one second of that, at least one slot; after more than a second without a call at most one
 * is left. `lateTokens` is the fifth of it that late visitors may take.
 */
export class Bucket {
  private tokens = 0;
  private lateTokens = 0;
  private settledAtMs = 0;

  private outflowPerMinute: number;

  constructor(outflowPerMinute: number) {
    this.outflowPerMinute = outflowPerMinute;
  }

  get rate(): number {
    return slotsPerSecond(this.outflowPerMinute);
  }

  get depth(): number {
    return Math.max(1, this.rate);
  }

  /** The pace follows at once; what was earned before is kept up to the new depth. */
  setOutflow(outflowPerMinute: number, nowMs: number): void {
    this.settle(nowMs);
    this.outflowPerMinute = outflowPerMinute;
    this.tokens = Math.min(this.tokens, this.depth);
  }

  settle(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.settledAtMs);
    const earned = (elapsedMs / 1_000) * this.rate;
    this.tokens = Math.min(this.depth, this.tokens + earned);
    if (elapsedMs > 1_000) this.tokens = Math.min(1, this.tokens);
    const lateDepth = Math.max(1, this.rate * LINE.lateShare);
    this.lateTokens = Math.min(lateDepth, this.lateTokens + earned * LINE.lateShare);
    this.settledAtMs = nowMs;
  }

  /** Takes a slot if there is one behind those who come before. */
  take({ isLate, before } = { isLate: false, before: 0 }): boolean {
    if (this.tokens < 1 + before || (isLate && this.lateTokens < 1)) return false;
    this.tokens -= 1;
    if (isLate) this.lateTokens -= 1;
    return true;
  }

  /** When there will be a slot behind so many others, from the last settling. */
  untilSlotMs(before: number): number {
    const missing = 1 + before - this.tokens;
    if (missing <= 0) return Math.max(100, 1_000 / this.rate);
    return Math.ceil((missing / this.rate) * 1_000);
  }

  /** Whether late visitors would get a slot if there were one. */
  get hasLateShare(): boolean {
    return this.lateTokens >= 1;
  }

  /** From one slot of the late visitors' share to the next. */
  get betweenLateMs(): number {
    return 1_000 / (this.rate * LINE.lateShare);
  }
}
