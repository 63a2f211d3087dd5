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
import type { SetSignInRuleInput } from "@/lib/services/people/single-sign-on/set-rule";

const RULES = [
  {
    value: "any",
    label: "Password",
    description: "A password is enough. Members with a second factor still need it.",
  },
  {
    value: "second-factor",
    label: "Second factor",
    description:
      "Requires a passkey, an authenticator app or SSO. Members without one are asked to set it up.",
  },
  {
    value: "single-sign-on",
    label: "Single sign-on",
    description: "Requires SSO. Owners can also use a second factor; this is logged.",
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
      toast.success("Saved. Applies immediately.");
      router.refresh();
    },
  });
  const rules = hasProvider ? RULES : RULES.filter(({ value }) => value !== "single-sign-on");
  return (
    <Panel title="Sign-in requirement">
      <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
        <FormMessage message={message} />
        <RadioField
          control={control}
          name="rule"
          label="Members must sign in with"
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
          <RoleNote permission="customer:security" act="change this" />
        )}
      </form>
    </Panel>
  );
}
