import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";

const KINDS = [
  {
    value: "work",
    label: "Proof of work",
    description: "Runs invisibly in the visitor's browser. No third party involved.",
  },
  {
    value: "captcha",
    label: "Vendor CAPTCHA",
    description: "The vendor's widget, with proof of work as a fallback.",
  },
];

const PROVIDERS = [
  { value: "turnstile", label: "Cloudflare Turnstile" },
  { value: "hcaptcha", label: "hCaptcha" },
  { value: "recaptcha", label: "Google reCAPTCHA v3" },
  { value: "friendly-captcha", label: "Friendly Captcha" },
];

const WHEN_DOWN = [
  { value: "work", label: "Proof of work", description: "Fall back to proof of work." },
  { value: "hold", label: "Hold", description: "Visitors wait while the page retries." },
  {
    value: "join",
    label: "Allow",
    description: "Visitors join without a challenge, within the limits.",
  },
];

/** What the challenge is, and what happens while the vendor of a CAPTCHA is away. */
export function CaptchaFields({ control }: { control: Control<EventFormValues> }) {
  const { when, kind, provider } = useWatch({ control, name: "protection.challenge" });
  if (when === "never") return null;
  return (
    <FormSection title="Challenge type" description="What challenged visitors see.">
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
              label="Minimum score"
              unit="hundredths"
              minValue={0}
              maxValue={100}
              isRequired
            />
          ) : null}
          <RadioField
            control={control}
            name="protection.challenge.whenDown"
            label="If the vendor is down"
            options={WHEN_DOWN}
          />
        </>
      )}
    </FormSection>
  );
}
