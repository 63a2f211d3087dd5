import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { FormSection } from "@/components/shared/form-section";
import { Notice } from "@/components/shared/notice";
import { NumberField } from "@/components/shared/number-field";
import { WEAK_SCORE_MAX } from "@/lib/domain/score/score";

/** What follows from a place's score by itself. */
export function ScoreFields({ control }: { control: Control<EventFormValues> }) {
  const refuseFrom = useWatch({ control, name: "protection.score.refuseFrom" });
  return (
    <FormSection
      title="Score"
      description="Rates each place from 0 to 100, with reasons. Look it up by the visitor’s support code."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="protection.score.challengeFrom"
          label="Challenge at score"
          unit="score"
          placeholder="never"
          minValue={WEAK_SCORE_MAX + 1}
          maxValue={100}
        />
        <NumberField
          control={control}
          name="protection.score.refuseFrom"
          label="Refuse at score"
          unit="score"
          placeholder="never"
          minValue={WEAK_SCORE_MAX + 1}
          maxValue={100}
        />
      </div>
      {refuseFrom === null || refuseFrom === undefined ? null : (
        <Notice tone="warning">
          This will refuse some real people, without a challenge to fall back on. Leave it empty if
          a challenge is enough.
        </Notice>
      )}
    </FormSection>
  );
}
