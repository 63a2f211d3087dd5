"use client";

import { useRouter } from "next/navigation";
import { NewPasswordField } from "@/components/auth/new-password-field";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { ChangePasswordInput } from "@/lib/services/people/user/schemas";

type ChangePasswordFormProps = {
  /** For password managers. */
  email: string;
  change: Action<ChangePasswordInput, unknown>;
};

export function ChangePasswordForm({ email, change }: ChangePasswordFormProps) {
  const router = useRouter();
  const empty = { current: "", password: "" };
  const { form, control, message, isPending, onSubmit } = useActionForm<
    ChangePasswordInput,
    unknown
  >({
    defaultValues: empty,
    submit: change,
    onDone: () => {
      form.reset(empty);
      toast.success("Password changed");
      router.refresh();
    },
  });
  return (
    <Panel title="Change password" description="Signs you out of all other browsers.">
      <form onSubmit={onSubmit} className="flex max-w-md flex-col gap-4" noValidate>
        <FormMessage message={message} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          control={control}
          name="current"
          label="Current password"
          type="password"
          autoComplete="current-password"
          isRequired
        />
        <NewPasswordField control={control} name="password" label="New password" />
        <div>
          <SubmitButton isPending={isPending} isDisabled={!form.formState.isDirty}>
            Change password
          </SubmitButton>
        </div>
      </form>
    </Panel>
  );
}
