import { leadsOn } from "@/lib/domain/after-event/after-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import { checkInSeconds } from "@/lib/domain/line/absence";
import type { Pace } from "@/lib/domain/line/pace";
import { phaseAt, phaseUntilMs } from "@/lib/domain/line/phase";
import type { PublicDraw, PublicLine } from "@/lib/domain/line/public-line";
import { nearDistance, slotsPerSecond, speedLimitPerSecond } from "@/lib/domain/line/rates";
import { type SeatsLeft, seatsLeft } from "@/lib/domain/line/seats-left";
import { waitsForHand } from "@/lib/domain/line/slots-by-hand";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Phase } from "@/lib/domain/phase";
import type { LaneState, StandingLine } from "@/lib/line/scripts/line-state";
import { saidIn } from "./said";

/** What is shown of a line; nothing of it is asked for. */
export type ShownLine = {
  readonly settings: EventSettings;
  /** Null before the first reply to a tick. */
  readonly state: StandingLine | null;
  readonly isStale: boolean;
  lineNow(): number;
  lane(index: number): LaneState | null;
  /** How fast a lane is called, as far as this process has seen; `seatsPerMinute` as for `paceOf`. */
  paceIn(lane: number, seatsPerMinute: number | null): Pace | null;
};

/** The state of a line before its first reply. */
export const NOBODY = { waiting: 0, drawOpensAtMs: 0 };

/** The phases that lead to one in which visitors are let in. */
const BEFORE_IT_MOVES: readonly Phase[] = ["draft", "before", "pre-queue", "drawing"];

/**
 * The line as every visitor of one lane may see it, or one without a place, who sees the first; `language` is one in
 * which it says something, or null.
 */
export function publicLine(
  line: ShownLine,
  ownLane?: number,
  language: Language | null = null,
): PublicLine {
  const { settings, state } = line;
  const lane = ownLane ?? 0;
  const now = line.lineNow() || timeBeforeStart(line);
  const { waiting } = state ?? NOBODY;
  const own = line.lane(lane);
  const outflow = state?.outflowPerMinute ?? settings.outflowPerMinute;
  const speed = speedLimitPerSecond(outflow);
  const phase = phaseOf(line, now);
  const seats = seatsLeft(settings, state);
  return {
    v: 1,
    run: settings.runId,
    settings: settings.version,
    phase,
    now,
    method: settings.method,
    lane,
    ...firstOf(settings, ownLane),
    serving: own?.servingNumber ?? 0,
    last: own?.lastNumber ?? 0,
    holes: (own?.holes ?? []).filter(([, to]) => to > (own?.servingNumber ?? 0)),
    near: nearDistance(outflow),
    slots: round(slotsPerSecond(outflow)),
    speed: round(speed),
    speedSoon: round(Math.min(speed, own?.speedSoon ?? speed)),
    ...paceNow(line, lane, outflow, seats),
    waiting: state?.present ?? 0,
    measured: state?.admittedLastMinute ?? 0,
    slowed: isSlowed(line),
    ...(seats && { seats }),
    ...heldBy(line, now),
    ...saidIn(settings, { phase, lane: ownLane, nowMs: now }, language),
    onward: leadsOn(settings, phase),
    startAt: settings.startAtMs,
    nextAt: BEFORE_IT_MOVES.includes(phase) ? phaseUntilMs(settings, now, state ?? NOBODY) : null,
    endAt: settings.endAtMs,
    losses: state?.losses ?? 0,
    stale: line.isStale,
    full: settings.lineLimit !== null && waiting >= settings.lineLimit,
    soldOut: state?.soldOut === 1,
    checkIn: checkInSeconds(settings),
    absence: settings.absenceMinutes,
    draw: publicDraw(line),
  };
}

/** True where visitors stand in several lines: some of them have no place, and see the first. */
function hasLines({ lanes }: Pick<EventSettings, "lanes">): boolean {
  return lanes.lanes.length > 1;
}

/** The first lane is shown as well to those without a place, who are not among its visitors. */
function firstOf(settings: EventSettings, ownLane: number | undefined) {
  return ownLane === 0 && hasLines(settings) ? ({ isOwn: true } as const) : {};
}

/** What visitors are told of the time where the line has none: the clock, before an event has been started. */
export function timeBeforeStart({ settings }: Pick<ShownLine, "settings">): number {
  return settings.status === "draft" ? Date.now() : 0;
}

/** Whoever waits for a full site waits for those who leave it. */
function paceNow(line: ShownLine, lane: number, outflow: number, seats: SeatsLeft | null) {
  const bySeats = seats?.free === 0 ? Math.min(outflow, round(60 / seats.each)) : null;
  const pace = line.settings.method === "fifo" ? line.paceIn(lane, bySeats) : null;
  return { outflow: bySeats ?? outflow, ...(pace && { pace }) };
}

/** Whose hand holds the line: it is paused too once nobody was given a slot for a minute. */
function heldBy({ settings, state }: ShownLine, nowMs: number) {
  const { paused } = settings;
  if (state === null || !waitsForHand(state.limits, nowMs)) return { paused };
  return { paused: paused || state.admittedLastMinute === 0, noSlots: true } as const;
}

/** The phase at a moment of line time. */
export function phaseOf(
  { settings, state }: Pick<ShownLine, "settings" | "state">,
  nowMs: number,
): Phase {
  return phaseAt(settings, nowMs, state ?? NOBODY);
}

function publicDraw({ settings, state }: ShownLine): PublicDraw | null {
  if (settings.draw === null) return null;
  const { drawFreeze, drawOpensAtMs } = state ?? { drawFreeze: "", drawOpensAtMs: 0 };
  return { commitment: settings.draw.hash, freeze: drawFreeze, opensAt: drawOpensAtMs };
}

/** Of what the site could take; less is hardly felt in a line. */
const SLOWED_BELOW = 0.9;

/** True while the governor lets in clearly fewer than are set. */
function isSlowed({ settings, state }: ShownLine): boolean {
  const governed = state?.governedOutflow ?? null;
  return governed !== null && governed < SLOWED_BELOW * settings.outflowPerMinute;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
