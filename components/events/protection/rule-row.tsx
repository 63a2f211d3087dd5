import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { formatNumber } from "@/components/shared/format";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { NEW_CONDITION } from "@/lib/domain/access-rule/access-rule";
import { ruleSentence } from "@/lib/domain/access-rule/rule-words";
import { ActionFields } from "./action-fields";
import { ConditionFields } from "./condition-fields";
import { useRuleCount } from "./rule-counts";

const CONDITIONS_MAX = 10;

type RuleRowProps = {
  control: Control<EventFormValues>;
  index: number;
  moveUp: (() => void) | null;
  moveDown: (() => void) | null;
  remove: () => void;
};

/** One access rule: its conditions, what it does, and how often it has. */
export function RuleRow({ control, index, moveUp, moveDown, remove }: RuleRowProps) {
  const name = `protection.rules.rules.${index}` as const;
  const rule = useWatch({ control, name });
  const conditions = useFieldArray({ control, name: `${name}.conditions`, keyName: "rowId" });
  const label = `Rule ${index + 1}`;
  return (
    <fieldset aria-label={label} className="min-w-0 rounded-lg border border-border">
      <div className="flex flex-wrap items-center gap-2 border-b border-separator bg-surface-secondary p-3">
        <span className="text-sm font-semibold">{label}</span>
        <RuleCount rule={rule.id} />
        <div className="ml-auto flex gap-1">
          <RowButton label={`Move rule ${index + 1} up`} press={moveUp}>
            <ArrowUp aria-hidden />
          </RowButton>
          <RowButton label={`Move rule ${index + 1} down`} press={moveDown}>
            <ArrowDown aria-hidden />
          </RowButton>
          <RowButton label={`Remove rule ${index + 1}`} press={remove}>
            <Trash2 aria-hidden />
          </RowButton>
        </div>
        <p className="w-full text-xs break-words text-muted">
          {ruleSentence(rule.conditions, rule.action)}
        </p>
      </div>
      <div className="flex flex-col gap-4 p-3">
        <TextField control={control} name={`${name}.name`} label="Rule name" isRequired />
        {conditions.fields.map((condition, at) => (
          <div key={condition.rowId} className="border-l-2 border-separator pl-3">
            <ConditionFields
              control={control}
              name={`${name}.conditions.${at}`}
              label={`Condition ${at + 1}`}
              remove={conditions.fields.length > 1 ? () => conditions.remove(at) : null}
            />
          </div>
        ))}
        {conditions.fields.length >= CONDITIONS_MAX ? null : (
          <div>
            <Button size="sm" variant="tertiary" onClick={() => conditions.append(NEW_CONDITION)}>
              <Plus aria-hidden />
              Add condition
            </Button>
          </div>
        )}
        <ActionFields control={control} name={`${name}.action`} />
      </div>
    </fieldset>
  );
}

function RuleCount({ rule }: { rule: number }) {
  const count = useRuleCount(rule);
  return (
    <Chip size="sm" variant="soft">
      {count === null
        ? "No matches in this run"
        : `${formatNumber(count.inRun)} matches in this run, ${formatNumber(count.lately)} recently`}
    </Chip>
  );
}

type RowButtonProps = { label: string; press: (() => void) | null; children: React.ReactNode };

function RowButton({ label, press, children }: RowButtonProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      isIconOnly
      aria-label={label}
      isDisabled={press === null}
      onClick={() => press?.()}
    >
      {children}
    </Button>
  );
}
