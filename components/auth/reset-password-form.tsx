"use client";

import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { ButtonLink } from "@/components/shared/button-link";
import { Notice } from "@/components/shared/notice";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { ResetPasswordInput } from "@/lib/services/people/user/schemas";
import { NewPasswordField } from "./new-password-field";

type ResetPasswordFormProps = { token: string; reset: Action<ResetPasswordInput, unknown> };

export function ResetPasswordForm({ token, reset }: ResetPasswordFormProps) {
  const [isDone, setDone] = useState(false);
  const { control, ...asked } = useActionForm<{ password: string }, unknown>({
    defaultValues: { password: "" },
    submit: async ({ password }) => {
      const result = await reset({ token, password });
      if (result.ok || result.error.fields?.["token"] === undefined) return result;
      return { ok: false, error: { ...result.error, message: result.error.fields["token"] } };
    },
    onDone: () => setDone(true),
  });
  if (isDone) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="success" role="status">
          Your password has been set.
        </Notice>
        <ButtonLink href="/sign-in" size="md" className="w-full">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <ActionForm {...asked} submit="Set password" at="full">
      <NewPasswordField control={control} name="password" label="New password" autoFocus />
    </ActionForm>
  );
}
