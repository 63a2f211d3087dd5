import {
  formatClock,
  formatMoment,
  formatNumber,
  formatWait,
  formatWaitRange,
  plural,
} from "@/components/shared/format";
import { withinLimit } from "@/lib/domain/event/standing";
import { outflowAhead } from "@/lib/domain/line/outflow-ahead";
import { type Outcome, type Projection, projectLine } from "@/lib/domain/line/projection";
import { perMinuteOf, spreadOf } from "@/lib/domain/line/spread";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { Comparison } from "@/lib/services/operation/rehearsal/get-comparison";

const MINUTE_MS = 60_000;
const TODAY_MS = 12 * 60 * MINUTE_MS;
/** The phases in which a line moves, or will by itself. */
const PROJECTED = ["pre-queue", "drawing", "dormant", "queueing", "running"] as const;

/** Why nobody is admitted although the event is open. */
type Hold = "none" | "paused" | "draw";

const PREFIX: Record<Hold, string> = {
  none: "At this outflow",
  paused: "If resumed now",
  draw: "After the draw",
};

type Told = {
  readonly timeZone: string;
  readonly nowMs: number;
  /** When admitting begins, or has begun; null for an event that is always on. */
  readonly startAtMs: number | null;
  readonly hold: Hold;
  readonly joinsPerMinute: number;
  /** What runs out first. */
  readonly supply: "stock" | "manual slots";
};

/** What becomes of the line if nothing changes, in a sentence or two; null where it does not move or nothing is known. */
export function projectionWords({ event, snapshot, standing }: EventLive): string | null {
  if (event.status !== "open" || snapshot === null || !isProjected(snapshot)) return null;
  const isHeld = standing.suspension !== null || event.letThrough;
  if (isHeld || event.method === "passthrough" || snapshot.waiting + snapshot.sums.joined === 0)
    return null;
  const nowMs = snapshot.lineTimeMs;
  const startAtMs = event.startAt === null ? null : Date.parse(event.startAt);
  if (startAtMs !== null && startAtMs > nowMs && snapshot.waiting === 0) return null;
  const hold = holdOf(event, snapshot);
  const joinsPerMinute = perMinuteOf(snapshot.series.slice(0, -1), "joined");
  const own = withinLimit(event.outflowPerMinute, standing.limits.maxOutflowPerMinute);
  const { admissionsLeft, supply } = supplyOf(event, snapshot);
  if (admissionsLeft === 0 && snapshot.waiting === 0) return null;
  const projection = projectLine({
    atMs: nowMs,
    waiting: snapshot.waiting,
    joinsPerMinute,
    spread: spreadOf(snapshot.series.slice(0, -1), {
      outflowPerMinute: snapshot.outflowPerMinute,
      setPerMinute: event.governor === null ? null : own,
      isMoving: hold === "none" && (startAtMs === null || startAtMs < nowMs - 2 * MINUTE_MS),
    }),
    outflow: outflowAhead(
      { ...event, startAtMs, outflowPerMinute: own },
      snapshot.outflowPerMinute,
      nowMs,
    ),
    shows: snapshot.shows,
    seats: snapshot.seats,
    admissionsLeft,
    endAtMs: event.endAt === null ? null : Date.parse(event.endAt),
  });
  return inWords(projection, {
    timeZone: event.timeZone,
    nowMs,
    startAtMs,
    hold,
    joinsPerMinute,
    supply,
  });
}

function isProjected({ phase, timeUnknown, recovering }: LineSnapshot): boolean {
  return !timeUnknown && !recovering && PROJECTED.some((one) => one === phase);
}

function holdOf({ paused, draw }: EventLive["event"], { phase }: LineSnapshot): Hold {
  if (paused) return "paused";
  return phase === "drawing" || (phase === "pre-queue" && draw !== null) ? "draw" : "none";
}

/** How many more may go in, each for the units of an admission, and what runs out first. */
function supplyOf(
  { unitsPerAdmission }: EventLive["event"],
  { stock, grants }: LineSnapshot,
): { readonly admissionsLeft: number | null; readonly supply: Told["supply"] } {
  const ofStock = stock === null ? null : Math.floor(stock / unitsPerAdmission);
  const isStockLess = ofStock !== null && (grants === null || ofStock <= grants);
  return isStockLess
    ? { admissionsLeft: ofStock, supply: "stock" }
    : { admissionsLeft: grants, supply: "manual slots" };
}

function inWords(projection: Projection, told: Told): string {
  const { growsPerMinute, outcome } = projection;
  const { hold, nowMs, startAtMs } = told;
  const isBefore = startAtMs !== null && startAtMs > nowMs;
  // Before the start, and while it stands still, a line can only grow.
  const grows = hold === "none" && !isBefore && growsPerMinute > 0;
  if (outcome.type === "left" && outcome.by === "supply" && outcome.atMs <= nowMs)
    return `Nothing is left for the ${plural(outcome.waiting, "visitor")} waiting.`;
  if (!grows) return `${prefixOf(outcome, told)} ${outcomeWords(projection, told, "the line")}.`;
  const growth = `The line grows by ${formatNumber(growsPerMinute)} per minute`;
  if (outcome.type === "beyond") return `${growth}.`;
  return `${growth}; ${outcomeWords(projection, told, "it")}.`;
}

/** Conditions come first where there are two. */
function prefixOf({ type }: Outcome, told: Told): string {
  const prefix = PREFIX[told.hold];
  if (told.hold === "none") return prefix;
  const isJoined = told.hold === "paused" && type !== "empty" && told.joinsPerMinute > 0;
  return isJoined ? `${prefix} and ${joinsWords(told)},` : `${prefix},`;
}

function joinsWords({ joinsPerMinute }: Told): string {
  return `visitors keep joining at ${formatNumber(joinsPerMinute)} per minute`;
}

function outcomeWords({ outcome, best, worst }: Projection, told: Told, line: string): string {
  switch (outcome.type) {
    case "empty":
      return "visitors are admitted as fast as they join";
    case "clears":
      return clearsWords([momentOf(best), outcome.atMs, momentOf(worst)], told, line);
    case "left":
      return leftWords(outcome, [best, worst], told);
    case "beyond":
      return best.type === "clears"
        ? `${line} is empty at ${timeText(best.atMs, told)} at the earliest`
        : `${line} won't be empty within a day`;
  }
}

/** When nobody waits any more: at once, at a time, or at none that is known. */
function momentOf(outcome: Outcome): number {
  if (outcome.type === "empty") return 0;
  return outcome.type === "clears" ? outcome.atMs : Number.POSITIVE_INFINITY;
}

type Moments = readonly [earliestMs: number, middleMs: number, latestMs: number];

function clearsWords(moments: Moments, told: Told, line: string): string {
  const { hold, nowMs, startAtMs, joinsPerMinute } = told;
  const [, middleMs, latestMs] = moments;
  const earliestMs = Math.max(nowMs, moments[0]);
  const after = (sinceMs: number) =>
    latestMs === Number.POSITIVE_INFINITY
      ? `at least ${formatWait((earliestMs - sinceMs) / 1_000)}`
      : formatWaitRange((earliestMs - sinceMs) / 1_000, (latestMs - sinceMs) / 1_000);
  if (hold === "draw")
    return `it takes ${after(Math.max(nowMs, startAtMs ?? nowMs))} until ${line} is empty`;
  const isSince = startAtMs !== null && middleMs - startAtMs >= MINUTE_MS;
  const since = isSince ? `, ${after(startAtMs)} after the start` : "";
  const joins = joinsPerMinute === 0 || hold === "paused" ? "" : ` if ${joinsWords(told)}`;
  return `${line} is empty ${timesText(earliestMs, latestMs, told)}${since}${joins}`;
}

type Left = Extract<Outcome, { type: "left" }>;

function leftWords(outcome: Left, ends: readonly [Outcome, Outcome], told: Told): string {
  const { by, atMs } = outcome;
  const [least, most] = ends.map((end) => (end.type === "left" ? end.waiting : 0));
  const visitors = aboutRange(least ?? outcome.waiting, most ?? outcome.waiting);
  if (by === "end") return `${visitors} will be left at the end at ${timeText(atMs, told)}`;
  const [sooner = atMs, later = atMs] = ends.map((end) => (end.type === "left" ? end.atMs : atMs));
  const runOut = told.supply === "stock" ? "stock runs out" : "manual slots run out";
  return `${runOut} ${timesText(sooner, Math.max(sooner, later), told)} with ${visitors} still waiting`;
}

/** `about 480–620 visitors`, `up to 80 visitors`; one number where both are the same. */
function aboutRange(least: number, most: number): string {
  if (twoDigits(least) === twoDigits(most)) return about(most);
  if (least === 0) return `up to ${plural(twoDigits(most), "visitor")}`;
  return `about ${formatNumber(twoDigits(least))}–${plural(twoDigits(most), "visitor")}`;
}

function about(count: number): string {
  return `${count < 100 ? "" : "about "}${plural(twoDigits(count), "visitor")}`;
}

/** More is not known. */
function twoDigits(count: number): number {
  const step = count < 100 ? 1 : 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.round(count / step) * step;
}

/** `at 10:10 UTC`, `between 10:08 and 10:14 UTC`, `at 10:08 UTC at the earliest`. */
function timesText(fromMs: number, toMs: number, told: Told): string {
  const from = timeText(fromMs, told);
  if (toMs === Number.POSITIVE_INFINITY) return `at ${from} at the earliest`;
  const to = timeText(toMs, told);
  if (from === to) return `at ${to}`;
  const zone = to.slice(to.lastIndexOf(" "));
  const isShort = toMs - told.nowMs < TODAY_MS && from.endsWith(zone);
  return `between ${isShort ? from.slice(0, -zone.length) : from} and ${to}`;
}

/** To the minute; the date only where it may be another one. */
function timeText(exactMs: number, { nowMs, timeZone }: Told): string {
  const atMs = Math.round(exactMs / MINUTE_MS) * MINUTE_MS;
  if (atMs - nowMs < TODAY_MS) return formatClock(atMs, timeZone);
  return formatMoment(new Date(atMs).toISOString(), timeZone);
}

/** What a rehearsal expected, in a few words; null without one. */
export function rehearsalWords({ rehearsal }: Comparison): string | null {
  if (rehearsal === null) return null;
  if (rehearsal.clearing === null) return "Rehearsal: not always cleared";
  const { low, high } = rehearsal.clearing;
  return `Rehearsal: cleared ${formatWaitRange(low * 60, high * 60)} after the start`;
}

/** What happened the last time; null where nobody waited then. */
export function lastRunWords({ lastRun }: Comparison): string | null {
  if (lastRun === null || lastRun.peakWaiting === 0) return null;
  const { clearedMinute, waitingAtEnd, peakWaiting } = lastRun;
  const cleared =
    clearedMinute === null
      ? `ended with ${plural(waitingAtEnd, "visitor")} waiting`
      : `cleared after ${formatWait(clearedMinute * 60)}`;
  return `Last run: ${cleared}, peak ${formatNumber(peakWaiting)}`;
}
