"use client";

import type { Control } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { RadioField } from "@/components/shared/radio-field";
import { ProtectionPart } from "./protection-part";

const KINDS = [
  {
    value: "knownuser",
    label: "Queue token",
    description: "Every connector reads it. Whoever knows the secret of the site can make one.",
  },
  {
    value: "both",
    label: "Token and signed pass",
    description:
      "Our connectors let in by the pass alone, which only the waiting room can make; all others by the token.",
  },
  {
    value: "signed",
    label: "Signed pass",
    description:
      "The pass alone. Connectors that cannot check it let nobody in. Change to both first, until all connectors have the new rules.",
  },
];

/** Whether a place stays with its browser, what passes are, and to what they are bound. */
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
        description="At the front the browser proves that it holds the key it had when it joined. A copied place goes in nowhere else; visitors take it to another device by a code."
      />
      <RadioField
        control={control}
        name="protection.pass.kind"
        label="What lets visitors in on the site"
        options={KINDS}
      />
      <CheckField
        control={control}
        name="protection.pass.bindsToUserAgent"
        label="Bind passes to the browser’s name"
        description="Our connectors send a pass that comes with another user agent back to the line, where its visitor gets a new one. Connectors other than ours may refuse such sessions."
      />
    </ProtectionPart>
  );
}
