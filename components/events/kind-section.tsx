"use client";

import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { RadioField } from "@/components/shared/radio-field";
import type { EventFormValues } from "./event-form-values";

export const KINDS = [
  {
    value: "always-on",
    label: "Always on",
    description: "A safety net that runs all year. Nobody sees a page until more come than fit.",
  },
  {
    value: "scheduled",
    label: "Scheduled",
    description: "Starts at a set time, with a pre-queue before it. For sales and registrations.",
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
      description={
        isOpen
          ? "While the event is open this cannot change: stop it first."
          : "When it is at work."
      }
    >
      <RadioField control={control} name="kind" label="Kind" options={KINDS} isDisabled={isOpen} />
    </FormSection>
  );
}
