import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const KINDS = [
  { value: "line", label: "Everyone queues" },
  { value: "percentage", label: "Admit a fixed share" },
  { value: "sigmoid", label: "Admit a share that falls as the active cap fills" },
];

const IDENTITIES = [
  { value: "browser", label: "Browser (a cookie)" },
  { value: "address", label: "Network address" },
  { value: "header", label: "Request header" },
  { value: "cookie", label: "Cookie of your site" },
  { value: "parameter", label: "Queue page parameter" },
];

/** Admission by lottery instead of a line. */
export function AdmissionFields({ control }: { control: Control<EventFormValues> }) {
  const kind = useWatch({ control, name: "admission.kind" });
  const by = useWatch({ control, name: "admission.by" });
  return (
    <>
      <SelectField control={control} name="admission.kind" label="Admission" options={KINDS} />
      {kind === "line" ? null : (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {kind === "percentage" ? (
            <NumberField
              control={control}
              name="admission.percent"
              label="Admit"
              unit="% of visitors"
              minValue={0}
              maxValue={100}
              step={0.1}
              isRequired
            />
          ) : (
            <>
              <NumberField
                control={control}
                name="admission.midpointPercent"
                label="50 % admitted at"
                unit="% of the cap"
                minValue={1}
                maxValue={100}
                isRequired
              />
              <NumberField
                control={control}
                name="admission.steepness"
                label="Steepness"
                unit="1–100"
                minValue={1}
                maxValue={100}
                isRequired
              />
            </>
          )}
          <NumberField
            control={control}
            name="admission.holdSeconds"
            label="Retry after"
            unit="seconds"
            minValue={5}
            maxValue={3_600}
            description="After this time the visitor gets a new chance. Retrying sooner barely helps."
            isRequired
          />
          <SelectField
            control={control}
            name="admission.by"
            label="Identify visitors by"
            options={IDENTITIES}
          />
          {by !== "browser" && by !== "address" ? (
            <TextField control={control} name="admission.name" label="Name" mono isRequired />
          ) : null}
          <TextField
            control={control}
            name="admission.lane"
            label="Lane of drawn visitors"
            description="Everyone queues, and drawn visitors take the lane with this key. Leave empty to hold the others."
            mono
          />
        </div>
      )}
    </>
  );
}
