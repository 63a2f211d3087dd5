/** How many puzzles a proof of work has: with several small ones most visitors need about the same time. */
export const PUZZLES = 8;

/**
 * For how long a proof counts after it was asked for. Shorter than the line remembers join ids: a proof that is sent
 * again belongs to a join that is known, and gives no other number.
 */
export const PROOF_LIVES_MS = 100_000;

/** A visitor whose address is busy works at most so many times as long as others. */
const HARDEST = 8;
/** What the first so many challenges of an address in a minute cost is the base. */
const CALM_OFFERS = 16;

/** What makes a proof of work harder. */
export type Business = {
  /** How many times over its limit the source is; 0 while it is not. */
  readonly load: number;
  /** How many challenges the address was offered in this minute. */
  readonly offers: number;
};

/**
 * Below which the first 32 bits of a puzzle's hash have to be. `difficulty` is how many zero bits that are where nobody
 * is busy. Each time that the address is twice as busy adds as much work again, up to eight times in all: honest people
 * share addresses with others.
 */
export function targetOf(difficulty: number, { load, offers }: Business): number {
  return Math.max(1, Math.floor(2 ** (32 - difficulty) / factorOf({ load, offers })));
}

/** How long a visitor without JavaScript waits instead of working, in seconds. */
export function waitSecondsOf({ load, offers }: Business): number {
  return Math.round(20 + (40 * (factorOf({ load, offers }) - 1)) / (HARDEST - 1));
}

function factorOf({ load, offers }: Business): number {
  return Math.min(HARDEST, 1 + Math.log2(Math.max(1, 1 + load, offers / CALM_OFFERS)));
}
