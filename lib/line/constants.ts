import { countedSeconds } from "@/lib/domain/line/check-in";
import { PROMISE_MS, SOON } from "@/lib/domain/line/promise";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { LINE, SEATS } from "@/lib/domain/line/rates";
import { SILENCE, SPARSE_SLOTS } from "@/lib/domain/line/silence";
import { COUNTED_LIMITS, LIMIT_FIELDS } from "./limit-fields";

/** Five-second buckets of the last 15 minutes. */
export const FIGURES = { bucketMs: 5_000, buckets: 180, laneBuckets: 13 } as const;

/** Bytes of a join id by which the line knows it. */
export const JOINS = { idBytes: 8 } as const;

/**
 * Sources of joins. So many are counted exactly, each with at most `most`; a minute is looked back on in slots, of which
 * the present one and two before count: a minute to a minute and a half. Where an event is always open the counts
 * begin anew after `keptMs`.
 */
const SOURCES = { exact: 16_384, most: 65_535, slotMs: 30_000, keptMs: 86_400_000 } as const;

/** The sketch for all other sources: so many cells of five bytes, 5 MB, for which Redis takes 6. */
const SKETCH = { cells: 1_000_003 } as const;

/** Joins at all events of a customer: so many sources are counted, in two halves of so many seconds. */
const SUMS = { sources: 20_000, windowSeconds: 600 } as const;

/** How long the string with the marks of places may become. */
const MARKS = { bytes: 33_554_432 } as const;

/**
 * So many holes of a lane are listed, so many numbers stand in a page of those that were forgotten, and so many pages
 * are read at once.
 */
export const EPOCHS = { listed: 32, page: 1_024, pagesAtOnce: 64 } as const;

/** A process that was not heard of for `aliveMs` is not alive; after `goneMs` its counts are lost. */
export const PROCESS = { aliveMs: 5_000, goneMs: 10_000 } as const;

/** See `LUA_CONSTANTS`. */
const MINUTES = { open: 10, processes: 60, fields: 4_000, partMs: 3_600_000 } as const;

/**
 * A master gives nothing when no replica was heard of for longer than `lagSeconds`. Redis counts in whole seconds
 * and looks once a second, so that a master may believe in its replicas for two seconds more. One that takes
 * its place holds everything for `holdMs` from its first call on, and so begins when the other has ended.
 */
export const REPLICAS = { lagSeconds: 5, holdMs: 8_000 } as const;

/**
 * Line time is noted about so often. A restart may explain that the clock went on for `explainedMs`; that it
 * went back by less than `unnoticedMs` means nothing.
 */
const CLOCK = { notedEveryMs: 500, explainedMs: 5_000, unnoticedMs: 1_000 } as const;

/** Lists of fields that Lua may name like constants. */
export const LUA_LISTS = {
  FIELDS: { limits: LIMIT_FIELDS, counted: COUNTED_LIMITS },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The constants that Lua may name, as `GROUP.name`. All are numbers. */
export const LUA_CONSTANTS = {
  LINE,
  RANDOM_ORDER,
  FIGURES,
  JOINS,
  SOURCES,
  SKETCH,
  MARKS,
  SUMS,
  PROCESS,
  REPLICAS,
  /** Who asked in vain: so many are remembered of each lane, the lowest. */
  ASKING: { remembered: 256 },
  /**
   * For how long somebody who found no slot is waited for: half a second beyond the moment for which they were
   * told, and long enough for a browser that was sent away to come back. While nobody is called they are not told to ask: who
   * was waited for so short a time before is kept (`shutMs`), and all hear within `hearMs` that it goes on (`CLOSED_ASK_MS`).
   */
  AWAITED: { graceMs: 500, leastMs: 1_500, shutMs: 2_000, hearMs: 15_000 },
  /** For how long a visitor who has checked in counts. */
  CHECK_IN: {
    countedMs: 1_000 * countedSeconds(null),
    countedRandomMs: 1_000 * countedSeconds(RANDOM_ORDER.intervalMs / 1_000),
  },
  EPOCHS,
  /** How long pages may take to show their receipts after a loss, before the members are closed. */
  DRAW: { showReceiptsMs: 8_000 },
  /** Characters of a sample: four numbers, each as long as one can be that Lua holds exactly. */
  HISTORY: { longestSample: 4 * 17 },
  CLOCK,
  /** The seconds of a minute that count beside the present one, and how long a minute matters. */
  NET: { seconds: 60, keptMs: 61_000 },
  /**
   * So many losses are remembered one by one that somebody has not answered. Processes remember what they did for
   * `rememberedMs`: `waiting-room/line/unconfirmed.ts`.
   */
  LOSSES: { remembered: 32, rememberedMs: 10_000 },
  /**
   * Figures by minute: a minute is counted into for `open` minutes at most and then forgotten once it is stored, and a
   * process that has counted nothing for so many minutes; above so many fields minutes are counted together; for
   * `partMs` after a loss what is counted stands apart.
   */
  MINUTES,
  /**
   * Codes for another device: how long one is good, how many are kept, how many places may have moved, and how many
   * codes are looked at in each call, to take away those that are over.
   */
  MOVES: { codeMs: 600_000, codes: 10_000, places: 100_000, sweptAtOnce: 20 },
  SILENCE: { ...SILENCE, slots: SPARSE_SLOTS },
  PROMISE: { keptMs: PROMISE_MS },
  SOON,
  /**
   * A visit is counted in so many parts: a seat without a name ends at most a part of it late. Of seats and visits
   * that are over a call takes away so many at most.
   */
  SEATS: { ...SEATS, parts: 128, endedAtOnce: 250 },
  /**
   * Reservations that end in one call; for how long a sale is remembered, so that its report may be repeated; and
   * how long the report of a sale may take after the visit.
   */
  STOCK: { endedAtOnce: 250, saleKeptMs: 86_400_000, saleReportMs: 60_000 },
  /** Longer visits are renewed in their first hour only: what is remembered for that takes memory. */
  RENEWALS: { rememberedMs: 3_600_000 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;
