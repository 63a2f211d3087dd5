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
import type { LaneValues } from "./form-kinds";
import { LaneRow } from "./lane-row";

const LANES_MAX = 8;

const MODES = [
  { value: "ordered", label: "Ordered: higher lanes go first" },
  { value: "weighted", label: "Weighted: each lane gets a share" },
];

type LanesSectionProps = { control: Control<EventFormValues>; isOpen: boolean };

/** The lanes of an event. With a single one there is nothing to fill in. */
export function LanesSection({ control, isOpen }: LanesSectionProps) {
  const { fields, append, remove, move } = useFieldArray({
    control,
    name: "lanes.lanes",
    keyName: "rowId",
  });
  const lanes = useWatch({ control, name: "lanes.lanes" });
  const { field: defaultLane } = useController({ control, name: "lanes.defaultLane" });
  const removeLane = (index: number) => {
    const heir = lanes.find((_, other) => other !== index);
    if (lanes[index]?.key === defaultLane.value && heir !== undefined)
      defaultLane.onChange(heir.key);
    remove(index);
  };
  const { errors } = useFormState({ control, name: "lanes" });
  const list = errors.lanes?.lanes;
  const problem = errors.lanes?.message ?? list?.message ?? list?.root?.message;
  const isSingle = fields.length === 1;
  return (
    <FormSection
      title="Lanes"
      description={
        isSingle
          ? "Priority classes, each with its own numbers. Unused slots go to other lanes."
          : "Priority classes, each with its own numbers. Unused slots go to other lanes. Enqueue tokens join the highest lane whose minimum quality they meet."
      }
    >
      {isSingle ? null : (
        <SelectField control={control} name="lanes.mode" label="Slot allocation" options={MODES} />
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
          name="lanes.defaultLane"
          label="Default lane"
          description="For visitors without an enqueue token or access code."
          options={lanes.map(({ key, name }) => ({
            value: key,
            label: name || "Unnamed lane",
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
            Add lane
          </Button>
        </div>
      )}
    </FormSection>
  );
}

/** Its key is never used again: what leads to a lane that was removed leads to no other. */
function newLane(count: number): LaneValues {
  const key = `lane-${count + 1}-${Date.now().toString(36)}`;
  return { key, name: "", weight: null, fromRelativeQuality: null };
}
