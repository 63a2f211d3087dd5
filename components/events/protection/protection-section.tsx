"use client";

import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { CaptchaFields } from "./captcha-fields";
import { ChallengeFields } from "./challenge-fields";
import { DeferredFields } from "./deferred-fields";
import { LimitsFields } from "./limits-fields";
import { PossessionFields } from "./possession-fields";
import { PresetPicker } from "./preset-picker";
import { RulesFields } from "./rules-fields";
import { ScoreFields } from "./score-fields";

/** How bots and hoarders are held back; each part is a component of its own. */
export function ProtectionSection({ control }: { control: Control<EventFormValues> }) {
  const isOn = useWatch({ control, name: "protection.isOn" });
  const [taken, setTaken] = useState(0);
  return (
    <FormSection
      title="Protection"
      description="A price on places that people do not notice and bots do. Whoever is over a limit gets a challenge, never a refusal without a way."
    >
      <CheckField
        control={control}
        name="protection.isOn"
        label="Hold bots back"
        description="Off: everybody joins as often as they like."
      />
      {isOn ? (
        <>
          <PresetPicker control={control} onTaken={() => setTaken(taken + 1)} />
          <LimitsFields control={control} />
          <ChallengeFields control={control} />
          <CaptchaFields control={control} />
          <RulesFields key={taken} control={control} />
          <DeferredFields control={control} />
          <ScoreFields control={control} />
          <PossessionFields control={control} />
        </>
      ) : null}
    </FormSection>
  );
}
