import { Trash2 } from "lucide-react";
import { type Control, useController, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import type { AccessSubject } from "@/lib/domain/access-rule/access-rule";
import { COMPARISON_WORDS, SUBJECT_WORDS } from "@/lib/domain/access-rule/rule-words";

export type ConditionName = `protection.rules.rules.${number}.conditions.${number}`;

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const SUBJECTS = options(SUBJECT_WORDS);
const COMPARISONS = options(COMPARISON_WORDS);
const PERIODS = [
  { value: "minute", label: "per minute" },
  { value: "run", label: "per run" },
];
const VALUE_HINTS: Partial<Readonly<Record<AccessSubject, string>>> = {
  address: "IP addresses or ranges such as 203.0.113.0/24, one per line.",
  list: "Address list keys, one per line.",
  country: "Two-letter codes such as DE, one per line.",
  asn: "AS numbers such as AS64500, one per line.",
};
const COMPARED: readonly AccessSubject[] = ["user-agent", "header", "cookie", "path"];

type ConditionFieldsProps = {
  control: Control<EventFormValues>;
  name: ConditionName;
  label: string;
  /** Null for the last condition, which stays. */
  remove: (() => void) | null;
};

/** One condition: what it looks at, and with what it compares. */
export function ConditionFields({ control, name, label, remove }: ConditionFieldsProps) {
  const { subject, comparison } = useWatch({ control, name });
  const isCompared = COMPARED.includes(subject);
  const hasValues = subject in VALUE_HINTS || (isCompared && comparison !== "present");
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-3">
      <div className="flex items-end gap-2">
        <SelectField
          control={control}
          name={`${name}.subject`}
          label="Match on"
          options={SUBJECTS}
        />
        {isCompared ? (
          <SelectField
            control={control}
            name={`${name}.comparison`}
            label="Operator"
            options={COMPARISONS}
          />
        ) : null}
        {subject === "joins" ? (
          <SelectField control={control} name={`${name}.per`} label="Period" options={PERIODS} />
        ) : null}
        {remove === null ? null : (
          <Button
            size="sm"
            variant="ghost"
            isIconOnly
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={remove}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      {subject === "header" || subject === "cookie" ? (
        <TextField control={control} name={`${name}.name`} label="Name" mono isRequired />
      ) : null}
      {subject === "joins" ? (
        <NumberField
          control={control}
          name={`${name}.number`}
          label="More than"
          unit="joins"
          description="Counted by each waiting-room process separately."
          isRequired
        />
      ) : null}
      {subject === "bot-score" ? (
        <NumberField
          control={control}
          name={`${name}.number`}
          label="Below"
          unit="on the CDN’s scale"
          isRequired
        />
      ) : null}
      {hasValues ? (
        <ValuesField
          control={control}
          name={`${name}.values`}
          hint={VALUE_HINTS[subject] ?? "One per line. Not case-sensitive."}
        />
      ) : null}
      <CheckField control={control} name={`${name}.isNot`} label="Negate this condition" />
    </fieldset>
  );
}

type ValuesFieldProps = {
  control: Control<EventFormValues>;
  name: `${ConditionName}.values`;
  hint: string;
};

/** Values, one a line. */
function ValuesField({ control, name, hint }: ValuesFieldProps) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextInput
      label="Values"
      value={field.value.join("\n")}
      onChange={(text) => field.onChange(text.split("\n"))}
      onBlur={field.onBlur}
      description={hint}
      error={fieldState.error?.message}
      inputRef={field.ref}
      rows={2}
      inputClassName="font-mono"
    />
  );
}
