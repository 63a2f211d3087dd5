"use client";

import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { useReveal } from "@/components/shared/use-reveal";
import type { Action } from "@/lib/http/action-result";
import type { CreateDebugTokenInput } from "@/lib/services/sites/debug-token/schemas";

type DiagnosePanelProps = {
  events: readonly { readonly eventId: string; readonly name: string }[];
  create: Action<CreateDebugTokenInput, { readonly url: string }>;
};

const REVEALED = {
  title: "Your diagnostics link",
  what: "the diagnostics link",
  advice:
    "This link is only shown once and works for five minutes. Open it and check the queueitdebug cookie or the connector's response.",
};

/** Makes a link on which a connector explains what it sees. */
export function DiagnosePanel({ events, create }: DiagnosePanelProps) {
  const reveal = useReveal();
  const { control, message, isPending, onSubmit } = useActionForm<
    CreateDebugTokenInput,
    { readonly url: string }
  >({
    defaultValues: { eventId: events[0]?.eventId ?? "" },
    submit: create,
    onDone: (created) => reveal(REVEALED, created.url),
  });
  return (
    <Panel
      title="Diagnose a connector"
      description="Opens an event's target URL with a token that makes the connector report its version, the matched rule and the URL."
    >
      {events.length === 0 ? (
        <p className="text-sm text-muted">Create an event first.</p>
      ) : (
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3" data-unsaved="false">
          <FormMessage message={message} />
          <Notice tone="warning">
            With public connectors, anyone with the link also bypasses the line for five minutes.
            Don't share it. Each link is logged.
          </Notice>
          <SelectField
            control={control}
            name="eventId"
            label="Event"
            options={events.map(({ eventId, name }) => ({ value: eventId, label: name }))}
          />
          <div>
            <SubmitButton variant="secondary" isPending={isPending}>
              Create diagnostics link
            </SubmitButton>
          </div>
        </form>
      )}
    </Panel>
  );
}
