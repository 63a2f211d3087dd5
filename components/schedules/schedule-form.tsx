import dynamic from "next/dynamic";
import { type Control, useWatch } from "react-hook-form";
import { ActionForm } from "@/components/shared/action-form";
import { LocalTimeField } from "@/components/shared/local-time-field";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { TextField } from "@/components/shared/text-field";
import { TimeZoneField } from "@/components/shared/time-zone-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { OverrideFields } from "./override-fields";
import { RecurrenceFields } from "./recurrence-fields";
import type { ScheduleValues } from "./schedule-values";

// It reads the form with the schema library, which nothing else on the page needs.
const NextTimes = dynamic(() => import("./next-times").then((module) => module.NextTimes), {
  ssr: false,
});

const KINDS = [
  { value: "recurring", label: "Repeats", description: "Daily, weekly or monthly." },
  { value: "once", label: "Once", description: "A single period." },
];

type ScheduleFormProps = {
  defaultValues: ScheduleValues;
  event: Pick<EventView, "kind" | "timeZone">;
  nowMs: number;
  saveLabel: string;
  save: (values: ScheduleValues) => Promise<ActionResult<EventView>>;
  onDone: () => void;
};

/** One schedule: when it holds, and what it replaces meanwhile. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { defaultValues, event, nowMs, save, saveLabel, onDone } = props;
  const { control, ...asked } = useActionForm<ScheduleValues, EventView>({
    defaultValues,
    submit: save,
    onDone,
  });
  return (
    <ActionForm {...asked} submit={saveLabel} aria-label="Schedule">
      <TextField control={control} name="name" label="Name" placeholder="Monday sale" isRequired />
      <RadioField control={control} name="kind" label="Frequency" options={KINDS} />
      <TimeZoneField control={control} name="timeZone" label="Time zone" />
      <Timing control={control} />
      {event.kind === "scheduled" ? (
        <NumberField
          control={control}
          name="preQueueMinutes"
          label="Pre-queue"
          unit="minutes before each start"
          maxValue={1_440}
        />
      ) : null}
      <NextTimes control={control} timeZone={event.timeZone} nowMs={nowMs} />
      <OverrideFields control={control} />
    </ActionForm>
  );
}

function Timing({ control }: { control: Control<ScheduleValues> }) {
  const [kind, timeZone] = useWatch({ control, name: ["kind", "timeZone"] });
  const shared = { control, timeZone, isRequired: true };
  if (kind === "recurring") return <RecurrenceFields control={control} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LocalTimeField {...shared} name="startLocal" label="Start" past="It has begun already." />
      <LocalTimeField {...shared} name="endLocal" label="End" past="It will never come." />
    </div>
  );
}
