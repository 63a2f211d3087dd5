"use client";

import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import type { EventFormValues } from "./event-form-values";

/** How many go in, how many may wait, and how many may be on the site. */
export function FlowSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection
      title="Flow"
      description="In any 60 seconds no more visitors are admitted than the outflow allows."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="outflowPerMinute"
          label="Outflow"
          unit="visitors per minute"
          minValue={1}
          maxValue={1_000_000}
          description="What your site can take. It can be changed while the event runs."
          isRequired
        />
        <NumberField
          control={control}
          name="lineLimit"
          label="Line limit"
          unit="visitors waiting"
          minValue={1}
          maxValue={100_000_000}
          placeholder="No limit"
          description="Beyond it the page says “full” and joins when there is room."
        />
        <NumberField
          control={control}
          name="activeCap"
          label="Active cap"
          unit="visitors on the site"
          minValue={1}
          maxValue={10_000_000}
          placeholder="No cap"
          description="A seat lasts as long as the session, so sessions have a fixed length then."
        />
        <NumberField
          control={control}
          name="unitsPerAdmission"
          label="Units per admission"
          unit="of your stock"
          minValue={1}
          maxValue={1_000}
          description="The most that one order may have. It counts only where your site reports its stock."
          isRequired
        />
        <NumberField
          control={control}
          name="absenceMinutes"
          label="Places end after"
          unit="minutes of absence"
          minValue={1}
          maxValue={1_440}
          placeholder="Never"
          description="Time in which our servers could not be reached does not count."
        />
      </div>
    </FormSection>
  );
}
