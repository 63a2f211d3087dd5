import { type Control, useController } from "react-hook-form";
import { SelectBox } from "@/components/shared/select-box";
import type { TriggerType } from "@/connectors/src/core/trigger-types";
import type { TriggerPart } from "@/lib/domain/integration-config/model";
import { COMPARISON_WORDS } from "@/lib/domain/integration-config/rule-sentence";
import {
  fieldEntry,
  TRIGGER_TYPES,
  TYPE_LABELS,
  TYPE_NAMES,
} from "@/lib/domain/integration-config/trigger-types";
import type { RuleFormValues } from "./rule-form-values";

export type PartName = `triggers.${number}.TriggerParts.${number}`;

type ChoiceProps = { control: Control<RuleFormValues>; name: PartName };

type Subject = {
  readonly value: string;
  readonly type: TriggerType;
  /** Which part of the address; null for all that is no address. */
  readonly part: string | null;
  readonly label: string;
};

/** Every type; one with parts to choose from (the address) once for each part, because that is what people look for. */
const SUBJECTS: readonly Subject[] = Object.values(TYPE_NAMES)
  .flatMap((type): Subject[] => {
    const { field } = TRIGGER_TYPES[type];
    const entry = field === null ? null : fieldEntry(field);
    if (entry === null || !("choices" in entry)) {
      return [{ value: type, type, part: null, label: TYPE_LABELS[type] }];
    }
    return Object.entries(entry.choices).map(([part, label]) => ({
      value: `${type} ${part}`,
      type,
      part,
      label,
    }));
  })
  // What most rules look at comes first.
  .sort((a, b) => Number(b.part === "PagePath") - Number(a.part === "PagePath"));

const COMPARISONS = Object.entries(COMPARISON_WORDS).flatMap(([operator, [is, isNot]]) => [
  { value: operator, label: is },
  { value: `not ${operator}`, label: isNot },
]);

/** What a condition looks at. */
export function SubjectChoice({ control, name }: ChoiceProps) {
  const { field: type } = useController({ control, name: `${name}.ValidatorType` });
  const { field: part } = useController({ control, name: `${name}.UrlPart` });
  const chosen = SUBJECTS.find(
    (one) => one.type === type.value && (one.part === null || one.part === part.value),
  );
  return (
    <SelectBox
      label="Match on"
      options={SUBJECTS}
      value={chosen?.value ?? ""}
      onChange={(value) => {
        const next = SUBJECTS.find((one) => one.value === value);
        if (next === undefined) return;
        type.onChange(next.type);
        if (next.part !== null) part.onChange(next.part);
      }}
      onBlur={type.onBlur}
      inputRef={type.ref}
    />
  );
}

/** How it is compared, with its negation as a choice of its own: "does not contain". */
export function ComparisonChoice({ control, name }: ChoiceProps) {
  const { field: operator } = useController({ control, name: `${name}.Operator` });
  const { field: negative } = useController({ control, name: `${name}.IsNegative` });
  return (
    <SelectBox
      label="Operator"
      options={COMPARISONS}
      value={`${negative.value ? "not " : ""}${operator.value}`}
      onChange={(value) => {
        const [, not, chosen = ""] = /^(not )?(.*)$/.exec(value) ?? [];
        if (!isOperator(chosen)) return;
        operator.onChange(chosen);
        negative.onChange(not !== undefined);
      }}
      onBlur={operator.onBlur}
      inputRef={operator.ref}
    />
  );
}

function isOperator(text: string): text is TriggerPart["Operator"] {
  return Object.hasOwn(COMPARISON_WORDS, text);
}
