"use client";

import type { Control } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { NumberField } from "@/components/shared/number-field";
import { ProtectionPart } from "./protection-part";

/** What follows from a place's score by itself. */
export function ScoreFields({ control }: { control: Control<EventFormValues> }) {
  return (
    <ProtectionPart
      title="Score"
      description="How suspicious a place is, from 0 to 100, with reasons. Find it by a visitor’s queue id."
    >
      <NumberField
        control={control}
        name="protection.score.refuseFrom"
        label="Refuse by score alone, from"
        unit="score"
        placeholder="never"
        minValue={1}
        maxValue={100}
      />
    </ProtectionPart>
  );
}
