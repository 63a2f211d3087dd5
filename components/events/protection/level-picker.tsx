import {
  type Control,
  useController,
  useFieldArray,
  useFormState,
  useWatch,
} from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { Chip } from "@/components/ui/chip";
import { RadioGroup } from "@/components/ui/radio-group";
import { LEVELS, levelOf, PROTECTION_LEVELS, withLevel } from "@/lib/domain/protection/levels";
import { CALM, type Protection } from "@/lib/domain/protection/protection";
import { LevelFacts } from "./level-facts";
import { toProtection } from "./protection-values";

type LevelPickerProps = {
  control: Control<EventFormValues>;
  /** The rules are others now: what shows them has to begin anew. */
  onTaken: () => void;
};

const CUSTOM = "custom";

/** The protection that is saved; null while it is off. */
export function useSavedProtection(control: Control<EventFormValues>): Protection | null {
  const { defaultValues } = useFormState({ control, name: "protection" });
  // The form always begins with a whole protection.
  const saved = defaultValues?.protection as EventFormValues["protection"] | undefined;
  return saved === undefined ? CALM : toProtection(saved);
}

/** Chooses how strongly an event is protected, and shows what that changes before it is saved. */
export function LevelPicker({ control, onTaken }: LevelPickerProps) {
  const { field: limits } = useController({ control, name: "protection.limits" });
  const { field: challenge } = useController({ control, name: "protection.challenge" });
  const { field: score } = useController({ control, name: "protection.score" });
  const rules = useFieldArray({ control, name: "protection.rules.rules", keyName: "rowId" });
  const { isOn: _, ...now } = useWatch({ control, name: "protection" });
  const saved = useSavedProtection(control);
  const savedLevel = saved === null ? null : (levelOf(saved) ?? CUSTOM);
  const level = levelOf(now) ?? CUSTOM;
  const take = (protection: Protection) => {
    limits.onChange(protection.limits);
    challenge.onChange(protection.challenge);
    score.onChange(protection.score);
    rules.replace([...protection.rules.rules]);
    onTaken();
  };
  const choose = (value: string) => {
    const chosen = LEVELS.find((one) => one === value);
    if (chosen !== undefined) take(withLevel(now, chosen));
    else if (saved !== null && savedLevel === CUSTOM) take(saved);
  };
  const isCustom = level === CUSTOM || savedLevel === CUSTOM;
  const options = [
    ...LEVELS.map((value) => ({
      value,
      label: PROTECTION_LEVELS[value].label,
      description: PROTECTION_LEVELS[value].says,
    })),
    ...(isCustom
      ? [
          {
            value: CUSTOM,
            label: "Custom",
            description: "Settings of your own that match no level. See Advanced.",
          },
        ]
      : []),
  ];
  return (
    <>
      <RadioGroup
        label="Protection level"
        value={level}
        onChange={choose}
        options={options.map(({ label, ...option }) => ({
          ...option,
          label: (
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {label}
              {option.value === savedLevel ? (
                <Chip color="success" size="sm">
                  Current
                </Chip>
              ) : null}
            </span>
          ),
        }))}
        className="grid gap-2"
        optionClassName="rounded-lg border border-border p-3 has-checked:border-accent has-checked:bg-accent-soft"
      />
      <LevelFacts before={saved} now={now} />
    </>
  );
}
