"use client";

import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { RequestPasswordResetInput } from "@/lib/services/user/schemas";

type ForgotPasswordFormProps = { request: Action<RequestPasswordResetInput, unknown> };

export function ForgotPasswordForm({ request }: ForgotPasswordFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { control, message, isPending, onSubmit } = useActionForm<
    RequestPasswordResetInput,
    unknown
  >({
    defaultValues: { email: "" },
    submit: request,
    onDone: (_, { email }) => setSentTo(email),
  });
  if (sentTo !== null) {
    return (
      <Notice tone="success" role="status">
        If {sentTo} has a user here, a link is on its way. It works for an hour.
      </Notice>
    );
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      <TextField
        control={control}
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
      />
      <SubmitButton isPending={isPending} size="md" fullWidth>
        Send the link
      </SubmitButton>
    </form>
  );
}
