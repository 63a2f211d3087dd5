"use client";

import { useRouter } from "next/navigation";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { RadioField } from "@/components/shared/radio-field";
import { RoleNote } from "@/components/shared/role-note";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { SignInRule } from "@/lib/domain/sign-in/methods";
import type { Action } from "@/lib/http/action-result";
import type { SetSignInRuleInput } from "@/lib/services/single-sign-on/set-rule";

const RULES = [
  {
    value: "any",
    label: "As they like",
    description: "A password is enough. Whoever has a second factor is asked for it all the same.",
  },
  {
    value: "second-factor",
    label: "With a second factor",
    description: "A passkey or codes of an app, or through your company. Who has none sets one up.",
  },
  {
    value: "single-sign-on",
    label: "Through your company",
    description: "Nothing else counts. Owners may come with a second factor, which is audited.",
  },
] as const;

type SignInRuleFormProps = {
  rule: SignInRule;
  hasProvider: boolean;
  canWrite: boolean;
  setRule: Action<SetSignInRuleInput, unknown>;
};

/** What a customer asks everybody to show. */
export function SignInRuleForm({ rule, hasProvider, canWrite, setRule }: SignInRuleFormProps) {
  const router = useRouter();
  const { form, control, message, isPending, onSubmit } = useActionForm<
    SetSignInRuleInput,
    unknown
  >({
    defaultValues: { rule },
    submit: setRule,
    onDone: (_, values) => {
      form.reset(values);
      toast.success("Saved. It counts from everybody's next click.");
      router.refresh();
    },
  });
  const rules = hasProvider ? RULES : RULES.filter(({ value }) => value !== "single-sign-on");
  return (
    <Panel title="What everybody has to show">
      <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
        <FormMessage message={message} />
        <RadioField
          control={control}
          name="rule"
          label="People sign in"
          options={rules}
          isDisabled={!canWrite}
        />
        {canWrite ? (
          <div>
            <SubmitButton isPending={isPending} isDisabled={!form.formState.isDirty}>
              Save
            </SubmitButton>
          </div>
        ) : (
          <RoleNote permission="customer:security" act="say how people sign in" />
        )}
      </form>
    </Panel>
  );
}
