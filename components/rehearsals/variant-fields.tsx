"use client";

import { Plus, X } from "lucide-react";
import { type Control, useFieldArray } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { Button } from "@/components/ui/button";
import { WHAT_IF_LIMITS } from "@/lib/domain/rehearsal/what-if";
import type { WhatIfValues } from "./what-if-values";

const ORDERS = [
  { value: "fifo", label: "As they come", description: "First come, first served." },
  {
    value: "draw",
    label: "Drawn at the opening",
    description: "Who came before the opening is drawn; later ones queue behind.",
  },
  { value: "random", label: "Random", description: "The same chance for everybody, all along." },
];

type VariantFieldsProps = { control: Control<WhatIfValues>; name: "plan" | "change" };

/** How the event is run and what its visitors are like. */
export function VariantFields({ control, name }: VariantFieldsProps) {
  return (
    <>
      <OutflowSteps control={control} name={name} />
      <RadioField control={control} name={`${name}.order`} label="Order" options={ORDERS} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name={`${name}.opensAfterMinutes`}
          label="Opens after"
          unit="minutes"
          description="How long people gather before the first is let in."
        />
        <NumberField
          control={control}
          name={`${name}.patienceMinutes`}
          label="Patience"
          unit="minutes"
          placeholder="everybody waits"
          description="Half of those who wait so long give up. Empty: nobody does."
        />
        <NumberField
          control={control}
          name={`${name}.noShowPercent`}
          label="No-shows"
          unit="% of people"
          maxValue={90}
          description="They join and never come back."
        />
        <NumberField
          control={control}
          name={`${name}.botPercent`}
          label="Bots"
          unit="% of all who join"
          maxValue={90}
          description="They are always there and never give up."
        />
        <NumberField
          control={control}
          name={`${name}.site.people`}
          label="Active cap"
          unit="on the site"
          placeholder="no limit"
          minValue={1}
          description="How many may be on the site at once. Empty: any number."
        />
        <NumberField
          control={control}
          name={`${name}.site.minutes`}
          label="A visit takes"
          unit="minutes"
          minValue={1}
          description="So long whoever gets in counts against the active cap."
        />
      </div>
    </>
  );
}

function OutflowSteps({ control, name }: VariantFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: `${name}.outflow` });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Outflow</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <NumberField
              control={control}
              name={`${name}.outflow.${index}.fromMinute`}
              label="From"
              unit="minute"
            />
            <NumberField
              control={control}
              name={`${name}.outflow.${index}.perMinute`}
              label="Let in"
              unit="per minute"
              minValue={1}
            />
          </div>
          {index === 0 ? (
            <span className="w-8 shrink-0" />
          ) : (
            <Button
              size="sm"
              variant="ghost"
              isIconOnly
              aria-label={`Remove step ${index + 1}`}
              className="mt-6 shrink-0"
              onClick={() => remove(index)}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        isDisabled={fields.length >= WHAT_IF_LIMITS.steps}
        onClick={() => append({ fromMinute: null, perMinute: null })}
      >
        <Plus aria-hidden />
        Another step
      </Button>
    </fieldset>
  );
}
