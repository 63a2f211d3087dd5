"use client";

import { type Control, useWatch } from "react-hook-form";
import { periodInWords } from "@/lib/domain/schedule/period-in-words";
import { type Schedule, upcomingPeriods } from "@/lib/domain/schedule/schedule";
import { schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import { newScheduleValues, type ScheduleValues, toSchedule } from "./schedule-values";

const SHOWN = 3;

type TimesProps = { schedule: Schedule; timeZone: string; nowMs: number };

/** The next three times at which a schedule begins. */
export function TimeList({ schedule, timeZone, nowMs }: TimesProps) {
  const periods = upcomingPeriods([schedule], nowMs, SHOWN);
  if (periods.length === 0) return <p className="text-xs text-muted">Does not happen any more.</p>;
  return (
    <ol aria-label={`Next times of ${schedule.name}`} className="figures text-xs text-muted">
      {periods.map((period) => (
        <li key={period.startAtMs}>
          <time dateTime={new Date(period.startAtMs).toISOString()}>
            {periodInWords(period, timeZone)}
          </time>
        </li>
      ))}
    </ol>
  );
}

type NextTimesProps = { control: Control<ScheduleValues>; timeZone: string; nowMs: number };

/** The same for what is in the form at the moment. */
export function NextTimes({ control, timeZone, nowMs }: NextTimesProps) {
  const typed = { ...newScheduleValues(timeZone), ...useWatch({ control }) };
  const schedule = readTyped(typed as ScheduleValues);
  return (
    <div className="rounded-lg bg-surface-secondary px-3 py-2" aria-live="polite">
      <p className="text-xs font-medium">Next times, in {timeZone.replaceAll("_", " ")}</p>
      {schedule === null ? (
        <p className="text-xs text-muted">They appear once the days and times are complete.</p>
      ) : (
        <TimeList schedule={schedule} timeZone={timeZone} nowMs={nowMs} />
      )}
    </div>
  );
}

/** Null while the times are not complete; other fields may still be empty. */
function readTyped(values: ScheduleValues): Schedule | null {
  const { timing } = toSchedule(values, "typed");
  const preQueueMinutes = values.preQueueMinutes ?? 0;
  const typed = { id: "typed", name: "this schedule", timing, preQueueMinutes, overrides: {} };
  return schedulesSchema.safeParse([typed]).data?.[0] ?? null;
}
