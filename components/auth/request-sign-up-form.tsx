"use client";

import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { RequestSignUpInput } from "@/lib/services/user/schemas";

type RequestSignUpFormProps = {
  /** Where e-mails are written; null when they are sent. */
  outboxDirectory: string | null;
  request: Action<RequestSignUpInput, unknown>;
};

/** The first step of signing up. Its answer is the same whether or not the address has a user. */
export function RequestSignUpForm({ outboxDirectory, request }: RequestSignUpFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { control, message, isPending, onSubmit } = useActionForm<RequestSignUpInput, unknown>({
    defaultValues: { email: "" },
    submit: request,
    onDone: (_, { email }) => setSentTo(email),
  });
  if (sentTo !== null) {
    return (
      <Notice tone="success" role="status">
        An e-mail to {sentTo} is on its way. Open the link in it to go on; it works for a week.
        {outboxDirectory === null
          ? ""
          : ` No SMTP server is set, so that the e-mail is a file in ${outboxDirectory}.`}
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
