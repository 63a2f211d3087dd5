"use client";

import { Plus } from "lucide-react";
import {
  type Control,
  useController,
  useFieldArray,
  useFormState,
  useWatch,
} from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { SelectField } from "@/components/shared/select-field";
import { Button } from "@/components/ui/button";
import type { EventFormValues } from "./event-form-values";
import { LaneRow } from "./lane-row";

const LANES_MAX = 8;

const MODES = [
  { value: "ordered", label: "Ordered: upper lanes go first" },
  { value: "weighted", label: "Weighted: each lane has a share" },
];

type LanesSectionProps = { control: Control<EventFormValues>; isOpen: boolean };

/** The lanes of an event. With a single one there is nothing to fill in. */
export function LanesSection({ control, isOpen }: LanesSectionProps) {
  const { fields, append, remove, move } = useFieldArray({
    control,
    name: "lanes",
    keyName: "rowId",
  });
  const lanes = useWatch({ control, name: "lanes" });
  const { field: defaultLane } = useController({ control, name: "defaultLane" });
  const removeLane = (index: number) => {
    const heir = lanes.find((_, other) => other !== index);
    if (lanes[index]?.key === defaultLane.value && heir !== undefined)
      defaultLane.onChange(heir.key);
    remove(index);
  };
  const { errors } = useFormState({ control, name: "lanes" });
  const problem = errors.lanes?.message ?? errors.lanes?.root?.message;
  const isSingle = fields.length === 1;
  return (
    <FormSection
      title="Lanes"
      description={
        isSingle
          ? "Priority classes with numbers of their own. What one does not use goes to the others."
          : "Priority classes with numbers of their own. What one does not use goes to the others. An enqueue token joins the lane with the highest quality that it reaches."
      }
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
        <LaneRow
          key={field.rowId}
          control={control}
          index={index}
          isSingle={isSingle}
          isFixed={isOpen}
          moveUp={index === 0 ? null : () => move(index, index - 1)}
          remove={() => removeLane(index)}
        />
      ))}
      {isSingle ? null : (
        <SelectField
          control={control}
          name="defaultLane"
          label="Default lane"
          description="Where everybody joins who brings neither an enqueue token nor an access code."
          options={lanes.map(({ key, name }) => ({
            value: key,
            label: name || "A lane without a name",
          }))}
        />
      )}
      {problem === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
      {isOpen || fields.length >= LANES_MAX ? null : (
        <div>
          <Button size="sm" variant="tertiary" onClick={() => append(newLane(fields.length))}>
            <Plus aria-hidden />
            Add a lane
          </Button>
        </div>
      )}
    </FormSection>
  );
}

/** Its key is never used again: what leads to a lane that was removed leads to no other. */
function newLane(count: number): EventFormValues["lanes"][number] {
  const key = `lane-${count + 1}-${Date.now().toString(36)}`;
  return { key, name: "", weight: null, fromRelativeQuality: null };
}
