"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Theme } from "@/lib/domain/theme/theme";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { CreateFromTemplateInput } from "@/lib/services/event/template/schemas";
import type { EventTemplateView } from "@/lib/services/event/template/template-view";
import {
  type EventFormValues,
  gatherFieldErrors,
  type NewEventStart,
  newEventValues,
} from "../event-form-values";
import { NewEventFields } from "./new-event-fields";
import { NewEventPreview, type PreviewState } from "./new-event-preview";
import {
  newEventInput,
  purposeOfValues,
  reasonsElsewhere,
  valuesFor,
  withTemplate,
} from "./new-event-values";
import { TemplateSection } from "./template-section";
import { WhatHappens } from "./what-happens";

type NewEventProps = {
  /** What the customer's new events begin with. */
  start: NewEventStart;
  /** Where to go once it is there; null for the event. */
  after: string | null;
  templates: readonly EventTemplateView[];
  /** By key. */
  themes: Readonly<Record<string, Theme>>;
  states: readonly PreviewState[];
  create: Action<CreateEventInput, EventView>;
  createFromTemplate: Action<CreateFromTemplateInput, EventView>;
};

/** Asks what an event is for and the few settings that need an answer, creates it, and opens it. */
export function NewEvent(props: NewEventProps) {
  const { templates, start, after } = props;
  const [templateId, setTemplateId] = useState<string | null>(null);
  const { form, control, message, isPending, onSubmit } = useNewEventForm(props, templateId);
  const [kind, draw, inviteOnly, timeZone] = useWatch({
    control,
    name: ["kind", "draw", "inviteOnly", "timeZone"],
  });
  const purpose = purposeOfValues({ kind, draw, inviteOnly }, timeZone);
  const valuesOf = (id: string | null) => {
    const template = templates.find((one) => one.templateId === id);
    // Each setting that a template has is of its type.
    return newEventValues({ ...start, ...template?.settings } as NewEventStart);
  };
  const takeTemplate = (chosen: string | null) => {
    const values = withTemplate(form.getValues(), valuesOf(templateId), valuesOf(chosen));
    for (const [field, value] of Object.entries(values))
      form.setValue(field as keyof EventFormValues, value as never, { shouldDirty: true });
    setTemplateId(chosen);
  };
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
      <form
        onSubmit={onSubmit}
        noValidate
        aria-label="New event"
        data-unsaved={form.formState.isDirty}
      >
        <Panel>
          {templates.length === 0 ? null : (
            <TemplateSection chosen={templateId} templates={templates} onTake={takeTemplate} />
          )}
          <NewEventFields
            control={control}
            purpose={purpose}
            onPurpose={(chosen) => {
              form.clearErrors();
              const values = valuesFor(chosen, form.getValues(), timeZone);
              for (const [field, value] of Object.entries(values))
                form.setValue(field as keyof EventFormValues, value as never, {
                  shouldDirty: true,
                });
            }}
          />
          <p className="border-t border-separator pt-4 text-xs text-pretty text-muted">
            Everything else has a default and can be changed under Settings.{" "}
            <DocsLink page="event-settings">About event settings</DocsLink>
          </p>
          <div className="sticky bottom-(--toaster-room) -mx-4 mt-4 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-3xl border-t border-separator bg-surface px-4 py-3">
            <div className="min-w-0 flex-1">
              <FormMessage message={message} />
            </div>
            <ButtonLink href={after ?? "/events"} variant="tertiary">
              Cancel
            </ButtonLink>
            <SubmitButton isPending={isPending}>Create event</SubmitButton>
          </div>
        </Panel>
      </form>
      <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-4">
        <Panel title="What happens">
          <WhatHappens control={control} purpose={purpose} />
        </Panel>
        <Panel title="What visitors see">
          <NewEventPreview
            key={purpose}
            control={control}
            purpose={purpose}
            themes={props.themes}
            states={props.states}
          />
        </Panel>
      </div>
    </div>
  );
}

function useNewEventForm(props: NewEventProps, templateId: string | null) {
  const router = useRouter();
  // The page stays for a moment once the event is there; a second press would ask for another.
  const [isCreated, setCreated] = useState(false);
  const { isPending, ...rest } = useActionForm<EventFormValues, EventView>({
    defaultValues: newEventValues(props.start),
    submit: async (values) => {
      const input = newEventInput(values);
      return shown(
        templateId === null
          ? await props.create(input)
          : await props.createFromTemplate({ ...input, templateId }),
      );
    },
    onDone: ({ eventId }) => {
      setCreated(true);
      router.push(props.after ?? `/events/${eventId}`);
    },
  });
  return { ...rest, isPending: isPending || isCreated };
}

/** A refusal with each reason where somebody sees it. */
function shown(result: ActionResult<EventView>): ActionResult<EventView> {
  if (result.ok) return result;
  const { fields = {}, message } = result.error;
  const elsewhere = reasonsElsewhere(fields);
  return {
    ok: false,
    error: {
      ...result.error,
      fields: gatherFieldErrors(fields),
      message: elsewhere.length === 0 ? message : elsewhere.join(" "),
    },
  };
}
