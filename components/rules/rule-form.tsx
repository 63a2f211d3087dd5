"use client";

import { useRouter } from "next/navigation";
import { ButtonLink } from "@/components/shared/button-link";
import { FormMessage } from "@/components/shared/form-message";
import { FormSection } from "@/components/shared/form-section";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import type { Action } from "@/lib/http/action-result";
import type { RuleView } from "@/lib/services/rule/rule-view";
import { ActionSection } from "./action-section";
import type { EventOption } from "./event-option";
import { gatherRuleErrors, type RuleFormValues, toRuleInput } from "./rule-form-values";
import { TriggersSection } from "./triggers-section";

type RuleFormProps = {
  defaultValues: RuleFormValues;
  events: readonly EventOption[];
  isNew: boolean;
  canWrite: boolean;
  save: Action<RuleInput, RuleView>;
};

/** One trigger and action rule, in the exact shape that connectors read. */
export function RuleForm({ defaultValues, events, isNew, canWrite, save }: RuleFormProps) {
  const router = useRouter();
  const { control, message, isPending, onSubmit } = useActionForm<RuleFormValues, RuleView>({
    defaultValues,
    submit: async (values) => {
      const result = await save(toRuleInput(values));
      if (result.ok) return result;
      const fields = gatherRuleErrors(result.error.fields ?? {});
      return { ok: false, error: { ...result.error, fields } };
    },
    onDone: () => {
      router.push("/rules");
      router.refresh();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label={isNew ? "New rule" : "Rule"}>
      <Panel>
        <fieldset disabled={!canWrite} className="contents">
          <FormSection
            title="Rule"
            description="Connectors report its name when it matched. Letters beyond English and signs arrive as numbers, because some connectors fail on them."
          >
            <TextField
              control={control}
              name="name"
              label="Name"
              placeholder="Tickets"
              isRequired
            />
          </FormSection>
          <TriggersSection control={control} />
          <ActionSection control={control} events={events} />
        </fieldset>
        <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-3xl border-t border-separator bg-surface px-4 py-3">
          <div className="min-w-0 flex-1">
            <FormMessage message={message} />
          </div>
          <ButtonLink href="/rules" variant="tertiary">
            Cancel
          </ButtonLink>
          <SubmitButton isPending={isPending} isDisabled={!canWrite}>
            {isNew ? "Add rule" : "Save rule"}
          </SubmitButton>
        </div>
      </Panel>
    </form>
  );
}
