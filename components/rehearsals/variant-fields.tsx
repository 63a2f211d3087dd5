import { Plus, X } from "lucide-react";
import { type Control, useFieldArray } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { Button } from "@/components/ui/button";
import { WHAT_IF_LIMITS } from "@/lib/domain/rehearsal/what-if";
import type { WhatIfValues } from "./what-if-values";

const ORDERS = [
  {
    value: "fifo",
    label: "First come, first served",
    description: "Visitors are admitted in the order they join.",
  },
  {
    value: "draw",
    label: "Random draw at start",
    description: "Early arrivals are drawn at random; later ones queue behind them.",
  },
  {
    value: "random",
    label: "Random",
    description: "Every visitor has the same chance at any time.",
  },
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
          description="How long visitors gather before the first is admitted."
        />
        <NumberField
          control={control}
          name={`${name}.patienceMinutes`}
          label="Patience"
          unit="minutes"
          placeholder="nobody abandons"
          description="Half of visitors abandon after waiting this long. Leave empty if nobody does."
        />
        <NumberField
          control={control}
          name={`${name}.noShowPercent`}
          label="No-shows"
          unit="% of people"
          maxValue={90}
          description="Visitors who join and never return."
        />
        <NumberField
          control={control}
          name={`${name}.botPercent`}
          label="Bots"
          unit="% of joins"
          maxValue={90}
          description="Bots are always present and never abandon."
        />
        <NumberField
          control={control}
          name={`${name}.site.people`}
          label="Active cap"
          unit="on the site"
          placeholder="no limit"
          minValue={1}
          description="How many visitors may be on the site at once. Leave empty for no limit."
        />
        <NumberField
          control={control}
          name={`${name}.site.minutes`}
          label="Visit length"
          unit="minutes"
          minValue={1}
          description="How long an admitted visitor occupies a slot of the active cap."
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
              label="Outflow"
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
        Add step
      </Button>
    </fieldset>
  );
}
