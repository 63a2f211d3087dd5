"use client";

import type { Action } from "@/lib/http/action-result";
import type { RequestPasswordResetInput } from "@/lib/services/user/schemas";
import { MailedLinkForm } from "./mailed-link-form";

type ForgotPasswordFormProps = { request: Action<RequestPasswordResetInput, unknown> };

export function ForgotPasswordForm({ request }: ForgotPasswordFormProps) {
  return (
    <MailedLinkForm request={request}>
      {(sentTo) => <>If {sentTo} has a user here, a link is on its way. It works for an hour.</>}
    </MailedLinkForm>
  );
}
