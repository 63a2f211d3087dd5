/**
 * For how long the tick keeps a published speed limit: the longest sleep with its jitter, and as old
 * as the document may be that somebody sleeps upon. A lower outflow counts at once; a higher one moves the
 * serving number faster only when all are awake who had been told less.
 */
export const PROMISE_MS = 140_000;
