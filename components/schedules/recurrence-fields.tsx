import { type Control, useWatch } from "react-hook-form";
import { type ChoiceGroup, ChoicesField } from "@/components/shared/choices-field";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { shortWeekday } from "@/lib/domain/schedule/in-words";
import type { Weekday } from "@/lib/domain/schedule/recurring";
import type { ScheduleValues } from "./schedule-values";

const PATTERNS = [
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
];

const DAYS: readonly Weekday[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

type RecurrenceFieldsProps = { control: Control<ScheduleValues> };

/** The days, the time and the duration of a recurrence. */
export function RecurrenceFields({ control }: RecurrenceFieldsProps) {
  const pattern = useWatch({ control, name: "pattern" });
  return (
    <>
      <SelectField control={control} name="pattern" label="Days" options={PATTERNS} />
      {pattern === "weekly" ? (
        <ChoicesField name="weekdays" isInline control={control} groups={[WEEKDAY_CHOICES]} />
      ) : null}
      {pattern === "monthly" ? (
        <TextField
          control={control}
          name="monthDays"
          label="Days of month"
          placeholder="1, 15, last"
          description="1–31, or last. Months without that day are skipped."
          isRequired
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="startTime" label="Start" type="time" isRequired />
        <NumberField
          control={control}
          name="durationMinutes"
          label="Duration"
          unit="minutes"
          minValue={1}
          maxValue={44_640}
          isRequired
        />
        <TextField control={control} name="fromDate" label="From" type="date" />
        <TextField control={control} name="untilDate" label="Until" type="date" />
      </div>
      <TextField
        control={control}
        name="exceptDates"
        label="Exceptions"
        rows={2}
        mono
        placeholder={"2026-12-25\n2027-01-01"}
        description="Dates to skip, one per line."
      />
    </>
  );
}

const WEEKDAY_CHOICES: ChoiceGroup = {
  label: "Weekdays",
  choices: DAYS.map((day) => ({ value: day, label: shortWeekday(day) })),
};
