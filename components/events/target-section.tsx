import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";
import { ofSetting } from "./of-setting";

export function TargetSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection
      title="Destination"
      description="Visitors return to the page they requested. URLs on other hosts fall back to the target URL."
    >
      <TextField
        control={control}
        {...ofSetting("targetUrl")}
        type="url"
        placeholder="https://shop.example.com/tickets"
        description="Used when a visitor didn't request a specific page."
        isRequired
        mono
      />
      <TextField
        control={control}
        {...ofSetting("allowedHosts")}
        rows={3}
        mono
        placeholder={"www.example.com\n*.shop.example.com"}
        description="One per line: host, host:port or *.host. The target URL's host is always allowed."
      />
    </FormSection>
  );
}
