import type { Control } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import type { EventFormValues } from "./event-form-values";

/** How visitors who close the page may be told of their turn. */
export function NoticesSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection
      title="Notices"
      description="Notify visitors about five minutes before their turn, so they can close the page. Unavailable with random order or when absent visitors are dropped."
    >
      <CheckField
        control={control}
        name="notices.mail"
        label="E-mail"
        description="Visitors confirm their address first. Requires a mail server (SMTP_URL). Addresses are deleted after sending or when the run ends."
      />
      <CheckField
        control={control}
        name="notices.push"
        label="Browser notification"
        description="Encrypted web push. On iPhones, only for pages added to the home screen."
      />
    </FormSection>
  );
}
