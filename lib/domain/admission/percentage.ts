import type { AdmissionSetting } from "./admission-setting";

/** What the lottery answers: in, or held until a moment of line time in milliseconds. */
export type LotteryAnswer =
  | { readonly type: "admitted" }
  | { readonly type: "held"; readonly untilMs: number };

/**
 * Percentage admission: each visitor has one ticket, a number in [0, 1), in each of their own intervals
 * of `holdSeconds`, and is in while it is below `share`. The ticket follows from who they are and which
 * interval it is, so that every process knows it and asking again, with or without the waiting cookie, gives
 * no other. Whoever is held has a new one from `untilMs` on, and may come in before that if the
 * share rises above theirs. Intervals of different visitors begin at different moments. `draw` maps a text
 * to [0, 1) evenly and cannot be foreseen by visitors (a keyed hash).
 */
export function playLottery(input: {
  readonly identity: string;
  readonly lineTimeMs: number;
  readonly holdSeconds: number;
  readonly share: number;
  readonly draw: (text: string) => number;
}): LotteryAnswer {
  const holdMs = input.holdSeconds * 1_000;
  const offsetMs = Math.floor(input.draw(`offset\n${input.identity}`) * holdMs);
  const interval = Math.floor((input.lineTimeMs + offsetMs) / holdMs);
  if (input.draw(`throw ${interval}\n${input.identity}`) < input.share) return { type: "admitted" };
  return { type: "held", untilMs: (interval + 1) * holdMs - offsetMs };
}

/** By how much a share may rise within a hold. */
const RISE = 0.1;

/** The share that was in force at a moment of line time. */
export type ShareInForce = { readonly share: number; readonly atMs: number };

/**
 * The share in force now, from the one before and how full the site is. A set percentage is what it
 * is. The sigmoid falls at once, so that the site does not fill above the cap, and rises by no more
 * than a tenth within a hold: whoever asks again and again finds hardly more than whoever asks once.
 */
export function nextShare(
  before: ShareInForce | null,
  now: {
    readonly setting: Pick<AdmissionSetting, "share" | "holdSeconds">;
    /** Seats taken as a share of the active cap. */
    readonly occupancy: number;
    readonly lineTimeMs: number;
  },
): ShareInForce {
  const { setting, occupancy, lineTimeMs: atMs } = now;
  if (setting.share.type === "percentage") return { share: setting.share.percent / 100, atMs };
  const { midpointPercent, steepness } = setting.share;
  const wanted = shareNearCeiling({ occupancy, steepness, midpoint: midpointPercent / 100 });
  if (before === null) return { share: wanted, atMs };
  const holds = Math.max(0, atMs - before.atMs) / (setting.holdSeconds * 1_000);
  return { share: Math.min(wanted, before.share + RISE * holds), atMs };
}

/**
 * The share let in near a ceiling, from 0 to 1: `1 / (1 + e^(k·(occupancy − m)))`, SeatGeek's soft
 * leaky bucket. `occupancy` and `midpoint` are in the same unit; at the midpoint half is let in, and
 * `steepness` is per that unit.
 */
function shareNearCeiling(input: {
  readonly occupancy: number;
  readonly midpoint: number;
  readonly steepness: number;
}): number {
  return 1 / (1 + Math.exp(input.steepness * (input.occupancy - input.midpoint)));
}
