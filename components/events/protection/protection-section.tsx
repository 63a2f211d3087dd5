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
      description="Makes places cheap for people and costly for bots. Visitors over a limit solve a challenge; they are never blocked outright."
    >
      <CheckField
        control={control}
        name="protection.isOn"
        label="Bot protection"
        description="When off, visitors can join any number of times."
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
