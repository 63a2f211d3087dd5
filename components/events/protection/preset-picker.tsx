import { type Control, useController, useFieldArray } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { Button } from "@/components/ui/button";
import { PRESETS, type Preset } from "@/lib/domain/protection/presets";
import { ProtectionPart } from "./protection-part";

type PresetPickerProps = {
  control: Control<EventFormValues>;
  /** The rules are others now: what shows them has to begin anew. */
  onTaken: () => void;
};

/** Fills in limits, challenge and rules with what suits a kind of event. */
export function PresetPicker({ control, onTaken }: PresetPickerProps) {
  const { field: limits } = useController({ control, name: "protection.limits" });
  const { field: challenge } = useController({ control, name: "protection.challenge" });
  const rules = useFieldArray({
    control,
    name: "protection.rules.rules",
    keyName: "rowId",
  });
  const take = ({ protection }: Preset) => {
    limits.onChange(protection.limits);
    challenge.onChange(protection.challenge);
    rules.replace([...protection.rules.rules]);
    onTaken();
  };
  return (
    <ProtectionPart
      title="Preset"
      description="Replaces limits, challenge and rules in this form. Nothing is saved yet."
    >
      <ul className="flex flex-col gap-3">
        {PRESETS.map((preset) => (
          <li key={preset.key} className="flex flex-col gap-2 sm:flex-row sm:items-start sm:gap-3">
            <Button size="sm" variant="secondary" className="sm:w-24" onClick={() => take(preset)}>
              {preset.label}
            </Button>
            <p className="min-w-0 flex-1 text-xs text-pretty text-muted">{preset.says}</p>
          </li>
        ))}
      </ul>
    </ProtectionPart>
  );
}
