"use client";

import type { Control } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

/** Who may join, and which sites may ask for visitors or show the page in a frame. */
export function SitesSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection title="Who may join" description="And from which sites of yours.">
      <CheckField
        control={control}
        name="inviteOnly"
        label="By invitation only"
        description="Nobody joins without an access code or a link with an enqueue token."
      />
      <TextField
        control={control}
        name="apiOrigins"
        label="Sites that may ask"
        rows={2}
        mono
        placeholder="https://app.example.com"
        description="One a line. Scripts of these sites may join, wait and enter for their visitors. Apps need no entry."
      />
      <TextField
        control={control}
        name="frameOrigins"
        label="Sites that may frame the waiting page"
        rows={2}
        mono
        placeholder="https://shop.example.com"
        description="One a line. On any other site a frame shows a link to a window of its own."
      />
    </FormSection>
  );
}
