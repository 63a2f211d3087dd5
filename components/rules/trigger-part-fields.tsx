"use client";

import { Button } from "@heroui/react";
import { Trash2 } from "lucide-react";
import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { cn } from "@/components/shared/class-names";
import { Notice } from "@/components/shared/notice";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { TriggerPart } from "@/lib/domain/integration-config/model";
import {
  fieldEntry,
  TRIGGER_TYPES,
  TYPE_LABELS,
} from "@/lib/domain/integration-config/trigger-types";
import type { RuleWarning } from "@/lib/domain/integration-config/warnings";
import { comparesMany, type RuleFormValues } from "./rule-form-values";
import { OPERATORS, options } from "./rule-words";

type PartName = `triggers.${number}.TriggerParts.${number}`;

type TriggerPartFieldsProps = {
  control: Control<RuleFormValues>;
  name: PartName;
  label: string;
  warnings: readonly RuleWarning[];
  remove: (() => void) | null;
};

/** One condition: what is looked at, how it is compared, and with what. */
export function TriggerPartFields(props: TriggerPartFieldsProps) {
  const { control, name, label, warnings, remove } = props;
  const part = useWatch({ control, name });
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-3">
      <div
        className={cn(
          "grid items-start gap-3",
          remove === null
            ? "sm:grid-cols-3"
            : "sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]",
        )}
      >
        <SelectField
          control={control}
          name={`${name}.ValidatorType`}
          label="Look at"
          options={options(TYPE_LABELS)}
        />
        <SubjectField control={control} name={name} validator={part.ValidatorType} />
        <SelectField
          control={control}
          name={`${name}.Operator`}
          label="Compare"
          options={options(OPERATORS)}
        />
        {remove === null ? null : (
          <Button
            size="sm"
            variant="ghost"
            isIconOnly
            className="sm:mt-6"
            aria-label={`Remove ${label.toLowerCase()}`}
            onPress={remove}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      <ValueField control={control} name={name} part={part} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <CheckField
          control={control}
          name={`${name}.IsIgnoreCase`}
          label="Ignore upper and lower case"
        />
        <CheckField
          control={control}
          name={`${name}.IsNegative`}
          label="Negate: match when it is not so"
        />
      </div>
      {warnings.map((warning) => (
        <Notice key={warning.code} tone="warning">
          {warning.message}
        </Notice>
      ))}
    </fieldset>
  );
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
        description="One a line."
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

type SubjectFieldProps = {
  control: Control<RuleFormValues>;
  name: PartName;
  validator: RuleFormValues["triggers"][number]["TriggerParts"][number]["ValidatorType"];
};

function SubjectField({ control, name, validator }: SubjectFieldProps) {
  const { field } = TRIGGER_TYPES[validator];
  if (field === null) return <div className="hidden sm:block" />;
  const entry = fieldEntry(field);
  const shared = { control, name: `${name}.${field}`, label: entry.label } as const;
  return "choices" in entry ? (
    <SelectField {...shared} options={options(entry.choices)} />
  ) : (
    <TextField
      {...shared}
      {...(entry.hint === undefined ? {} : { description: entry.hint })}
      mono
    />
  );
}
