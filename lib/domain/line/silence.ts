/**
 * Where fewer slots than so many come in a second, one that nobody takes is missed: browsers near the front say each time
 * they look that they are there, and whoever falls silent is known before their turn.
 */
export const SPARSE_SLOTS = 1;

export const SILENCE = {
  /** Within so long they say it again, and so much later for each number that stands before them, as they look less often. */
  leastMs: 3_500,
  numberMs: 250,
  /** Where nobody at all was heard for longer, the silence is not theirs. */
  breakMs: 3_000,
  /** So many are looked at by a tick. */
  atOnce: 64,
} as const;
