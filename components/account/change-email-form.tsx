"use client";

import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { RequestEmailChangeInput } from "@/lib/services/people/user/change-email";

type ChangeEmailFormProps = { email: string; request: Action<RequestEmailChangeInput, unknown> };

/** Asks for another address, which has to be confirmed from there. */
export function ChangeEmailForm({ email, request }: ChangeEmailFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, control, ...asked } = useActionForm<RequestEmailChangeInput, unknown>({
    defaultValues: { email: "" },
    submit: request,
    onDone: (_, values) => setSentTo(values.email),
  });
  return (
    <Panel title="Change e-mail" description={`You sign in with ${email}.`}>
      {sentTo === null ? (
        <ActionForm
          {...asked}
          submit="Send link"
          isDisabled={!form.formState.isDirty}
          at="start"
          className="max-w-md"
        >
          <TextField
            control={control}
            name="email"
            label="New e-mail"
            type="email"
            autoComplete="email"
            description="We'll send a confirmation link to this address and notify your current one."
            isRequired
          />
        </ActionForm>
      ) : (
        <Notice tone="success" role="status">
          Check {sentTo} for a link and open it in this browser.
        </Notice>
      )}
    </Panel>
  );
}
