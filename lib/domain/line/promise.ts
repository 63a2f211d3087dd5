/**
 * For how long the tick keeps a published speed limit: the longest sleep with its jitter, and as old
 * as the document may be that somebody sleeps upon. A lower outflow counts at once; a higher one moves the
 * serving number faster only when all are awake who had been told less.
 */
export const PROMISE_MS = 140_000;

/** For how long the speed holds that is published as the one of the near future. */
export const SOON_MS = 40_000;

/**
 * The speed of the near future follows what the lane does, so that sleeps near the front are as long as they can
 * be. It is kept for those who sleep upon it as the speed limit is, and `most` is that limit.
 */
export const SOON = {
  /** How long it is kept: `SOON_MS`, and as old as the document may be that somebody sleeps upon. */
  keptMs: SOON_MS + 8_000,
  /** By how much it lies above what the lane does: a share, and at least so many numbers a second. */
  headroom: 1.25,
  spare: 4,
  /** A lane at this share of its limit is held back by it. */
  heldBack: 0.9,
  /** So long after a lane was held back, stood still or began, it is told the speed limit alone. */
  steadyMs: 60_000,
  /** What was fast is forgotten evenly over this time. */
  forgottenMs: 60_000,
  /** Who wants no more than this multiple of what is published keeps it. */
  step: 1.05,
} as const;
