import type { WaitRange } from "./expected-wait";

/** Why an expected wait may grow, and what the page then says. */
export type WaitReason = "paused" | "governed" | "outflow lowered";

/**
 * The range to show after a new estimate: it only shrinks or holds, at either end, unless there is a
 * reason that can be said. An estimate that is missing without a reason leaves what is shown.
 */
export function steadyWait(input: {
  readonly shown: WaitRange | null;
  readonly next: WaitRange | null;
  readonly reason: WaitReason | null;
}): WaitRange | null {
  const { shown, next, reason } = input;
  if (reason !== null || shown === null) return next;
  if (next === null) return shown;
  return { low: Math.min(shown.low, next.low), high: Math.min(shown.high, next.high) };
}
