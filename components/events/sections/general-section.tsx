"use client";

import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import { TargetSection } from "../target-section";
import type { SectionProps } from "./section-props";

/** What the event is called, and where visitors go. */
export function GeneralSection({ control }: SectionProps) {
  return (
    <>
      <FormSection title="Event" description="What it is called.">
        <TextField
          control={control}
          name="name"
          label="Name"
          description="Visitors read it on the waiting page."
          isRequired
        />
        <TextField
          control={control}
          name="eventId"
          label="Event id"
          description="Chosen once; addresses, tokens and cookies carry it."
          mono
          isReadOnly
        />
      </FormSection>
      <TargetSection control={control} />
    </>
  );
}
