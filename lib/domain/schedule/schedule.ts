import { localTimeToInstantForward } from "./forward-time";
import { instantToLocalTime } from "./local-time";
import { nextOccurrences, type Occurrence, occurrencesBetween, type Recurrence } from "./recurring";

export const QUEUEING_METHODS = ["fifo", "random", "passthrough", "reject"] as const;

/** The settings of an event that a schedule can replace while it holds. */
export type SchedulableSettings = {
  readonly outflowPerMinute: number;
  readonly method: (typeof QUEUEING_METHODS)[number];
  /** Seats; null means no cap. */
  readonly activeCap: number | null;
  /** How many may wait; null means no limit. */
  readonly lineLimit: number | null;
  readonly targetUrl: string;
  readonly preQueueMinutes: number;
};

/** What a schedule replaces; what is left out stays as the event has it. */
export type ScheduleOverrides = Partial<Omit<SchedulableSettings, "preQueueMinutes">>;

/** Local times as `2026-03-29T09:00` on the clocks of `timeZone`. */
export type OneOffTiming = {
  readonly kind: "once";
  readonly startLocal: string;
  readonly endLocal: string;
  readonly timeZone: string;
};

export type ScheduleTiming =
  | OneOffTiming
  | { readonly kind: "recurring"; readonly recurrence: Recurrence };

export type Schedule = {
  readonly id: string;
  readonly name: string;
  readonly timing: ScheduleTiming;
  /** The schedule holds from this many minutes before each start; 0 for no pre-queue. */
  readonly preQueueMinutes: number;
  readonly overrides: ScheduleOverrides;
};

/** One time that a schedule holds: from `preQueueAtMs` until before `endAtMs`. */
export type SchedulePeriod = {
  readonly schedule: Schedule;
  readonly preQueueAtMs: number;
  readonly startAtMs: number;
  readonly endAtMs: number;
};

export type ScheduleOverlap = {
  readonly first: Schedule;
  readonly second: Schedule;
  /** The first moment at which both hold. */
  readonly atMs: number;
  /** A sentence for people that names both. */
  readonly reason: string;
};

/** A span of time in UTC milliseconds; `toMs` is not part of it. */
export type Horizon = { readonly fromMs: number; readonly toMs: number };

const MINUTE_MS = 60_000;

/**
 * The period that holds at a moment, and the one that begins next. Should several hold, which
 * `findOverlaps` prevents, the one that began first counts, so that nothing cuts a sale short.
 */
export function scheduleAt(
  schedules: readonly Schedule[],
  nowMs: number,
): { readonly current: SchedulePeriod | null; readonly next: SchedulePeriod | null } {
  const now = { fromMs: nowMs, toMs: nowMs + 1 };
  return {
    current: earliest(schedules.flatMap((schedule) => periodsBetween(schedule, now))),
    next: earliest(schedules.flatMap((schedule) => nextPeriod(schedule, nowMs) ?? [])),
  };
}

/** The next periods that begin after a moment, in order, at most `count`. */
export function upcomingPeriods(
  schedules: readonly Schedule[],
  afterMs: number,
  count: number,
): readonly SchedulePeriod[] {
  const found: SchedulePeriod[] = [];
  let { next } = scheduleAt(schedules, afterMs);
  while (next !== null && found.length < count) {
    found.push(next);
    next = scheduleAt(schedules, next.preQueueAtMs).next;
  }
  return found;
}

/** The period of a schedule that starts at exactly this moment; null where it has none. */
export function periodStartingAt(schedule: Schedule, startAtMs: number): SchedulePeriod | null {
  const around = { fromMs: startAtMs, toMs: startAtMs + 1 };
  const found = periodsBetween(schedule, around).find((period) => period.startAtMs === startAtMs);
  return found ?? null;
}

/** The first period of any of these schedules that is not over before `fromMs` and begins before `toMs`, pre-queues included. */
export function firstPeriodWithin(
  schedules: readonly Schedule[],
  horizon: Horizon,
): SchedulePeriod | null {
  return earliest(schedules.flatMap((schedule) => periodsBetween(schedule, horizon)));
}

/** The settings in force while a schedule holds: those that it overrides, else the event's. */
export function effectiveSettings<Settings extends SchedulableSettings>(
  settings: Settings,
  schedule: Schedule | null,
): Settings {
  if (schedule === null) return settings;
  const { overrides, preQueueMinutes } = schedule;
  return { ...settings, ...overrides, preQueueMinutes };
}

/**
 * Every pair of schedules that would hold at the same time, pre-queues included, with the first such
 * moment. Two recurring ones are compared within the horizon. A one-off that ends after the horizon's
 * beginning is compared over its whole length, however far away.
 */
export function findOverlaps(
  schedules: readonly Schedule[],
  horizon: Horizon,
): readonly ScheduleOverlap[] {
  const periodsOf = schedules.map((schedule) => periodsInHorizon(schedule, horizon));
  const overlaps: ScheduleOverlap[] = [];
  for (const [index, first] of schedules.entries()) {
    for (const [offset, second] of schedules.slice(index + 1).entries()) {
      const ofFirst = periodsOf[index] ?? [];
      const ofSecond = periodsOf[index + 1 + offset] ?? [];
      const atMs = firstCommonMoment(
        first.timing.kind === "once" ? ofFirst : alongside(ofSecond, second, first, ofFirst),
        second.timing.kind === "once" ? ofSecond : alongside(ofFirst, first, second, ofSecond),
      );
      if (atMs !== null) overlaps.push(describeOverlap(first, second, atMs));
    }
  }
  return overlaps;
}

/** The periods of a recurring schedule to compare with another: all during a one-off, else the horizon's. */
function alongside(
  otherPeriods: readonly SchedulePeriod[],
  other: Schedule,
  recurring: Schedule,
  inHorizon: readonly SchedulePeriod[],
): readonly SchedulePeriod[] {
  if (other.timing.kind !== "once") return inHorizon;
  return otherPeriods.flatMap(({ preQueueAtMs, endAtMs }) =>
    periodsBetween(recurring, { fromMs: preQueueAtMs, toMs: endAtMs }),
  );
}

function periodsInHorizon(schedule: Schedule, horizon: Horizon): readonly SchedulePeriod[] {
  if (schedule.timing.kind === "recurring") return periodsBetween(schedule, horizon);
  const period = oneOffPeriod(schedule, schedule.timing);
  return period !== null && period.endAtMs > horizon.fromMs ? [period] : [];
}

/** Both lists are in order, so that one walk over them finds the first moment they share. */
function firstCommonMoment(
  left: readonly SchedulePeriod[],
  right: readonly SchedulePeriod[],
): number | null {
  let leftIndex = 0;
  let rightIndex = 0;
  for (;;) {
    const ofLeft = left[leftIndex];
    const ofRight = right[rightIndex];
    if (ofLeft === undefined || ofRight === undefined) return null;
    const atMs = Math.max(ofLeft.preQueueAtMs, ofRight.preQueueAtMs);
    if (atMs < Math.min(ofLeft.endAtMs, ofRight.endAtMs)) return atMs;
    if (ofLeft.endAtMs < ofRight.endAtMs) leftIndex += 1;
    else rightIndex += 1;
  }
}

function describeOverlap(first: Schedule, second: Schedule, atMs: number): ScheduleOverlap {
  const { timing } = first;
  const timeZone = timing.kind === "once" ? timing.timeZone : timing.recurrence.timeZone;
  const local = instantToLocalTime(atMs, timeZone).replace("T", " ");
  const reason =
    `“${first.name}” and “${second.name}” overlap: ` +
    `both are active at ${local} (${timeZone}), including pre-queues. Change one of them.`;
  return { first, second, atMs, reason };
}

/** The periods that lie in a horizon at least partly, in order. */
function periodsBetween(schedule: Schedule, horizon: Horizon): readonly SchedulePeriod[] {
  const { timing } = schedule;
  if (timing.kind === "once") {
    const period = oneOffPeriod(schedule, timing);
    if (period === null) return [];
    return period.preQueueAtMs < horizon.toMs && period.endAtMs > horizon.fromMs ? [period] : [];
  }
  const toMs = horizon.toMs + schedule.preQueueMinutes * MINUTE_MS;
  return occurrencesBetween(timing.recurrence, horizon.fromMs, toMs).map((occurrence) =>
    toPeriod(schedule, occurrence),
  );
}

/** The next period that begins after a moment, or null when there is none. */
function nextPeriod(schedule: Schedule, afterMs: number): SchedulePeriod | null {
  const { timing } = schedule;
  if (timing.kind === "once") {
    const period = oneOffPeriod(schedule, timing);
    return period !== null && period.preQueueAtMs > afterMs ? period : null;
  }
  const startsAfterMs = afterMs + schedule.preQueueMinutes * MINUTE_MS;
  const [occurrence] = nextOccurrences(timing.recurrence, startsAfterMs, 1);
  return occurrence === undefined ? null : toPeriod(schedule, occurrence);
}

function oneOffPeriod(schedule: Schedule, timing: OneOffTiming): SchedulePeriod | null {
  const startAtMs = localTimeToInstantForward(timing.startLocal, timing.timeZone);
  const endAtMs = localTimeToInstantForward(timing.endLocal, timing.timeZone);
  if (startAtMs === null || endAtMs === null || endAtMs <= startAtMs) return null;
  return toPeriod(schedule, { startAtMs, endAtMs });
}

function toPeriod(schedule: Schedule, times: Omit<Occurrence, "date">): SchedulePeriod {
  const { startAtMs, endAtMs } = times;
  const preQueueAtMs = startAtMs - schedule.preQueueMinutes * MINUTE_MS;
  return { schedule, preQueueAtMs, startAtMs, endAtMs };
}

function earliest(periods: readonly SchedulePeriod[]): SchedulePeriod | null {
  return periods.reduce<SchedulePeriod | null>(
    (best, period) => (best === null || period.preQueueAtMs < best.preQueueAtMs ? period : best),
    null,
  );
}
