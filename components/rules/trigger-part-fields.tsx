import { Trash2 } from "lucide-react";
import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { Notice } from "@/components/shared/notice";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { TriggerPart } from "@/lib/domain/integration-config/model";
import { fieldEntry, TRIGGER_TYPES } from "@/lib/domain/integration-config/trigger-types";
import type { RuleWarning } from "@/lib/domain/integration-config/warnings";
import { ComparisonChoice, type PartName, SubjectChoice } from "./condition-choices";
import { comparesMany, type RuleFormValues } from "./rule-form-values";

type TriggerPartFieldsProps = {
  control: Control<RuleFormValues>;
  name: PartName;
  label: string;
  warnings: readonly RuleWarning[];
  remove: (() => void) | null;
};

/** One condition, from left to right as it is said: what is looked at, how it is compared, and with what. */
export function TriggerPartFields(props: TriggerPartFieldsProps) {
  const { control, name, label, warnings, remove } = props;
  const part = useWatch({ control, name });
  const hasName = isNamed(part.ValidatorType);
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-3">
      <div
        className={cn(
          "grid items-start gap-3",
          hasName
            ? "sm:grid-cols-2"
            : "sm:grid-cols-[minmax(0,10rem)_minmax(0,11rem)_minmax(0,1fr)]",
        )}
      >
        <SubjectChoice control={control} name={name} />
        {hasName ? (
          <NameField control={control} name={name} validator={part.ValidatorType} />
        ) : null}
        <ComparisonChoice control={control} name={name} />
        <ValueField control={control} name={name} part={part} />
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <CheckField control={control} name={`${name}.IsIgnoreCase`} label="Ignore case" />
        {remove === null ? null : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={remove}
          >
            <Trash2 aria-hidden />
            Remove
          </Button>
        )}
      </div>
      {warnings.map((warning) => (
        <Notice key={warning.code} tone="warning">
          {warning.message}
        </Notice>
      ))}
    </fieldset>
  );
}

/** Whether a condition of a type says by a name which one it looks at. */
function isNamed(type: TriggerPart["ValidatorType"]): boolean {
  const { field } = TRIGGER_TYPES[type];
  return field !== null && !("choices" in fieldEntry(field));
}

type ValueFieldProps = {
  control: Control<RuleFormValues>;
  name: PartName;
  part: Pick<TriggerPart, "Operator" | "ValidatorType">;
};

function ValueField({ control, name, part }: ValueFieldProps) {
  if (comparesMany(part)) {
    return (
      <TextField
        control={control}
        name={`${name}.ValuesToCompare`}
        label="Values"
        description="One per line."
        rows={3}
        mono
      />
    );
  }
  return (
    <TextField
      control={control}
      name={`${name}.ValueToCompare`}
      label="Value"
      placeholder={TRIGGER_TYPES[part.ValidatorType].example}
      mono
    />
  );
}

type NameFieldProps = {
  control: Control<RuleFormValues>;
  name: PartName;
  validator: TriggerPart["ValidatorType"];
};

function NameField({ control, name, validator }: NameFieldProps) {
  const { field } = TRIGGER_TYPES[validator];
  if (field === null) return null;
  const entry = fieldEntry(field);
  const hint = "hint" in entry ? entry.hint : undefined;
  return (
    <TextField
      control={control}
      name={`${name}.${field}`}
      label={entry.label}
      {...(hint === undefined ? {} : { description: hint })}
      mono
    />
  );
}
