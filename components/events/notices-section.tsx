"use client";

import type { Control } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import type { EventFormValues } from "./event-form-values";

/** How visitors who close the page may be told of their turn. */
export function NoticesSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection
      title="Notices"
      description="Visitors who wait may ask to be told about five minutes before their turn, and close the page meanwhile. Not in random order, and not where a place ends by absence: a closed page would lose it."
    >
      <CheckField
        control={control}
        name="notices.mail"
        label="By e-mail"
        description="Visitors confirm their address first. Offered once the installation has a mail server (SMTP_URL); addresses are deleted after the e-mail, or with the run."
      />
      <CheckField
        control={control}
        name="notices.push"
        label="By a notification of the browser"
        description="Web push: the browser’s own push service delivers it, encrypted. On iPhones only for pages on the home screen."
      />
    </FormSection>
  );
}
