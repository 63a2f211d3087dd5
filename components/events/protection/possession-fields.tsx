import type { Control } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { RadioField } from "@/components/shared/radio-field";

const KINDS = [
  {
    value: "knownuser",
    label: "Queue token",
    description: "Works with every connector. Anyone who has the site's secret can create one.",
  },
  {
    value: "both",
    label: "Queue token and signed pass",
    description:
      "Our connectors use the pass, which only the waiting room can sign. Others use the token.",
  },
  {
    value: "signed",
    label: "Signed pass",
    description:
      "Connectors that can't verify passes admit nobody. Choose both first, until all connectors have the new rules.",
  },
];

/** Whether a place stays with its browser, what passes are, and to what they are bound. */
export function PossessionFields({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection
      title="Resale protection"
      description="Detects places moved to another browser. Browsers without key support still work, with a higher score."
    >
      <CheckField
        control={control}
        name="protection.possession.isAsked"
        label="Bind places to the visitor's browser"
        description="The browser that joined must prove it holds its key to enter. Visitors can move to another device with a code."
      />
      <RadioField
        control={control}
        name="protection.pass.kind"
        label="Pass format"
        options={KINDS}
      />
      <CheckField
        control={control}
        name="protection.pass.bindsToUserAgent"
        label="Bind passes to the user agent"
        description="If the user agent changes, our connectors send the visitor back to get a new pass. Third-party connectors may reject the session."
      />
    </FormSection>
  );
}
