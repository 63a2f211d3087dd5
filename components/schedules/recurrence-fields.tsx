import { type Control, useFormState, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
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
      {pattern === "weekly" ? <Weekdays control={control} /> : null}
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

function Weekdays({ control }: RecurrenceFieldsProps) {
  const { errors } = useFormState({ control, name: "weekdays" });
  const chosen = Object.values(useWatch({ control, name: "weekdays" }));
  const problem = chosen.includes(true) ? undefined : errors.weekdays?.message;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm text-foreground">Weekdays</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {DAYS.map((day) => (
          <CheckField
            key={day}
            control={control}
            name={`weekdays.${day}`}
            label={shortWeekday(day)}
          />
        ))}
      </div>
      {typeof problem === "string" ? (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
