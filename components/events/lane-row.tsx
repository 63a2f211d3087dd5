import { ArrowUp, Trash2 } from "lucide-react";
import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { EventFormValues } from "./event-form-values";

type LaneRowProps = {
  control: Control<EventFormValues>;
  index: number;
  /** The only lane has nothing to divide. */
  isSingle: boolean;
  /** The lanes of an open event cannot be moved or removed. */
  isFixed: boolean;
  moveUp: (() => void) | null;
  remove: () => void;
};

export function LaneRow({ control, index, isSingle, isFixed, moveUp, remove }: LaneRowProps) {
  const mode = useWatch({ control, name: "lanes.mode" });
  return (
    <div
      className={cn(
        "grid grid-cols-1 items-start gap-3",
        !isSingle && isFixed && "sm:grid-cols-[minmax(0,1fr)_10rem]",
        !isSingle && !isFixed && "sm:grid-cols-[minmax(0,1fr)_10rem_auto]",
      )}
    >
      <TextField control={control} name={`lanes.lanes.${index}.name`} label="Lane" isRequired />
      {isSingle ? null : (
        <div className="flex flex-col gap-3">
          {mode === "weighted" ? (
            <NumberField
              control={control}
              name={`lanes.lanes.${index}.weight`}
              label="Share"
              unit="%"
              minValue={1}
              maxValue={100}
              isRequired
            />
          ) : null}
          <NumberField
            control={control}
            name={`lanes.lanes.${index}.fromRelativeQuality`}
            label="Minimum quality"
            unit="0–1"
            minValue={0}
            maxValue={1}
            step={0.01}
            placeholder="None"
          />
        </div>
      )}
      {isSingle || isFixed ? null : (
        <div className="flex gap-1 sm:mt-6">
          <Button
            isIconOnly
            variant="tertiary"
            aria-label={`Move lane ${index + 1} up`}
            isDisabled={moveUp === null}
            onClick={() => moveUp?.()}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            isIconOnly
            variant="tertiary"
            aria-label={`Remove lane ${index + 1}`}
            onClick={remove}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}
