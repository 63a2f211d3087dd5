"use client";

import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { DrawFields } from "./draw-fields";
import type { EventFormValues } from "./event-form-values";

type ScheduleSectionProps = {
  control: Control<EventFormValues>;
  timeZones: readonly string[];
  /** True where schedules set the times of each run. */
  hasSchedules: boolean;
};

/** The times of a scheduled event; an always-on one has none. */
export function ScheduleSection({ control, timeZones, hasSchedules }: ScheduleSectionProps) {
  const kind = useWatch({ control, name: "kind" });
  if (kind !== "scheduled") return null;
  return (
    <FormSection
      title="Schedule"
      description={
        hasSchedules
          ? "The schedules of the event set these times for each run."
          : "Wall-clock times in the time zone of the event. They may be moved until the start."
      }
    >
      <SelectField
        control={control}
        name="timeZone"
        label="Time zone"
        options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="startLocal"
          label="Start"
          type="datetime-local"
          isReadOnly={hasSchedules}
          isRequired
        />
        <TextField
          control={control}
          name="endLocal"
          label="End"
          type="datetime-local"
          isReadOnly={hasSchedules}
          description="Leave empty to end it by hand."
        />
      </div>
      {hasSchedules ? null : (
        <NumberField
          control={control}
          name="preQueueMinutes"
          label="Pre-queue"
          unit="minutes before the start"
          maxValue={1_440}
          description="Early visitors get their numbers in this time. Nobody enters before the start."
        />
      )}
      <DrawFields control={control} />
    </FormSection>
  );
}
