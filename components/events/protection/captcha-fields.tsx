"use client";

import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import { ProtectionPart } from "./protection-part";

const KINDS = [
  {
    value: "work",
    label: "Proof of work",
    description: "The browser counts by itself; nothing to see, nobody else involved.",
  },
  {
    value: "captcha",
    label: "CAPTCHA of a vendor",
    description: "A widget of the vendor, with proof of work for who cannot solve it.",
  },
];

const PROVIDERS = [
  { value: "turnstile", label: "Cloudflare Turnstile" },
  { value: "hcaptcha", label: "hCaptcha" },
  { value: "recaptcha", label: "Google reCAPTCHA v3" },
  { value: "friendly-captcha", label: "Friendly Captcha" },
];

const WHEN_DOWN = [
  { value: "work", label: "Proof of work", description: "The browser works instead." },
  { value: "hold", label: "Hold", description: "Visitors wait; the page asks again." },
  { value: "join", label: "Let join", description: "Within the limits, as if nothing was asked." },
];

/** What the challenge is, and what happens while the vendor of a CAPTCHA is away. */
export function CaptchaFields({ control }: { control: Control<EventFormValues> }) {
  const { when, kind, provider } = useWatch({ control, name: "protection.challenge" });
  if (when === "never") return null;
  return (
    <ProtectionPart title="Kind of challenge" description="What visitors get who are challenged.">
      <RadioField
        control={control}
        name="protection.challenge.kind"
        label="Challenge"
        options={KINDS}
      />
      {kind === "work" ? null : (
        <>
          <SelectField
            control={control}
            name="protection.challenge.provider"
            label="Vendor"
            options={PROVIDERS}
          />
          {provider === "recaptcha" ? (
            <NumberField
              control={control}
              name="protection.challenge.minimalScore"
              label="Solved from a score of"
              unit="hundredths"
              minValue={0}
              maxValue={100}
              isRequired
            />
          ) : null}
          <RadioField
            control={control}
            name="protection.challenge.whenDown"
            label="While the vendor does not answer"
            options={WHEN_DOWN}
          />
        </>
      )}
    </ProtectionPart>
  );
}
