"use client";

import { Button } from "@heroui/react";
import { Plus, Trash2 } from "lucide-react";
import { type Control, useFieldArray } from "react-hook-form";
import { Notice } from "@/components/shared/notice";
import { SelectField } from "@/components/shared/select-field";
import type { RuleWarning } from "@/lib/domain/integration-config/warnings";
import { NEW_PART, type RuleFormValues } from "./rule-form-values";
import { TriggerPartFields } from "./trigger-part-fields";

const JOINERS = [
  { value: "And", label: "All conditions (And)" },
  { value: "Or", label: "Any condition (Or)" },
];

type TriggerFieldsProps = {
  control: Control<RuleFormValues>;
  index: number;
  canRemove: boolean;
  remove: () => void;
  warnings: readonly RuleWarning[];
};

/** One trigger: its conditions and how they are joined. */
export function TriggerFields({ control, index, canRemove, remove, warnings }: TriggerFieldsProps) {
  const name = `triggers.${index}` as const;
  const parts = useFieldArray({ control, name: `${name}.TriggerParts` });
  return (
    <fieldset
      aria-label={`Trigger ${index + 1}`}
      className="min-w-0 rounded-lg border border-border"
    >
      <div className="flex items-end gap-2 border-b border-separator bg-surface-secondary p-3">
        <SelectField
          control={control}
          name={`${name}.LogicalOperator`}
          label={`Trigger ${index + 1} matches when it meets`}
          options={JOINERS}
          className="max-w-64"
        />
        {canRemove ? (
          <Button
            size="sm"
            variant="ghost"
            isIconOnly
            className="ml-auto"
            aria-label={`Remove trigger ${index + 1}`}
            onPress={remove}
          >
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
      <ul className="divide-y divide-separator">
        {parts.fields.map((part, partIndex) => (
          <li key={part.id} className="p-3">
            <TriggerPartFields
              control={control}
              name={`${name}.TriggerParts.${partIndex}`}
              label={`Condition ${partIndex + 1}`}
              warnings={warnings.filter((warning) => warning.part === partIndex)}
              remove={parts.fields.length > 1 ? () => parts.remove(partIndex) : null}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-3 border-t border-separator p-3">
        {warnings
          .filter((warning) => warning.part === undefined)
          .map((warning) => (
            <Notice key={warning.code} tone="warning">
              {warning.message}
            </Notice>
          ))}
        <div>
          <Button size="sm" variant="tertiary" onPress={() => parts.append(NEW_PART)}>
            <Plus aria-hidden />
            Add condition
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
