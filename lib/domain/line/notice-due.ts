import { holesBetween } from "./distance";
import { EPOCH_NUMBERS } from "./epoch";
import type { PublicLine } from "./public-line";
import { slotsPerSecond } from "./rates";

/** So long before their turn people are told. */
export const TOLD_BEFORE_SECONDS = 300;
/** Line memory goes back so far, whichever is longer. */
const WATCHED_MS = 60_000;
const WATCHED_SLOTS = 4.5;
/** A pace that was watched for a shorter time says too little. */
const TRUSTED_MS = 40_000;

/** The serving number of a lane at a moment of line time. */
export type Stood = { readonly atMs: number; readonly serving: number };

type Lane = Pick<PublicLine, "serving" | "holes">;

/**
 * How many numbers of a lane are called in a second, by where it stood lately; null where it was not watched for long.
 * Time before `sinceMs`, such as the start, does not count, and neither do holes that were crossed.
 */
export function calledPerSecond(
  stood: readonly Stood[],
  lane: Lane,
  { nowMs, sinceMs, outflowPerMinute }: PaceTimes,
): number | null {
  const [first] = stood;
  const oldestMs = first === undefined ? nowMs : first.atMs;
  const fromMs = Math.max(oldestMs, sinceMs, nowMs - watchedMs(outflowPerMinute));
  if (nowMs - fromMs < TRUSTED_MS) return null;
  const before = stood.findLast(({ atMs }) => atMs <= fromMs)?.serving ?? 0;
  const crossed = holesBetween(lane.holes, before + 1, lane.serving);
  const called = Math.max(0, lane.serving - before - crossed) % EPOCH_NUMBERS;
  return called / ((nowMs - fromMs) / 1_000);
}

type PaceTimes = {
  readonly nowMs: number;
  readonly sinceMs: number;
  readonly outflowPerMinute: number;
};

/** A minute; where slots are rare, as long as it takes for some of them. */
function watchedMs(outflowPerMinute: number): number {
  return Math.max(
    WATCHED_MS,
    (WATCHED_SLOTS / slotsPerSecond(Math.max(1, outflowPerMinute))) * 1_000,
  );
}

/**
 * The highest number whose turn comes within five minutes: everybody up to it is to be told now. Before the start the time
 * until then is part of the wait.
 */
export function dueThrough(
  lane: Lane,
  perSecond: number,
  { untilStartMs }: { readonly untilStartMs: number },
): number {
  const left = TOLD_BEFORE_SECONDS - Math.max(0, untilStartMs) / 1_000;
  if (left < 0) return lane.serving;
  return numberBehind(lane, Math.floor(left * perSecond));
}

/** The number that is so many behind the serving number, holes left out. */
function numberBehind({ serving, holes }: Lane, count: number): number {
  let number = serving + count;
  for (const [from, to] of holes) {
    if (to <= serving || from > number) continue;
    number += to - Math.max(from, serving + 1) + 1;
  }
  return number;
}
