import { Plus } from "lucide-react";
import { type Control, useFieldArray, useFormState, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { NEW_CONDITION } from "@/lib/domain/access-rule/access-rule";
import { nextRuleId } from "@/lib/domain/access-rule/next-rule-id";
import { RuleRow } from "./rule-row";
import { RuleTester } from "./rule-tester";

const RULES_MAX = 100;

/** The access rules of an event, in their order, and a visitor to try them on. */
export function RulesFields({ control }: { control: Control<EventFormValues> }) {
  const { fields, append, move, remove } = useFieldArray({
    control,
    name: "protection.rules.rules",
    keyName: "rowId",
  });
  const rules = useWatch({ control, name: "protection.rules.rules" });
  const { errors } = useFormState({ control, name: "protection.rules.rules" });
  const list = errors.protection?.rules?.rules;
  const problem = list?.message ?? list?.root?.message;
  const add = () =>
    append({
      id: nextRuleId(rules),
      name: "",
      conditions: [NEW_CONDITION],
      action: { type: "challenge" },
    });
  return (
    <FormSection
      title="Access rules"
      description="Checked in order before a visitor joins; the first match applies. Visitors already in line keep their place."
    >
      {fields.length === 0 ? (
        <p className="text-sm text-muted">No rules. Limits and challenges apply.</p>
      ) : null}
      {fields.map((field, index) => (
        <RuleRow
          key={field.rowId}
          control={control}
          index={index}
          moveUp={index === 0 ? null : () => move(index, index - 1)}
          moveDown={index === fields.length - 1 ? null : () => move(index, index + 1)}
          remove={() => remove(index)}
        />
      ))}
      {problem === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
      {fields.length >= RULES_MAX ? null : (
        <div>
          <Button size="sm" variant="tertiary" onClick={add}>
            <Plus aria-hidden />
            Add rule
          </Button>
        </div>
      )}
      {fields.length === 0 ? null : (
        <>
          <CdnFields control={control} />
          <RuleTester control={control} />
        </>
      )}
    </FormSection>
  );
}

/** In which headers a CDN tells the country, the network and its bot score. */
function CdnFields({ control }: { control: Control<EventFormValues> }) {
  const name = "protection.rules.headers" as const;
  return (
    <fieldset aria-label="CDN headers" className="flex min-w-0 flex-col gap-3">
      <p className="text-xs text-pretty text-muted">
        Headers set by a CDN in front of the waiting room. They apply only behind a trusted proxy,
        and the CDN must overwrite values sent by visitors.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField control={control} name={`${name}.country`} label="Country header" mono />
        <TextField control={control} name={`${name}.asn`} label="ASN header" mono />
        <TextField control={control} name={`${name}.botScore`} label="Bot score header" mono />
      </div>
    </fieldset>
  );
}
