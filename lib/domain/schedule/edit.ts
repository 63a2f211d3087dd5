import { overridesInWords } from "./in-words";
import { instantToLocalTime } from "./local-time";
import {
  type FollowingEvent,
  heldUntilMs,
  type KeptOccurrence,
  keptOf,
  occurrenceOf,
  periodFrom,
  scheduleInForce,
} from "./occurrence";
import {
  firstPeriodWithin,
  periodStartingAt,
  type Schedule,
  type ScheduleOverrides,
  type SchedulePeriod,
} from "./schedule";

/**
 * By how much the clocks of two machines may differ: so close to a start or an end nobody can say whether the line has
 * begun or ended already.
 */
export const CLOCKS_MS = 5_000;

/** An event whose schedules are edited. */
export type EditedEvent = FollowingEvent & {
  readonly status: "draft" | "open" | "stopped";
  readonly endAtMs: number | null;
  readonly preQueueMinutes: number;
  /** In which its effects are told. */
  readonly timeZone: string;
  /** What counts where no schedule says otherwise. */
  readonly own: Required<ScheduleOverrides>;
  /** When its row last changed: what held then is in force, see `changeSchedules`. */
  readonly changedAtMs: number;
};

/** The times of a run, and the occurrence that they come from; null where they are the event's own from now on. */
export type RunTimes = {
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
  readonly preQueueMinutes: number;
  readonly occurrence: KeptOccurrence | null;
};

type ScheduledTimes = RunTimes & {
  readonly startAtMs: number;
  readonly endAtMs: number;
  readonly occurrence: KeptOccurrence;
};

export type ScheduleEdit =
  | { readonly isRefused: true; readonly reason: string }
  | {
      readonly isRefused: false;
      /** Null where the event keeps the times that it has. */
      readonly times: RunTimes | null;
      /** What changes besides the schedules, a sentence each; empty where nothing does. */
      readonly effects: readonly string[];
    };

/** What an edit leaves: the schedules, and what counts where none says otherwise. */
export type EditedSchedules = Pick<EditedEvent, "schedules" | "own">;

/**
 * What becomes of an event when it gets these schedules. Until the start the open run follows them; from then on it follows
 * its own schedule as long as that has the occurrence that the run was opened for, and keeps its end and what it overrides
 * when the occurrence is gone. Refused is what the console would show and nobody could do: a run without any time, an end
 * that has passed, times that begin before the run has ended, a change within seconds of a start or an end.
 */
export function editSchedules(
  event: EditedEvent,
  edited: EditedSchedules,
  nowMs: number,
): ScheduleEdit {
  const after = { ...event, ...edited };
  if (event.kind === "always-on") return accept(event, after, null, nowMs);
  if (event.status !== "open") return editClosed(event, after, nowMs);
  const { startAtMs } = event;
  if (startAtMs === null || nowMs < startAtMs - CLOCKS_MS)
    return editBeforeStart(event, after, nowMs);
  if (nowMs < startAtMs) return editAtStart(event, after, nowMs);
  return editRunning(event, after, nowMs);
}

/**
 * A stopped event still says which occurrence it was opened for; a draft has the times of the next, and with no time left
 * those that its schedule has now: nobody opens it for longer.
 */
function editClosed(event: EditedEvent, after: EditedEvent, nowMs: number): ScheduleEdit {
  const period = periodFrom(after.schedules, nowMs);
  if (period !== null)
    return accepted(event.status === "draft" ? timesOf(period) : keptTimes(event));
  const same = sameOccurrence(event, after.schedules);
  if (same !== null) return accepted(event.status === "draft" ? same : null);
  const { startAtMs, endAtMs, preQueueMinutes } = event;
  const effects = overrideDifferences(event, { ...after, occurrence: null }, nowMs);
  return accepted(
    { startAtMs, endAtMs, preQueueMinutes, occurrence: null },
    effects.map((effect) => `Without the schedule, the event opens only manually, with ${effect}.`),
  );
}

function editBeforeStart(event: EditedEvent, after: EditedEvent, nowMs: number): ScheduleEdit {
  const period = periodFrom(after.schedules, nowMs);
  if (period !== null) return accept(event, after, timesOf(period), nowMs);
  const before = occurrenceOf(event);
  if (before === null) return accept(event, after, null, nowMs);
  return refused(
    `The event is open for “${before.schedule.name}”, and no schedule would have a time left. To change its schedules, stop the event first.`,
  );
}

/** The line may have begun already, by its clock. */
function editAtStart(event: EditedEvent, after: EditedEvent, nowMs: number): ScheduleEdit {
  const times = sameOccurrence(event, after.schedules);
  const isMoved = times === null || times.endAtMs !== event.endAtMs;
  if (isMoved && occurrenceOf(event) !== null) {
    return refused("The event is about to start. Save again after the start.");
  }
  return acceptRunning(event, after, times, nowMs);
}

function editRunning(event: EditedEvent, after: EditedEvent, nowMs: number): ScheduleEdit {
  const times = sameOccurrence(event, after.schedules);
  if (times === null || times.endAtMs === event.endAtMs) {
    return acceptRunning(event, after, times, nowMs);
  }
  if (event.endAtMs !== null && event.endAtMs - CLOCKS_MS <= nowMs) {
    return refused("The run is ending. Save again once it has stopped.");
  }
  if (times.endAtMs - CLOCKS_MS <= nowMs) {
    return refused("The current run would already have ended. Stop the event instead.");
  }
  return acceptRunning(event, after, times, nowMs);
}

/** Nothing else can begin before the run that is open has ended. */
function acceptRunning(
  event: EditedEvent,
  after: EditedEvent,
  times: ScheduledTimes | null,
  nowMs: number,
): ScheduleEdit {
  const endAtMs = times?.endAtMs ?? event.endAtMs;
  const isOther = ({ id }: Schedule) => id !== times?.occurrence.schedule.id;
  // What the schedule of the run has besides cannot lie in it.
  const others = times === null ? after.schedules : after.schedules.filter(isOther);
  const horizon = { fromMs: nowMs, toMs: endAtMs ?? Number.POSITIVE_INFINITY };
  if (endAtMs === null) {
    const next = periodFrom(others, nowMs);
    if (next === null) return accept(event, after, times, nowMs);
    return refused(
      `The current run has no end, so “${next.schedule.name}” would never open. Set an end time or stop the event first.`,
    );
  }
  const inside = endAtMs <= nowMs ? null : firstPeriodWithin(others, horizon);
  if (inside === null) return accept(event, after, times, nowMs);
  const end = instantInWords(endAtMs, event.timeZone);
  return refused(
    `The current run ends at ${end}. “${inside.schedule.name}” (with its pre-queue) would start before that. Choose a later start or stop the event first.`,
  );
}

/** The occurrence of the run as its schedule would have it; null where the schedule is gone, or no longer has it. */
function sameOccurrence(event: EditedEvent, schedules: readonly Schedule[]): ScheduledTimes | null {
  const before = occurrenceOf(event);
  if (before === null) return null;
  const schedule = schedules.find(({ id }) => id === before.schedule.id);
  const period = schedule === undefined ? null : periodStartingAt(schedule, before.startAtMs);
  return period === null ? null : timesOf(period);
}

function timesOf(period: SchedulePeriod): ScheduledTimes {
  const { startAtMs, endAtMs } = period;
  const { preQueueMinutes } = period.schedule;
  return { startAtMs, endAtMs, preQueueMinutes, occurrence: keptOf(period) };
}

function accepted(times: RunTimes | null, effects: readonly string[] = []): ScheduleEdit {
  return { isRefused: false, times, effects };
}

function refused(reason: string): ScheduleEdit {
  return { isRefused: true, reason };
}

/** A run whose occurrence is gone keeps it. */
function accept(
  event: EditedEvent,
  after: EditedEvent,
  times: RunTimes | null,
  nowMs: number,
): ScheduleEdit {
  if (event.status !== "open") return accepted(times);
  const kept = times ?? keptTimes(event);
  return accepted(kept, effectsOf(event, { ...after, occurrence: null, ...kept }, nowMs));
}

function keptTimes(event: EditedEvent): RunTimes | null {
  const occurrence = occurrenceOf(event);
  if (occurrence === null) return null;
  const { schedule, startAtMs, endAtMs } = occurrence;
  const { preQueueMinutes } = schedule;
  return { startAtMs, endAtMs: event.endAtMs ?? endAtMs, preQueueMinutes, occurrence };
}

function effectsOf(before: EditedEvent, after: EditedEvent, nowMs: number): readonly string[] {
  const now = overrideDifferences(before, after, nowMs).map((effect) => `Immediately: ${effect}.`);
  return [...timeEffects(before, after, nowMs), ...now, ...heldEffects(before, after, nowMs)];
}

/** In the pre-queue of a schedule an always-on event admits nobody. */
function heldEffects(before: EditedEvent, after: EditedEvent, nowMs: number): readonly string[] {
  const untilMs = heldUntilMs(after, nowMs);
  if (untilMs === null || heldUntilMs(before, before.changedAtMs) === untilMs) return [];
  return [`Immediately: nobody is admitted before ${instantInWords(untilMs, before.timeZone)}.`];
}

function timeEffects(before: EditedEvent, after: EditedEvent, nowMs: number): readonly string[] {
  const told = (atMs: number | null) =>
    atMs === null ? "no time" : instantInWords(atMs, before.timeZone);
  const moved = (what: string, from: number | null, to: number | null) =>
    from === to ? [] : [`The current run ${what} at ${told(to)} instead of ${told(from)}.`];
  const hasBegun = before.startAtMs !== null && before.startAtMs - CLOCKS_MS <= nowMs;
  return [
    ...(hasBegun ? [] : moved("opens its pre-queue", preQueueAt(before), preQueueAt(after))),
    ...moved("starts", before.startAtMs, after.startAtMs),
    ...moved("ends", before.endAtMs, after.endAtMs),
  ];
}

function preQueueAt({ startAtMs, preQueueMinutes }: EditedEvent): number | null {
  return startAtMs === null ? null : startAtMs - preQueueMinutes * 60_000;
}

/** What is in force before and after, in words: one phrase for each setting that differs. */
function overrideDifferences(before: EditedEvent, after: EditedEvent, nowMs: number): string[] {
  const [was, is] = [inForce(before, before.changedAtMs), inForce(after, nowMs)];
  // Object.keys forgets the names that the type above has.
  const names = Object.keys(is) as (keyof ScheduleOverrides)[];
  return names
    .filter((name) => was[name] !== is[name])
    .map((name) => `${inWords(name, is)} instead of ${inWords(name, was)}`);
}

function inForce(event: EditedEvent, atMs: number): Required<ScheduleOverrides> {
  return { ...event.own, ...scheduleInForce(event, atMs)?.overrides };
}

function inWords(name: keyof ScheduleOverrides, values: Required<ScheduleOverrides>): string {
  return overridesInWords({ [name]: values[name] }).join();
}

function instantInWords(atMs: number, timeZone: string): string {
  return `${instantToLocalTime(atMs, timeZone).replace("T", " ")} (${timeZone})`;
}
