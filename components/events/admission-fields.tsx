"use client";

import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const KINDS = [
  { value: "line", label: "Everybody stands in the line" },
  { value: "percentage", label: "A share goes in, the others are held and try again" },
  { value: "sigmoid", label: "A share that falls as the active cap fills" },
];

const IDENTITIES = [
  { value: "browser", label: "Browser (a cookie)" },
  { value: "address", label: "Network address" },
  { value: "header", label: "Header of the request" },
  { value: "parameter", label: "Parameter of the queue page" },
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
              label="Let in"
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
                label="Half goes in at"
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
            label="Held for"
            unit="seconds"
            minValue={5}
            maxValue={3_600}
            description="Afterwards a visitor has a new chance; asking sooner hardly changes anything."
            isRequired
          />
          <SelectField
            control={control}
            name="admission.by"
            label="One visitor is one"
            options={IDENTITIES}
          />
          {by === "header" || by === "parameter" ? (
            <TextField control={control} name="admission.name" label="Its name" mono isRequired />
          ) : null}
        </div>
      )}
    </>
  );
}
