import { type Schedule, scheduleAt, upcomingPeriods } from "@/lib/domain/schedule/schedule";
import type { OutflowFrom } from "./projection";

type Planned = {
  readonly kind: "always-on" | "scheduled";
  readonly startAtMs: number | null;
  readonly schedules: readonly Schedule[];
  /** While no schedule holds. */
  readonly outflowPerMinute: number;
};

/** More than change within a day. */
const MOST_PERIODS = 24;

/**
 * How many an open event lets in from now on: `inForce` now, else none before its start. Of an always-on event what its
 * schedules change comes after it; a run of a scheduled one keeps its outflow.
 */
export function outflowAhead(
  { kind, startAtMs, schedules, outflowPerMinute }: Planned,
  inForce: number,
  nowMs: number,
): readonly [OutflowFrom, ...OutflowFrom[]] {
  const now = { fromMs: nowMs, perMinute: inForce };
  if (kind === "scheduled") {
    if (startAtMs === null || startAtMs <= nowMs) return [now];
    return [
      { ...now, perMinute: 0 },
      { ...now, fromMs: startAtMs },
    ];
  }
  const { current } = scheduleAt(schedules, nowMs);
  const upcoming = upcomingPeriods(schedules, nowMs, MOST_PERIODS);
  const ends = current === null ? [] : [{ fromMs: current.endAtMs, perMinute: outflowPerMinute }];
  const changes = upcoming.flatMap(({ preQueueAtMs, endAtMs, schedule: { overrides } }) => [
    { fromMs: preQueueAtMs, perMinute: overrides.outflowPerMinute ?? outflowPerMinute },
    { fromMs: endAtMs, perMinute: outflowPerMinute },
  ]);
  return [now, ...ends, ...changes];
}
