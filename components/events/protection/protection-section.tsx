import { type ReactNode, useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { CaptchaFields } from "./captcha-fields";
import { ChallengeFields } from "./challenge-fields";
import { DeferredFields } from "./deferred-fields";
import { LevelFacts } from "./level-facts";
import { LevelPicker, useSavedProtection } from "./level-picker";
import { LimitsFields } from "./limits-fields";
import { PossessionFields } from "./possession-fields";
import { RulesFields } from "./rules-fields";
import { ScoreFields } from "./score-fields";

/** How bots and hoarders are held back: a level, and behind it each part by itself. */
export function ProtectionSection({ control }: { control: Control<EventFormValues> }) {
  const isOn = useWatch({ control, name: "protection.isOn" });
  const saved = useSavedProtection(control);
  const [taken, setTaken] = useState(0);
  return (
    <>
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
          <LevelPicker control={control} onTaken={() => setTaken(taken + 1)} />
        ) : (
          <LevelFacts before={saved} now={null} />
        )}
      </FormSection>
      {isOn ? (
        <Advanced control={control}>
          <LimitsFields control={control} />
          <ChallengeFields control={control} />
          <CaptchaFields control={control} />
          <RulesFields key={taken} control={control} />
          <DeferredFields control={control} />
          <ScoreFields control={control} />
          <PossessionFields control={control} />
        </Advanced>
      ) : null}
    </>
  );
}

type AdvancedProps = { control: Control<EventFormValues>; children: ReactNode };

/** Closed until somebody opens it, or something in it was refused. */
function Advanced({ control, children }: AdvancedProps) {
  const [isOpen, setOpen] = useState(false);
  const { errors } = useFormState({ control, name: "protection" });
  const isShown = isOpen || errors.protection !== undefined;
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-separator"
    >
      <summary className="cursor-pointer py-4 text-sm font-semibold">
        Advanced
        <span className="ms-2 text-xs font-normal text-muted">
          Every limit, challenge and access rule by itself
        </span>
      </summary>
      {isShown ? children : null}
    </details>
  );
}
