"use client";

import { useRouter } from "next/navigation";
import { type Control, useWatch } from "react-hook-form";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { Panel } from "@/components/shared/panel";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/event-view";
import type { CreateEventInput } from "@/lib/services/event/schemas";
import type { CreateFromTemplateInput } from "@/lib/services/event-template/schemas";
import type { EventTemplateView } from "@/lib/services/event-template/template-view";
import { KINDS } from "./kind-section";
import { NewEventId } from "./new-event-id";
import {
  type NewEventValues,
  NO_TEMPLATE,
  newEventInput,
  valuesFromTemplate,
} from "./new-event-values";

type NewEventProps = {
  timeZone: string;
  timeZones: readonly string[];
  /** Where to go once it is there; null for the event. */
  after: string | null;
  templates: readonly EventTemplateView[];
  create: Action<CreateEventInput, EventView>;
  createFromTemplate: Action<CreateFromTemplateInput, EventView>;
};

/** Creates an event from what is needed, then opens it; everything else can wait for the settings. */
export function NewEvent({ templates, timeZones, ...props }: NewEventProps) {
  const router = useRouter();
  const { form, control, message, isPending, onSubmit } = useActionForm<NewEventValues, EventView>({
    defaultValues: valuesFromTemplate(null, props.timeZone),
    submit: (values) => {
      const { templateId, ...input } = newEventInput(values);
      return templateId === null
        ? props.create(input)
        : props.createFromTemplate({ ...input, templateId });
    },
    onDone: ({ eventId }) => router.push(props.after ?? `/events/${eventId}`),
  });
  const takeTemplate = (templateId: string) => {
    const template = templates.find((one) => one.templateId === templateId) ?? null;
    const { name, eventId } = form.getValues();
    form.reset({ ...valuesFromTemplate(template, props.timeZone), name, eventId });
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label="New event">
      <Panel>
        {templates.length === 0 ? null : (
          <TemplateSection control={control} templates={templates} onTake={takeTemplate} />
        )}
        <WhatSection control={control} />
        <WhenSection control={control} timeZones={timeZones} />
        <FormSection title="How many" description="The speed at which your site takes visitors.">
          <NumberField
            control={control}
            name="outflowPerMinute"
            label="Outflow"
            unit="visitors per minute"
            minValue={1}
            maxValue={1_000_000}
            description="In any 60 seconds no more than so many get in. You can change it at any time."
            isRequired
          />
        </FormSection>
        <p className="border-t border-separator pt-4 text-xs text-pretty text-muted">
          That is all for now. First come, first served, sessions of 20 minutes and your name on the
          page suit most events; lanes, limits, themes and the rest stand under Settings whenever
          you want them. Nobody gets in before you start it.{" "}
          <DocsLink page="event-settings">What there is to set</DocsLink>
        </p>
        <div className="sticky bottom-0 -mx-4 mt-4 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-3xl border-t border-separator bg-surface px-4 py-3">
          <div className="min-w-0 flex-1">
            <FormMessage message={message} />
          </div>
          <ButtonLink href={props.after ?? "/events"} variant="tertiary">
            Cancel
          </ButtonLink>
          <SubmitButton isPending={isPending}>Create event</SubmitButton>
        </div>
      </Panel>
    </form>
  );
}

type PartProps = { control: Control<NewEventValues> };

function WhatSection({ control }: PartProps) {
  return (
    <FormSection title="What" description="What it is called, and where visitors go.">
      <TextField
        control={control}
        name="name"
        label="Name"
        description="Visitors read it on the waiting page."
        placeholder="Spring sale"
        isRequired
        autoFocus
      />
      <NewEventId control={control} />
      <TextField
        control={control}
        name="targetUrl"
        label="Target URL"
        type="url"
        placeholder="https://shop.example.com/tickets"
        description="The page that is protected: there visitors go when it is their turn."
        isRequired
        mono
      />
    </FormSection>
  );
}

function WhenSection({ control, timeZones }: PartProps & { timeZones: readonly string[] }) {
  const kind = useWatch({ control, name: "kind" });
  return (
    <FormSection title="When" description="When it is at work.">
      <RadioField control={control} name="kind" label="Kind" options={KINDS} />
      {kind === "scheduled" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            control={control}
            name="startLocal"
            label="Start"
            type="datetime-local"
            isRequired
          />
          <SelectField
            control={control}
            name="timeZone"
            label="Time zone"
            options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          />
        </div>
      ) : null}
    </FormSection>
  );
}

type TemplateSectionProps = PartProps & {
  templates: readonly EventTemplateView[];
  onTake: (templateId: string) => void;
};

function TemplateSection({ control, templates, onTake }: TemplateSectionProps) {
  return (
    <FormSection title="Template" description="Settings that you have kept from another event.">
      <SelectField
        control={control}
        name="templateId"
        label="Begin with"
        onSelected={onTake}
        options={[
          { value: NO_TEMPLATE, label: "Nothing: the settings of a new event" },
          ...templates.map(({ templateId, name }) => ({ value: templateId, label: name })),
        ]}
      />
    </FormSection>
  );
}
