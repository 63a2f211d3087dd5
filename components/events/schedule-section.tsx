import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { LocalTimeField } from "@/components/shared/local-time-field";
import { NumberField } from "@/components/shared/number-field";
import { TimeZoneField } from "@/components/shared/time-zone-field";
import { DrawFields } from "./draw-fields";
import type { EventFormValues } from "./event-form-values";
import { ofNumber, ofSetting } from "./of-setting";

type ScheduleSectionProps = {
  control: Control<EventFormValues>;
  /** True where schedules set the times of each run. */
  hasSchedules: boolean;
  /** For a new event, which opens later and whose order follows from what it is for. */
  newEvent?: { readonly isDrawn: boolean };
};

/** The times of a scheduled event; an always-on one has none. */
export function ScheduleSection(props: ScheduleSectionProps) {
  const { control, hasSchedules, newEvent } = props;
  const [kind, timeZone] = useWatch({ control, name: ["kind", "timeZone"] });
  if (kind !== "scheduled") return null;
  return (
    <FormSection
      title="Schedule"
      description={
        hasSchedules
          ? "Schedules set these times for each run."
          : "In the event's time zone. You can change them until the start."
      }
    >
      <TimeZoneField control={control} {...ofSetting("timeZone")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <LocalTimeField
          control={control}
          {...ofSetting("startLocal")}
          timeZone={timeZone}
          {...(newEvent === undefined
            ? { past: "Visitors are admitted as soon as the event is started." }
            : { past: "This time has passed. Choose a later start.", refusesPast: true })}
          isReadOnly={hasSchedules}
          isRequired
        />
        <LocalTimeField
          control={control}
          {...ofSetting("endLocal")}
          timeZone={timeZone}
          past="This time has passed. Choose a later end."
          refusesPast={newEvent !== undefined}
          isReadOnly={hasSchedules}
          description="Leave empty to stop the event manually."
        />
      </div>
      {hasSchedules ? null : (
        <NumberField
          control={control}
          {...ofNumber("preQueueMinutes")}
          unit="minutes before the start"
          description="Early visitors get their numbers during the pre-queue. Nobody is admitted before the start."
        />
      )}
      {newEvent === undefined || newEvent.isDrawn ? (
        <DrawFields control={control} isDrawn={newEvent !== undefined} />
      ) : null}
    </FormSection>
  );
}
