"use client";

import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { RevealedDialog } from "@/components/shared/revealed-dialog";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { CreateDebugTokenInput } from "@/lib/services/debug-token/schemas";

type DiagnosePanelProps = {
  events: readonly { readonly eventId: string; readonly name: string }[];
  create: Action<CreateDebugTokenInput, { readonly url: string }>;
};

/** Makes a link on which a connector explains what it sees. */
export function DiagnosePanel({ events, create }: DiagnosePanelProps) {
  const [url, setUrl] = useState<string | null>(null);
  const { control, message, isPending, onSubmit } = useActionForm<
    CreateDebugTokenInput,
    { readonly url: string }
  >({
    defaultValues: { eventId: events[0]?.eventId ?? "" },
    submit: create,
    onDone: (created) => setUrl(created.url),
  });
  return (
    <Panel
      title="Diagnose a connector"
      description="Opens the target of an event with a token on which the connector writes down what it sees: its version, the rule that matched, the address."
    >
      {events.length === 0 ? (
        <p className="text-sm text-muted">Create an event first.</p>
      ) : (
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
          <FormMessage message={message} />
          <Notice tone="warning">
            Public connectors also let in whoever opens the link, past the line, for five minutes.
            Ours only explain. Each link is written down in the audit log; do not pass it on.
          </Notice>
          <SelectField
            control={control}
            name="eventId"
            label="Event"
            options={events.map(({ eventId, name }) => ({ value: eventId, label: name }))}
          />
          <div>
            <SubmitButton variant="secondary" isPending={isPending}>
              Make a diagnostics link
            </SubmitButton>
          </div>
        </form>
      )}
      <RevealedDialog
        title="Your diagnostics link"
        what="the diagnostics link"
        text={url}
        advice="This is the only time it is shown, and it works for five minutes. Open it and look at the cookie queueitdebug, or at what the connector answers."
        onClose={() => setUrl(null)}
      />
    </Panel>
  );
}
