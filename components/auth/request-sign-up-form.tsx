"use client";

import type { Action } from "@/lib/http/action-result";
import type { RequestSignUpInput } from "@/lib/services/user/schemas";
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
          An e-mail to {sentTo} is on its way. Open the link in it to go on; it works for a week.
          {outboxDirectory === null
            ? ""
            : ` No SMTP server is set, so that the e-mail is a file in ${outboxDirectory}.`}
        </>
      )}
    </MailedLinkForm>
  );
}
