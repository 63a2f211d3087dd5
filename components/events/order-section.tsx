import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { SelectField } from "@/components/shared/select-field";
import { AdmissionFields } from "./admission-fields";
import type { EventFormValues } from "./event-form-values";
import { ofSetting } from "./of-setting";

const METHODS = [
  { value: "fifo", label: "First come, first served" },
  { value: "random", label: "Random: equal chance for every waiting visitor" },
  { value: "passthrough", label: "Let everyone through, counted" },
  { value: "reject", label: "Admit nobody" },
];

const EXPLANATIONS: Readonly<Record<EventFormValues["method"], string>> = {
  fifo: "Visitors are admitted in order of their numbers.",
  random: "Places are hidden. Numbers are kept, so switching back restores the original order.",
  passthrough: "Ignores the outflow and active cap. Passes are marked and counted separately.",
  reject: "Visitors see the pause message. Nobody can join.",
};

/** Who is next. */
export function OrderSection({ control }: { control: Control<EventFormValues> }) {
  const method = useWatch({ control, name: "method" });
  return (
    <FormSection
      title="Order"
      description="Who is admitted next. You can change it at any time; visitors keep their numbers."
    >
      <SelectField
        control={control}
        {...ofSetting("method")}
        options={METHODS}
        description={EXPLANATIONS[method]}
      />
      <AdmissionFields control={control} />
      <CheckField
        control={control}
        {...ofSetting("queueAll")}
        description="Every visitor sees the waiting page, even when nobody is waiting."
      />
    </FormSection>
  );
}
