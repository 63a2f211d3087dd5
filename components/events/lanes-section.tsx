"use client";

import { Button } from "@heroui/react";
import { Plus, Trash2 } from "lucide-react";
import { type Control, useFieldArray, useFormState, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const LANES_MAX = 8;

const MODES = [
  { value: "ordered", label: "Ordered: a class waits until those above it are empty" },
  { value: "weighted", label: "Weighted: each lane has its share of the slots" },
];

type LanesSectionProps = { control: Control<EventFormValues>; isOpen: boolean };

/** Priority classes. One lane is no class at all, and then nothing is asked. */
export function LanesSection({ control, isOpen }: LanesSectionProps) {
  const { fields, append, remove } = useFieldArray({ control, name: "lanes", keyName: "rowId" });
  const mode = useWatch({ control, name: "laneMode" });
  const { errors } = useFormState({ control, name: "lanes" });
  const problem = errors.lanes?.message ?? errors.lanes?.root?.message;
  const isSingle = fields.length === 1;
  return (
    <FormSection
      title="Lanes"
      description="Priority classes with numbers of their own. What one does not use goes to the others."
    >
      {isSingle ? null : (
        <SelectField
          control={control}
          name="laneMode"
          label="How slots are divided"
          options={MODES}
        />
      )}
      {fields.map((field, index) => (
        <div
          key={field.rowId}
          className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_7rem_9rem_auto]"
        >
          <TextField control={control} name={`lanes.${index}.name`} label="Lane" isRequired />
          {mode === "weighted" && !isSingle ? (
            <NumberField
              control={control}
              name={`lanes.${index}.weight`}
              label="Share"
              unit="%"
              minValue={1}
              maxValue={100}
              isRequired
            />
          ) : null}
          {isSingle ? null : (
            <NumberField
              control={control}
              name={`lanes.${index}.fromRelativeQuality`}
              label="From quality"
              unit="0–1"
              minValue={0}
              maxValue={1}
              step={0.01}
              placeholder="None"
            />
          )}
          {isSingle || isOpen ? null : (
            <Button
              isIconOnly
              variant="tertiary"
              aria-label={`Remove the lane ${field.name}`}
              className="sm:mt-6"
              onPress={() => remove(index)}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
      ))}
      {problem === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
      {isOpen || fields.length >= LANES_MAX ? null : (
        <div>
          <Button size="sm" variant="tertiary" onPress={() => append(newLane(fields.length))}>
            <Plus aria-hidden />
            Add a lane
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function newLane(count: number): EventFormValues["lanes"][number] {
  const key = `lane-${count + 1}-${Date.now().toString(36).slice(-4)}`;
  return { key, name: "", weight: null, fromRelativeQuality: null };
}
