"use client";

import type { Action } from "@/lib/http/action-result";
import type { RequestSignUpInput } from "@/lib/services/people/user/schemas";
import { MailedLinkForm } from "./mailed-link-form";

type RequestSignUpFormProps = {
  /** Where e-mails are written; null when they are sent. */
  outboxDirectory: string | null;
  request: Action<RequestSignUpInput, unknown>;
};

/** The first step of signing up. */
export function RequestSignUpForm({ outboxDirectory, request }: RequestSignUpFormProps) {
  return (
    <MailedLinkForm request={request}>
      {(sentTo) => (
        <>
          Check {sentTo} for a link to continue. It works for a week.
          {outboxDirectory === null
            ? ""
            : ` No SMTP server is set, so the e-mail was saved as a file in ${outboxDirectory}.`}
        </>
      )}
    </MailedLinkForm>
  );
}
