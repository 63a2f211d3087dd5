"use client";

import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { RequestEmailChangeInput } from "@/lib/services/people/user/change-email";

type ChangeEmailFormProps = { email: string; request: Action<RequestEmailChangeInput, unknown> };

/** Asks for another address, which has to be confirmed from there. */
export function ChangeEmailForm({ email, request }: ChangeEmailFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, control, message, isPending, onSubmit } = useActionForm<
    RequestEmailChangeInput,
    unknown
  >({
    defaultValues: { email: "" },
    submit: request,
    onDone: (_, values) => setSentTo(values.email),
  });
  return (
    <Panel title="Change e-mail" description={`You sign in with ${email}.`}>
      {sentTo === null ? (
        <form onSubmit={onSubmit} className="flex max-w-md flex-col gap-4" noValidate>
          <FormMessage message={message} />
          <TextField
            control={control}
            name="email"
            label="New e-mail"
            type="email"
            autoComplete="email"
            description="We'll send a confirmation link to this address and notify your current one."
            isRequired
          />
          <div>
            <SubmitButton isPending={isPending} isDisabled={!form.formState.isDirty}>
              Send link
            </SubmitButton>
          </div>
        </form>
      ) : (
        <Notice tone="success" role="status">
          Check {sentTo} for a link and open it in this browser.
        </Notice>
      )}
    </Panel>
  );
}
