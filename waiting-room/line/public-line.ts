import { endMessage, leadsOn } from "@/lib/domain/after-event/after-event";
import { checkInSeconds } from "@/lib/domain/line/absence";
import { phaseAt } from "@/lib/domain/line/phase";
import type { PublicDraw, PublicLine } from "@/lib/domain/line/public-line";
import { nearDistance, slotsPerSecond, speedLimitPerSecond } from "@/lib/domain/line/rates";
import type { Phase } from "@/lib/domain/phase";
import type { EventLine } from "./event-line";

/** A line that this process has not heard of yet. */
export const NOBODY = { waiting: 0, drawOpensAtMs: 0 };

/** The line as everybody of one lane may see it, from memory. */
export function publicLine(line: EventLine, lane = 0): PublicLine {
  const { settings, state } = line;
  const now = line.lineNow();
  const { waiting } = state ?? NOBODY;
  const own = line.lane(lane);
  const outflow = state?.outflowPerMinute ?? settings.outflowPerMinute;
  const phase = phaseOf(line, now);
  const saysPause = settings.paused || settings.method === "reject";
  return {
    v: 1,
    run: settings.runId,
    settings: settings.version,
    phase,
    now,
    method: settings.method,
    lane,
    serving: own?.servingNumber ?? 0,
    last: own?.lastNumber ?? 0,
    holes: own?.holes ?? [],
    near: nearDistance(outflow),
    slots: round(slotsPerSecond(outflow)),
    speed: round(speedLimitPerSecond(outflow)),
    outflow,
    waiting: state?.present ?? 0,
    measured: state?.admittedLastMinute ?? 0,
    paused: settings.paused,
    message: saysPause ? settings.pauseMessage : endMessage(settings, phase),
    onward: leadsOn(settings, phase),
    startAt: settings.startAtMs,
    endAt: settings.endAtMs,
    losses: state?.losses ?? 0,
    stale: line.isStale,
    full: settings.lineLimit !== null && waiting >= settings.lineLimit,
    soldOut: state?.stock === 0,
    checkIn: checkInSeconds(settings),
    draw: publicDraw(line),
  };
}

/** The phase at a moment of line time, as far as this process knows. */
export function phaseOf({ settings, state }: EventLine, nowMs: number): Phase {
  return phaseAt(settings, nowMs, state ?? NOBODY);
}

function publicDraw({ settings, state }: EventLine): PublicDraw | null {
  if (settings.draw === null) return null;
  const { drawFreeze, drawOpensAtMs } = state ?? { drawFreeze: "", drawOpensAtMs: 0 };
  return { commitment: settings.draw.hash, freeze: drawFreeze, opensAt: drawOpensAtMs };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
