"use client";

import type { Control } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { ProtectionPart } from "./protection-part";

/** Whether a place stays with its browser, and to what passes are bound. */
export function PossessionFields({ control }: { control: Control<EventFormValues> }) {
  return (
    <ProtectionPart
      title="Selling places"
      description="A place that was moved to another browser is found. Browsers that cannot prove it still work, and their score knows."
    >
      <CheckField
        control={control}
        name="protection.possession.isAsked"
        label="Ask for the key of the browser that joined"
      />
      <CheckField
        control={control}
        name="protection.pass.bindsToUserAgent"
        label="Bind passes to the browser’s name"
        description="The connector refuses a pass that comes with another user agent."
      />
    </ProtectionPart>
  );
}
