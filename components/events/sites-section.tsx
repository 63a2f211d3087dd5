import type { Control } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";
import { ofSetting } from "./of-setting";

/** Who may join, and which sites may ask for visitors or show the page in a frame. */
export function SitesSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection title="Who can join" description="And from which of your sites.">
      <CheckField
        control={control}
        {...ofSetting("inviteOnly")}
        description="Requires an access code or a link with an enqueue token."
      />
      <TextField
        control={control}
        {...ofSetting("apiOrigins")}
        rows={2}
        mono
        placeholder="https://app.example.com"
        description="One per line. Scripts on these sites can join and wait on a visitor's behalf. Apps don't need an entry."
      />
      <TextField
        control={control}
        {...ofSetting("frameOrigins")}
        rows={2}
        mono
        placeholder="https://shop.example.com"
        description="One per line. On other sites, the frame shows a link that opens the page in a new window."
      />
    </FormSection>
  );
}
