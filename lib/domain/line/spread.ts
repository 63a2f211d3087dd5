import type { Spread } from "./projection";

/** What happened in five seconds. */
type Bucket = { readonly joined: number; readonly admitted: number; readonly waiting: number };

type Seen = {
  readonly outflowPerMinute: number;
  /** What a governor may give back; null without one. */
  readonly setPerMinute: number | null;
  /** False while nobody can be admitted, and for two minutes after: what was seen says nothing of what comes. */
  readonly isMoving: boolean;
};

const MINUTE = 12;
/** Eight of ten lie within so many standard deviations. */
const SPREAD = 1.28;
/** A minute's outflow comes in 61.5 seconds, and slots are counted by whole buckets. */
const NEARLY_ALL = 0.95;
/** Somebody who has just changed the outflow, or resumed, reads a range that is of use. */
const LEAST_SEEN = 0.25;

/** Of the last whole minute of `buckets`, the newest last. */
export function perMinuteOf(buckets: readonly Bucket[], what: "joined" | "admitted"): number {
  return buckets.slice(-MINUTE).reduce((sum, bucket) => sum + bucket[what], 0);
}

/** By how much a line may go otherwise than in the last minute, from what was seen in the last two. Pure. */
export function spreadOf(buckets: readonly Bucket[], seen: Seen): Spread {
  return { joinsPerMinute: joinsSpread(buckets), slots: slotsSpread(buckets, seen) };
}

/** Chance, and how much the last minute differs from the one before. */
function joinsSpread(buckets: readonly Bucket[]): number {
  const now = perMinuteOf(buckets, "joined");
  const before = perMinuteOf(buckets.slice(0, -MINUTE), "joined");
  return Math.hypot(SPREAD * Math.sqrt(now), (now - before) / 2);
}

function slotsSpread(
  buckets: readonly Bucket[],
  { outflowPerMinute, setPerMinute, isMoving }: Seen,
): Spread["slots"] {
  const most = Math.max(1, (setPerMinute ?? 0) / Math.max(1, outflowPerMinute));
  const isJudged = isMoving && buckets.slice(-MINUTE).every(({ waiting }) => waiting > 0);
  const share = perMinuteOf(buckets, "admitted") / Math.max(1, outflowPerMinute);
  if (!isJudged || share >= NEARLY_ALL) return { least: 1, most };
  return { least: Math.max(LEAST_SEEN, share), most };
}
