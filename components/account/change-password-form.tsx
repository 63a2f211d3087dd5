"use client";

import { useRouter } from "next/navigation";
import { NewPasswordField } from "@/components/auth/new-password-field";
import { ActionForm } from "@/components/shared/action-form";
import { Panel } from "@/components/shared/panel";
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
  const { form, control, ...asked } = useActionForm<ChangePasswordInput, unknown>({
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
      <ActionForm
        {...asked}
        submit="Change password"
        isDisabled={!form.formState.isDirty}
        at="start"
        className="max-w-md"
      >
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
      </ActionForm>
    </Panel>
  );
}
