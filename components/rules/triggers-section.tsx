import { Plus } from "lucide-react";
import { type Control, useFieldArray, useFormState, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { Button } from "@/components/ui/button";
import { ruleWarnings } from "@/lib/domain/integration-config/warnings";
import { NEW_TRIGGER, type RuleFormValues, toTriggers } from "./rule-form-values";
import { TriggerFields } from "./trigger-fields";

/** When the rule matches: any of its triggers is enough. */
export function TriggersSection({ control }: { control: Control<RuleFormValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: "triggers" });
  const triggers = useWatch({ control, name: "triggers" });
  const { dirtyFields, defaultValues } = useFormState({ control });
  // Of a new rule in which nobody has typed a condition nothing is wrong yet.
  const isUntouched = dirtyFields.triggers === undefined && defaultValues?.name === "";
  const warnings = isUntouched ? [] : ruleWarnings({ triggers: toTriggers(triggers) });
  return (
    <FormSection
      title="When"
      description="Which requests this rule applies to. URLs are matched without the queue token."
    >
      {fields.map((field, index) => (
        <div key={field.id} className="flex flex-col gap-4">
          {index === 0 ? null : (
            <p className="flex items-center gap-3 text-xs font-semibold text-muted before:h-px before:flex-1 before:bg-separator after:h-px after:flex-1 after:bg-separator">
              or when
            </p>
          )}
          <TriggerFields
            control={control}
            index={index}
            canRemove={fields.length > 1}
            remove={() => remove(index)}
            warnings={warnings.filter((warning) => warning.trigger === index)}
          />
        </div>
      ))}
      <div>
        <Button size="sm" variant="ghost" onClick={() => append(NEW_TRIGGER)}>
          <Plus aria-hidden />
          Add an alternative (OR)
        </Button>
      </div>
    </FormSection>
  );
}
