import { Plus, Trash2 } from "lucide-react";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { Notice } from "@/components/shared/notice";
import { SelectField } from "@/components/shared/select-field";
import { Button } from "@/components/ui/button";
import type { RuleWarning } from "@/lib/domain/integration-config/warnings";
import { NEW_PART, type RuleFormValues } from "./rule-form-values";
import { TriggerPartFields } from "./trigger-part-fields";

const JOINERS = [
  { value: "And", label: "all conditions are true" },
  { value: "Or", label: "any condition is true" },
];

type TriggerFieldsProps = {
  control: Control<RuleFormValues>;
  index: number;
  canRemove: boolean;
  remove: () => void;
  warnings: readonly RuleWarning[];
};

/** One trigger: its conditions and how they are joined, which is only asked where there are several. */
export function TriggerFields({ control, index, canRemove, remove, warnings }: TriggerFieldsProps) {
  const name = `triggers.${index}` as const;
  const parts = useFieldArray({ control, name: `${name}.TriggerParts` });
  const joiner = useWatch({ control, name: `${name}.LogicalOperator` });
  const isSeveral = parts.fields.length > 1;
  return (
    <fieldset
      aria-label={`Trigger ${index + 1}`}
      className="min-w-0 rounded-lg border border-border"
    >
      {isSeveral ? (
        <div className="border-b border-separator bg-surface-secondary p-3">
          <SelectField
            control={control}
            name={`${name}.LogicalOperator`}
            label="Match if"
            options={JOINERS}
            className="max-w-64"
          />
        </div>
      ) : null}
      <ul className="divide-y divide-separator">
        {parts.fields.map((part, partIndex) => (
          <li key={part.id} className="p-3">
            {partIndex === 0 ? null : (
              <p className="mb-2 text-xs font-semibold text-muted">
                {joiner === "Or" ? "or" : "and"}
              </p>
            )}
            <TriggerPartFields
              control={control}
              name={`${name}.TriggerParts.${partIndex}`}
              label={`Condition ${partIndex + 1}`}
              warnings={warnings.filter((warning) => warning.part === partIndex)}
              remove={isSeveral ? () => parts.remove(partIndex) : null}
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
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="tertiary" onClick={() => parts.append(NEW_PART)}>
            <Plus aria-hidden />
            Add condition
          </Button>
          {canRemove ? (
            <Button
              size="sm"
              variant="ghost"
              className="ml-auto"
              aria-label={`Remove trigger ${index + 1}`}
              onClick={remove}
            >
              <Trash2 aria-hidden />
              Remove this group
            </Button>
          ) : null}
        </div>
      </div>
    </fieldset>
  );
}
