import { combined, type Guess } from "./guess";

/** Slots are counted in blocks, so that what holds the line up for a moment shows. */
const BLOCK_SECONDS = 30;
const BLOCK_SLOTS = 4;
/** Each block is worth so much of the next: the last quarter of an hour counts. */
const KEPT = 0.96;
/** Whoever is called first takes a moment to come. */
const WARM_UP_SECONDS = 12;
/** Nobody knows what happened in a longer gap. */
const LONGEST_GAP_SECONDS = 10;
/** Slow blocks come in a row: together they stray as far as so many times what independent ones would. */
const IN_A_ROW = 6;
/** Before anything was seen: the outflow is used, unless a governor may lower it. */
const USUAL: Guess = { mean: 0.995, error: 0.01 };
const GOVERNED: Guess = { mean: 0.8, error: 0.12 };
const GOVERNED_VARIANCE = 8;
const GOVERNED_BLOCKS = 4;

/** How many of the set slots were taken lately; of a fixed size. */
export type SlotUse = {
  seconds: number;
  /** In the block that has not ended, and in those before it. */
  offered: number;
  taken: number;
  allOffered: number;
  allTaken: number;
  squares: number;
  blocks: number;
};

export function emptySlotUse(): SlotUse {
  const seconds = -WARM_UP_SECONDS;
  return { seconds, offered: 0, taken: 0, allOffered: 0, allTaken: 0, squares: 0, blocks: 0 };
}

/** Notes slots that were offered and taken within so many seconds in which the line could move. */
export function noteSlots(use: SlotUse, seconds: number, offered: number, taken: number): void {
  if (seconds > LONGEST_GAP_SECONDS) {
    interruptSlots(use);
    return;
  }
  if (use.seconds === -WARM_UP_SECONDS && taken === 0) return;
  use.seconds += seconds;
  if (use.seconds <= 0) return;
  use.offered += offered;
  use.taken += taken;
  if (use.seconds < BLOCK_SECONDS || use.offered < BLOCK_SLOTS) return;
  use.allOffered = KEPT * use.allOffered + use.offered;
  use.allTaken = KEPT * use.allTaken + use.taken;
  use.squares = KEPT * use.squares + use.taken ** 2 / use.offered;
  use.blocks = KEPT * use.blocks + 1;
  Object.assign(use, { seconds: 0, offered: 0, taken: 0 });
}

/** Nobody could be let in meanwhile: the block that had begun says nothing. */
export function interruptSlots(use: SlotUse): void {
  Object.assign(use, { seconds: -WARM_UP_SECONDS, offered: 0, taken: 0 });
}

/**
 * Which share of the set slots will be taken, and by how much that strays: `variance ÷ n` over n slots, as a share of the
 * mean squared. `governed` is which share a governor lets in now; null where there is none.
 */
export function slotUse(
  use: SlotUse,
  governed: number | null,
): { readonly share: Guess; readonly variance: number } {
  const { allOffered, allTaken, squares, blocks } = use;
  const seen = blocks > 0 ? (squares - allTaken ** 2 / allOffered) / Math.max(1, blocks - 1) : 0;
  const least = governed === null ? 0 : GOVERNED_VARIANCE / (1 + blocks / GOVERNED_BLOCKS);
  const variance = IN_A_ROW * Math.max(seen, least);
  const usual = governed === null ? USUAL : governedUse(governed);
  if (allTaken <= 0) return { share: usual, variance };
  const mean = allTaken / allOffered;
  const error = Math.sqrt(variance / allOffered) + USUAL.error / 2;
  return { share: combined(usual, { mean, error }), variance: variance / mean ** 2 };
}

/** What is lowered now recovers. */
function governedUse(share: number): Guess {
  const lowered = 1 - Math.min(1, share);
  return {
    mean: GOVERNED.mean * (1 - lowered / 2),
    error: GOVERNED.error + lowered / 4,
  };
}
