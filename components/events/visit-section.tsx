"use client";

import type { Control } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import type { EventFormValues } from "./event-form-values";

const MODES = [
  {
    value: "sliding",
    label: "Sliding",
    description: "Each visit to the site begins the session anew.",
  },
  {
    value: "fixed",
    label: "Fixed",
    description: "The session ends after its minutes, however busy the visitor is.",
  },
];

const STATUS_CODES = [
  { value: "200", label: "200 OK" },
  { value: "202", label: "202 Accepted" },
  { value: "429", label: "429 Too Many Requests" },
  { value: "503", label: "503 Service Unavailable" },
];

export function VisitSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection
      title="Visit"
      description="How long an admission is worth something, and what programs see of the waiting page."
    >
      <RadioField control={control} name="sessionMode" label="Session" options={MODES} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="sessionMinutes"
          label="Session length"
          unit="minutes"
          minValue={1}
          maxValue={1_440}
          isRequired
        />
        <NumberField
          control={control}
          name="queueTokenValiditySeconds"
          label="Queue token valid"
          unit="seconds"
          minValue={10}
          maxValue={3_600}
          description="Time to arrive at the site after being admitted."
          isRequired
        />
      </div>
      <CheckField
        control={control}
        name="bindsToAddress"
        label="Bind passes to the visitor’s network address"
        description="A pass that was handed on is refused elsewhere. So is everybody whose address changes on the way, as in mobile networks, behind shared connections (CGNAT) and between IPv4 and IPv6: they wait again. Site and waiting room must see the same address, and connectors other than ours or the JavaScript one may refuse the session."
      />
      <SelectField
        control={control}
        name="waitingStatusCode"
        label="Status code of the waiting page"
        options={STATUS_CODES}
        description="Search engines keep a page away from their index with 429 or 503; some proxies dislike them."
      />
      <CheckField
        control={control}
        name="cloudflareJson"
        label="Cloudflare’s JSON"
        description="Apps and scripts that were written for Cloudflare’s Waiting Room wait here as they are: with Accept: application/json they get its fields, and our own JSON is not there for them."
      />
    </FormSection>
  );
}
