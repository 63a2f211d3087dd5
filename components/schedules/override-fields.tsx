import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { AS_THE_EVENT, type ScheduleValues } from "./schedule-values";

const METHODS = [
  { value: AS_THE_EVENT, label: "Event default" },
  { value: "fifo", label: "First come, first served" },
  { value: "random", label: "Random" },
  { value: "passthrough", label: "Let everyone through" },
  { value: "reject", label: "Admit nobody" },
];

/** What a schedule replaces while it holds. An empty field leaves the event's setting. */
export function OverrideFields({ control }: { control: Control<ScheduleValues> }) {
  return (
    <fieldset className="flex flex-col gap-4 border-t border-separator pt-4">
      <legend className="sr-only">Overrides</legend>
      <p className="text-xs text-muted">
        Replaces event settings while the schedule is active. Leave a field empty to keep the
        event's value.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="outflowPerMinute"
          label="Outflow"
          unit="visitors per minute"
          minValue={1}
          maxValue={1_000_000}
          placeholder="Event default"
        />
        <SelectField control={control} name="method" label="Queueing method" options={METHODS} />
        <LimitField
          control={control}
          name="activeCap"
          label="Active cap"
          unit="visitors on the site"
          none="No cap"
        />
        <LimitField
          control={control}
          name="lineLimit"
          label="Line limit"
          unit="visitors waiting"
          none="No limit"
        />
      </div>
      <TextField
        control={control}
        name="targetUrl"
        label="Target URL"
        type="url"
        placeholder="Event default"
        mono
      />
    </fieldset>
  );
}

type LimitFieldProps = {
  control: Control<ScheduleValues>;
  name: "activeCap" | "lineLimit";
  label: string;
  unit: string;
  none: string;
};

/** A limit: the event's, none, or another number. */
function LimitField({ control, name, label, unit, none }: LimitFieldProps) {
  const choice = useWatch({ control, name: `${name}.choice` });
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        control={control}
        name={`${name}.choice`}
        label={label}
        options={[
          { value: "event", label: "Event default" },
          { value: "none", label: none },
          { value: "limit", label: "Custom" },
        ]}
      />
      {choice === "limit" ? (
        <NumberField
          control={control}
          name={`${name}.limit`}
          label={`${label} override`}
          unit={unit}
          minValue={1}
          maxValue={100_000_000}
        />
      ) : null}
    </div>
  );
}
