import {
  formatClock,
  formatMoment,
  formatNumber,
  formatWait,
  formatWaitRange,
  plural,
} from "@/components/shared/format";
import { withinLimit } from "@/lib/domain/event/standing";
import { type Projection, projectLine } from "@/lib/domain/line/projection";
import { outflowAhead } from "@/lib/domain/schedule/outflow-ahead";
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
  const joinsPerMinute = joinedLastMinute(snapshot);
  const own = withinLimit(event.outflowPerMinute, standing.limits.maxOutflowPerMinute);
  const { admissionsLeft, supply } = supplyOf(event, snapshot);
  if (admissionsLeft === 0 && snapshot.waiting === 0) return null;
  const projection = projectLine({
    atMs: nowMs,
    waiting: snapshot.waiting,
    joinsPerMinute,
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
    hold: holdOf(event, snapshot),
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

/** Of the last twelve whole buckets of five seconds. */
function joinedLastMinute({ series }: LineSnapshot): number {
  return series.slice(-13, -1).reduce((sum, { joined }) => sum + joined, 0);
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

function inWords({ growsPerMinute, outcome }: Projection, told: Told): string {
  const { hold, nowMs, startAtMs } = told;
  const isBefore = startAtMs !== null && startAtMs > nowMs;
  // Before the start, and while it stands still, a line can only grow.
  const grows = hold === "none" && !isBefore && growsPerMinute > 0;
  if (outcome.type === "left" && outcome.by === "supply" && outcome.atMs <= nowMs)
    return `Nothing is left for the ${plural(outcome.waiting, "visitor")} waiting.`;
  if (!grows) return `${prefixOf(outcome, told)} ${outcomeWords(outcome, told, "the line")}.`;
  const growth = `The line grows by ${formatNumber(growsPerMinute)} per minute`;
  if (outcome.type === "beyond") return `${growth}.`;
  return `${growth}; ${outcomeWords(outcome, told, "it")}.`;
}

/** Conditions come first where there are two. */
function prefixOf({ type }: Projection["outcome"], told: Told): string {
  const prefix = PREFIX[told.hold];
  if (told.hold === "none") return prefix;
  const isJoined = told.hold === "paused" && type === "clears" && told.joinsPerMinute > 0;
  return isJoined ? `${prefix} and ${joinsWords(told)},` : `${prefix},`;
}

function joinsWords({ joinsPerMinute }: Told): string {
  return `visitors keep joining at ${formatNumber(joinsPerMinute)} per minute`;
}

function outcomeWords(outcome: Projection["outcome"], told: Told, line: string): string {
  switch (outcome.type) {
    case "empty":
      return "visitors are admitted as fast as they join";
    case "clears":
      return clearsWords(outcome.atMs, told, line);
    case "left":
      return leftWords(outcome, told);
    case "beyond":
      return `${line} won't be empty within a day`;
  }
}

function clearsWords(atMs: number, told: Told, line: string): string {
  const { hold, nowMs, startAtMs, joinsPerMinute } = told;
  if (hold === "draw") {
    const takesMs = atMs - Math.max(nowMs, startAtMs ?? nowMs);
    return `it takes ${formatWait(takesMs / 1_000)} until ${line} is empty`;
  }
  const sinceMs = startAtMs === null ? 0 : atMs - startAtMs;
  const since = sinceMs < MINUTE_MS ? "" : `, ${formatWait(sinceMs / 1_000)} after the start`;
  const joins = joinsPerMinute === 0 || hold === "paused" ? "" : ` if ${joinsWords(told)}`;
  return `${line} is empty at ${timeText(atMs, told)}${since}${joins}`;
}

function leftWords(
  { by, atMs, waiting }: Extract<Projection["outcome"], { type: "left" }>,
  told: Told,
): string {
  const visitors = about(waiting);
  if (by === "end") return `${visitors} will be left at the end at ${timeText(atMs, told)}`;
  const runOut = told.supply === "stock" ? "stock runs out" : "manual slots run out";
  return `${runOut} at ${timeText(atMs, told)} with ${visitors} still waiting`;
}

/** To two digits: more is not known. */
function about(count: number): string {
  if (count < 100) return plural(count, "visitor");
  const step = 10 ** (Math.floor(Math.log10(count)) - 1);
  return `about ${plural(Math.round(count / step) * step, "visitor")}`;
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
