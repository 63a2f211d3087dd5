import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { RadioField } from "@/components/shared/radio-field";
import type { EventFormValues } from "./event-form-values";
import { ofSetting } from "./of-setting";

export const KINDS = [
  {
    value: "always-on",
    label: "Always on",
    description: "Visitors see the waiting room only when demand exceeds capacity.",
  },
  {
    value: "scheduled",
    label: "Scheduled",
    description: "Starts at a set time, with an optional pre-queue. For sales and registrations.",
  },
];

/** Whether the event runs all year or at set times; that cannot change while it is open. */
export function KindSection({
  control,
  isOpen,
}: {
  control: Control<EventFormValues>;
  isOpen: boolean;
}) {
  return (
    <FormSection
      title="When"
      description={isOpen ? "Stop the event to change this." : "When the event is active."}
    >
      <RadioField control={control} {...ofSetting("kind")} options={KINDS} isDisabled={isOpen} />
    </FormSection>
  );
}
