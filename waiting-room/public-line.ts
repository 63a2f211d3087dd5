import { phaseAt } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { nearDistance, slotsPerSecond, speedLimitPerSecond } from "@/lib/domain/line/rates";
import type { EventLine } from "@/lib/line/event-line";

/** The line as everybody may see it, from memory. */
export function publicLine(line: EventLine): PublicLine {
  const { settings, state } = line;
  const now = line.lineNow();
  const waiting = state?.waiting ?? 0;
  return {
    v: 1,
    run: settings.runId,
    settings: settings.version,
    phase: phaseAt(settings, now, waiting),
    now,
    serving: state?.servingNumber ?? 0,
    last: state?.lastNumber ?? 0,
    holes: state?.holes ?? [],
    near: nearDistance(settings.outflowPerMinute),
    slots: round(slotsPerSecond(settings.outflowPerMinute)),
    speed: round(speedLimitPerSecond(settings.outflowPerMinute)),
    outflow: settings.outflowPerMinute,
    measured: state?.admittedLastMinute ?? 0,
    paused: settings.paused,
    message: settings.paused ? settings.pauseMessage : null,
    startAt: settings.startAtMs,
    endAt: settings.endAtMs,
    losses: state?.losses ?? 0,
    stale: line.isStale || line.recovering || line.lost,
    full: settings.lineLimit !== null && waiting >= settings.lineLimit,
  };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
