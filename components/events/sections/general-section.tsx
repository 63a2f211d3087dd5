"use client";

import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import { ofSetting } from "../of-setting";
import { TargetSection } from "../target-section";
import type { SectionProps } from "./section-props";

/** What the event is called, and where visitors go. */
export function GeneralSection({ control }: SectionProps) {
  return (
    <>
      <FormSection title="Event" description="Name and ID.">
        <TextField
          control={control}
          {...ofSetting("name")}
          description="Shown to visitors on the waiting page."
          isRequired
        />
        <TextField
          control={control}
          name="eventId"
          label="Event id"
          description="Part of URLs, tokens and cookies. Can't be changed."
          mono
          isReadOnly
        />
      </FormSection>
      <TargetSection control={control} />
    </>
  );
}
