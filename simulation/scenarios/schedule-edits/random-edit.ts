import type { Schedule, ScheduleTiming } from "@/lib/domain/schedule/schedule";
import type { Random } from "../../random";

const MINUTE_MS = 60_000;
const ROWS_MAX = 4;
const OUTFLOWS = [6, 12, 30, null] as const;

/** The schedules after one edit of a person: one is added, removed, or changed in one of its fields. */
export function randomEdit(
  random: Random,
  schedules: readonly Schedule[],
  nowMs: number,
): readonly Schedule[] {
  const chosen = schedules[Math.floor(random() * schedules.length)];
  if (chosen === undefined || (schedules.length < ROWS_MAX && random() < 0.3)) {
    return [...schedules, newSchedule(random, nowMs)];
  }
  if (random() < 0.2) return schedules.filter((one) => one !== chosen);
  const changed = changedSchedule(random, chosen, nowMs);
  return schedules.map((one) => (one === chosen ? changed : one));
}

function newSchedule(random: Random, nowMs: number): Schedule {
  const startMs = nowMs + between(random, -20, 150) * MINUTE_MS;
  return {
    id: `s${Math.floor(random() * 1e9)}`,
    name: "A time",
    timing: timingFrom(random, startMs, between(random, 3, 60)),
    preQueueMinutes: random() < 0.4 ? 0 : between(random, 1, 15),
    overrides: overridesFrom(random),
  };
}

/** One field of the row: name, start, end, both, pre-queue, overrides, exceptions, or how it repeats. */
function changedSchedule(random: Random, schedule: Schedule, nowMs: number): Schedule {
  const dice = random();
  if (dice < 0.05) return { ...schedule, name: "Another name" };
  if (dice < 0.3) return { ...schedule, overrides: overridesFrom(random) };
  if (dice < 0.4) return { ...schedule, preQueueMinutes: between(random, 0, 15) };
  const { startMs, minutes } = spanOf(schedule.timing, nowMs);
  const moved = (byMinutes: number, lasting: number) => ({
    ...schedule,
    timing: timingLike(schedule.timing, startMs + byMinutes * MINUTE_MS, lasting),
  });
  if (dice < 0.65) return moved(0, Math.max(1, minutes + between(random, -30, 30)));
  if (dice < 0.8) return moved(between(random, -40, 40), minutes);
  if (dice < 0.9) return { ...schedule, timing: withException(schedule.timing, nowMs) };
  return { ...schedule, timing: timingFrom(random, startMs, minutes) };
}

function timingFrom(random: Random, startMs: number, minutes: number): ScheduleTiming {
  return random() < 0.5 ? once(startMs, minutes) : daily(startMs, minutes, []);
}

function timingLike(timing: ScheduleTiming, startMs: number, minutes: number): ScheduleTiming {
  if (timing.kind === "once") return once(startMs, minutes);
  return daily(startMs, minutes, timing.recurrence.exceptDates);
}

function once(startMs: number, minutes: number): ScheduleTiming {
  const [startLocal, endLocal] = [startMs, startMs + minutes * MINUTE_MS].map(localOf);
  return { kind: "once", startLocal: startLocal ?? "", endLocal: endLocal ?? "", timeZone: "UTC" };
}

function daily(startMs: number, minutes: number, exceptDates: readonly string[]): ScheduleTiming {
  return {
    kind: "recurring",
    recurrence: {
      pattern: { kind: "daily" },
      startTime: localOf(startMs).slice(11),
      durationMinutes: minutes,
      ...{ timeZone: "UTC", fromDate: null, untilDate: null, exceptDates },
    },
  };
}

function withException(timing: ScheduleTiming, nowMs: number): ScheduleTiming {
  if (timing.kind === "once") return timing;
  const { recurrence } = timing;
  const exceptDates = recurrence.exceptDates.length > 0 ? [] : [localOf(nowMs).slice(0, 10)];
  return { kind: "recurring", recurrence: { ...recurrence, exceptDates } };
}

function spanOf(timing: ScheduleTiming, nowMs: number) {
  if (timing.kind === "once") {
    const startMs = Date.parse(`${timing.startLocal}Z`);
    return { startMs, minutes: (Date.parse(`${timing.endLocal}Z`) - startMs) / MINUTE_MS };
  }
  const { startTime, durationMinutes } = timing.recurrence;
  const startMs = Date.parse(`${localOf(nowMs).slice(0, 10)}T${startTime}Z`);
  return { startMs, minutes: durationMinutes };
}

function overridesFrom(random: Random): Schedule["overrides"] {
  const outflow = OUTFLOWS[Math.floor(random() * OUTFLOWS.length)] ?? null;
  return outflow === null ? {} : { outflowPerMinute: outflow };
}

/** To the full minute, as people write it. */
function localOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16);
}

function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}
