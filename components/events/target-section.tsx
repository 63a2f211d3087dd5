"use client";

import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

export function TargetSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection
      title="Where visitors go"
      description="Visitors return to the page they asked for. Foreign addresses fall back to the target."
    >
      <TextField
        control={control}
        name="targetUrl"
        label="Target URL"
        type="url"
        placeholder="https://shop.example.com/tickets"
        description="Where a visitor goes who came without a page in mind."
        isRequired
        mono
      />
      <TextField
        control={control}
        name="allowedHosts"
        label="Allowed target hosts"
        rows={3}
        mono
        placeholder={"www.example.com\n*.shop.example.com"}
        description="One a line: host, host:port or *.host. The host of the target URL is always allowed."
      />
    </FormSection>
  );
}
