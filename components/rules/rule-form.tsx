"use client";

import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { ButtonLink } from "@/components/shared/button-link";
import { FormMessage } from "@/components/shared/form-message";
import { FormSection } from "@/components/shared/form-section";
import { ManagedFields } from "@/components/shared/managed-fields";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import type { Action } from "@/lib/http/action-result";
import type { RuleView } from "@/lib/services/sites/rule/rule-view";
import { ActionSection } from "./action-section";
import type { EventOption } from "./event-option";
import {
  gatherRuleErrors,
  type RuleFormValues,
  suggestName,
  toRuleInput,
} from "./rule-form-values";
import { RulePreview } from "./rule-preview";
import { TriggersSection } from "./triggers-section";

type RuleFormProps = {
  defaultValues: RuleFormValues;
  events: readonly EventOption[];
  isNew: boolean;
  /** Where to go once it is saved; the list of rules where it is left out. */
  after?: string | null;
  /** The file that it is kept in. */
  managedBy?: string | null;
  canWrite: boolean;
  save: Action<RuleInput, RuleView>;
};

/** One rule: when, then, and the rest folded away. Its name may be left to the form. */
export function RuleForm(props: RuleFormProps) {
  const { defaultValues, events, isNew, canWrite, save } = props;
  const router = useRouter();
  const { form, control, message, isPending, onSubmit } = useActionForm<RuleFormValues, RuleView>({
    defaultValues,
    submit: async (values) => {
      const result = await save(toRuleInput(values));
      if (result.ok) return result;
      const fields = gatherRuleErrors(result.error.fields ?? {});
      return { ok: false, error: { ...result.error, fields } };
    },
    onDone: () => {
      router.push(props.after ?? "/rules");
      router.refresh();
    },
  });
  const triggers = useWatch({ control, name: "triggers" });
  const suggestion = suggestName({ triggers });
  return (
    <form
      onSubmit={onSubmit}
      noValidate
      aria-label={isNew ? "New rule" : "Rule"}
      data-unsaved={form.formState.isDirty}
    >
      <Panel>
        <ManagedFields managedBy={props.managedBy ?? null} canWrite={canWrite}>
          <fieldset disabled={!canWrite} className="contents">
            <TriggersSection control={control} />
            <ActionSection control={control} events={events} />
            <FormSection title="Name" description="Shown in lists, reports and the audit log.">
              <TextField
                control={control}
                name="name"
                label="Name"
                placeholder={suggestion === "" ? "Tickets" : suggestion}
                description={
                  suggestion === ""
                    ? "Leave empty to name the rule after its value."
                    : `Leave empty to use “${suggestion}”.`
                }
              />
              {suggestion === "" ? null : <RulePreview control={control} events={events} />}
            </FormSection>
          </fieldset>
        </ManagedFields>
        <div className="sticky bottom-(--toaster-room) z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-3xl border-t border-separator bg-surface px-4 py-3">
          <div className="min-w-0 flex-1">
            {canWrite ? (
              <FormMessage message={message} />
            ) : (
              <RoleNote permission="rule:write" act="change rules" />
            )}
          </div>
          <ButtonLink href="/rules" variant="tertiary">
            {canWrite ? "Cancel" : "Back to the rules"}
          </ButtonLink>
          {canWrite ? (
            <SubmitButton isPending={isPending}>{isNew ? "Add rule" : "Save rule"}</SubmitButton>
          ) : null}
        </div>
      </Panel>
    </form>
  );
}
