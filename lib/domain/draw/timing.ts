/** From the start on until which joins received before the start still get in, in milliseconds. */
export const FREEZE_AFTER_START_MS = 3_000;

/** The beacon's round comes later than this after the start, so that the freeze is seen before it. */
export const ROUND_AFTER_START_MS = 6_000;

/** How long after its round a beacon is waited for; then the draw runs without it. */
export const BEACON_PATIENCE_MS = 60_000;
