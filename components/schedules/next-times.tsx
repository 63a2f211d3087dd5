import { type Control, useWatch } from "react-hook-form";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import { newScheduleValues, type ScheduleValues, toSchedule } from "./schedule-values";
import { TimeList } from "./time-list";

type NextTimesProps = { control: Control<ScheduleValues>; timeZone: string; nowMs: number };

const UNOPENED = {
  kind: "scheduled",
  status: "draft",
  startAtMs: null,
  endAtMs: null,
  occurrence: null,
} as const;

/** The next times of what is in the form at the moment. */
export function NextTimes({ control, timeZone, nowMs }: NextTimesProps) {
  const typed = { ...newScheduleValues(timeZone), ...useWatch({ control }) };
  const schedule = readTyped(typed as ScheduleValues);
  return (
    <div className="rounded-lg bg-surface-secondary px-3 py-2" aria-live="polite">
      <p className="text-xs font-medium">Upcoming times in {timeZone.replaceAll("_", " ")}</p>
      {schedule === null ? (
        <p className="text-xs text-muted">Complete the days and times to see them.</p>
      ) : (
        <TimeList
          schedule={schedule}
          event={{ ...UNOPENED, schedules: [schedule] }}
          timeZone={timeZone}
          nowMs={nowMs}
        />
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
