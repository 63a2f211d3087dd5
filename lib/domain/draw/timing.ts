/** How long after the start a group of joins that were received before it may still arrive. */
export const FREEZE_AFTER_START_MS = 3_000;

/** The beacon's round comes later than this after the start, so that the freeze is seen before it. */
export const ROUND_AFTER_START_MS = 6_000;

/** How long after its round a draw waits for the beacon; then it runs without it. */
export const BEACON_PATIENCE_MS = 60_000;
