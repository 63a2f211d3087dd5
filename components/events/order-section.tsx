"use client";

import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { SelectField } from "@/components/shared/select-field";
import { AdmissionFields } from "./admission-fields";
import type { EventFormValues } from "./event-form-values";

const METHODS = [
  { value: "fifo", label: "First come, first served" },
  { value: "random", label: "Random: the same chance for everybody who waits" },
  { value: "passthrough", label: "Let everybody through, counted" },
  { value: "reject", label: "Let nobody in" },
];

const EXPLANATIONS: Readonly<Record<EventFormValues["method"], string>> = {
  fifo: "Visitors go in by their numbers.",
  random:
    "No place is shown. Numbers are kept, so the old order returns with first come, first served.",
  passthrough: "Outside the outflow and the cap. Passes are marked and counted apart.",
  reject: "Visitors read the message that goes with a pause. Nobody can join.",
};

/** Who is next. */
export function OrderSection({ control }: { control: Control<EventFormValues> }) {
  const method = useWatch({ control, name: "method" });
  return (
    <FormSection
      title="Order"
      description="Who is next. It can be changed while people wait; nobody loses their number."
    >
      <SelectField
        control={control}
        name="method"
        label="Queueing method"
        options={METHODS}
        description={EXPLANATIONS[method]}
      />
      <AdmissionFields control={control} />
      <CheckField
        control={control}
        name="queueAll"
        label="Queue all"
        description="Nobody skips the waiting page, even when nobody waits."
      />
    </FormSection>
  );
}
