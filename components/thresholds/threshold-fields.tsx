import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import {
  METRIC_SIDE,
  THRESHOLD_METRICS,
  type ThresholdMetric,
} from "@/lib/domain/threshold/threshold";
import type { CreateThresholdInput } from "@/lib/services/event/threshold/schemas";
import type { ThresholdView } from "@/lib/services/event/threshold/threshold-view";
import { METRIC_LABELS } from "./metric-labels";

/** What the form of a threshold holds. */
export type ThresholdFormValues = {
  name: string;
  metric: ThresholdMetric;
  /** "": all events. */
  eventId: string;
  crossedAt: number | null;
  clearedAt: number | null;
  holdSeconds: number | null;
};

export type EventChoice = { readonly eventId: string; readonly name: string };

/** The form of a threshold, or of a new one. */
export function toFormValues(threshold: ThresholdView | null): ThresholdFormValues {
  const { name = "", metric = "waiting", eventId = null } = threshold ?? {};
  const { crossedAt = null, clearedAt = null, holdSeconds = 30 } = threshold ?? {};
  return { name, metric, eventId: eventId ?? "", crossedAt, clearedAt, holdSeconds };
}

/** What the service is asked for; it refuses what is missing. */
export function toInput(values: ThresholdFormValues): CreateThresholdInput {
  const { eventId, crossedAt, clearedAt, holdSeconds, ...rest } = values;
  return {
    ...rest,
    eventId: eventId === "" ? null : eventId,
    crossedAt: crossedAt ?? Number.NaN,
    clearedAt: clearedAt ?? Number.NaN,
    holdSeconds: holdSeconds ?? Number.NaN,
  };
}

type FieldsProps = {
  control: Control<ThresholdFormValues>;
  events: readonly EventChoice[];
};

/** The fields of a threshold. */
export function ThresholdFields({ control, events }: FieldsProps) {
  const metric = useWatch({ control, name: "metric" });
  const side = METRIC_SIDE[metric];
  const { unit } = METRIC_LABELS[metric];
  const metrics = THRESHOLD_METRICS.map((value) => ({ value, label: METRIC_LABELS[value].label }));
  const choices = events.map(({ eventId, name }) => ({ value: eventId, label: name }));
  return (
    <>
      <TextField
        control={control}
        name="name"
        label="Name"
        placeholder="Line too long"
        description="Shown in webhooks and alerts."
        isRequired
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={control} name="metric" label="Metric" options={metrics} />
        <SelectField
          control={control}
          name="eventId"
          label="Event"
          options={[{ value: "", label: "All events" }, ...choices]}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          {...{ control, unit }}
          name="crossedAt"
          label={side === "above" ? "Crossed at or above" : "Crossed at or below"}
          isRequired
        />
        <NumberField
          {...{ control, unit }}
          name="clearedAt"
          label={side === "above" ? "Cleared at or below" : "Cleared at or above"}
          description="In between, nothing changes."
          isRequired
        />
        <NumberField
          control={control}
          name="holdSeconds"
          label="Hold for"
          unit="seconds"
          maxValue={3_600}
          description="Shorter peaks are ignored."
          isRequired
        />
      </div>
    </>
  );
}
