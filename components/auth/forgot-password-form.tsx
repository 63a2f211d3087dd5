"use client";

import type { Action } from "@/lib/http/action-result";
import type { RequestPasswordResetInput } from "@/lib/services/people/user/schemas";
import { MailedLinkForm } from "./mailed-link-form";

type ForgotPasswordFormProps = { request: Action<RequestPasswordResetInput, unknown> };

export function ForgotPasswordForm({ request }: ForgotPasswordFormProps) {
  return (
    <MailedLinkForm request={request}>
      {(sentTo) => <>If {sentTo} has an account, we've sent it a link. It works for an hour.</>}
    </MailedLinkForm>
  );
}
