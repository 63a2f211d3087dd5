import type { Control } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import type { EventFormValues } from "./event-form-values";
import { ofNumber, ofSetting } from "./of-setting";

const MODES = [
  {
    value: "sliding",
    label: "Sliding",
    description: "Each page view extends the session.",
  },
  {
    value: "fixed",
    label: "Fixed",
    description: "The session ends after its length, regardless of activity.",
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
      description="How long an admission lasts, and what crawlers and apps get from the waiting page."
    >
      <RadioField control={control} {...ofSetting("sessionMode")} options={MODES} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField control={control} {...ofNumber("sessionMinutes")} unit="minutes" />
        <NumberField
          control={control}
          {...ofNumber("queueTokenValiditySeconds")}
          unit="seconds"
          description="How long visitors have to reach your site after they are admitted."
        />
      </div>
      <CheckField
        control={control}
        {...ofSetting("bindsToAddress")}
        description="Passes work only from the address that joined. Visitors whose address changes (mobile networks, CGNAT, IPv4/IPv6) queue again, and some third-party connectors may reject the session."
      />
      <SelectField
        control={control}
        {...ofSetting("waitingStatusCode")}
        options={STATUS_CODES}
        description="429 and 503 keep the waiting page out of search indexes, but some proxies handle them badly."
      />
      <CheckField
        control={control}
        {...ofSetting("cloudflareJson")}
        description="Returns Cloudflare Waiting Room fields for Accept: application/json instead of our JSON, so apps written for it work unchanged."
      />
    </FormSection>
  );
}
