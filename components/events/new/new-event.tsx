"use client";

import { useRouter } from "next/navigation";
import { type Control, useWatch } from "react-hook-form";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { FormSection } from "@/components/shared/form-section";
import { LocalTimeField } from "@/components/shared/local-time-field";
import { NumberField } from "@/components/shared/number-field";
import { Panel } from "@/components/shared/panel";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { CreateFromTemplateInput } from "@/lib/services/event/template/schemas";
import type { EventTemplateView } from "@/lib/services/event/template/template-view";
import { KINDS } from "../kind-section";
import { ofNumber, ofSetting } from "../of-setting";
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
    <form
      onSubmit={onSubmit}
      noValidate
      aria-label="New event"
      data-unsaved={form.formState.isDirty}
    >
      <Panel>
        {templates.length === 0 ? null : (
          <TemplateSection control={control} templates={templates} onTake={takeTemplate} />
        )}
        <WhatSection control={control} />
        <WhenSection control={control} timeZones={timeZones} />
        <FormSection title="Admission" description="How many visitors your site can take.">
          <NumberField
            control={control}
            {...ofNumber("outflowPerMinute")}
            unit="visitors per minute"
            description="Never exceeded in any 60 seconds. You can change it at any time."
          />
        </FormSection>
        <p className="border-t border-separator pt-4 text-xs text-pretty text-muted">
          The defaults suit most events: first come, first served, 20-minute sessions and your name
          on the page. Change anything under Settings. Nobody is admitted before you start the
          event. <DocsLink page="event-settings">About event settings</DocsLink>
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
    <FormSection title="Basics" description="Event name and destination.">
      <TextField
        control={control}
        {...ofSetting("name")}
        description="Shown to visitors on the waiting page."
        placeholder="Spring sale"
        isRequired
        autoFocus
      />
      <NewEventId control={control} />
      <TextField
        control={control}
        {...ofSetting("targetUrl")}
        type="url"
        placeholder="https://shop.example.com/tickets"
        description="The protected page. Visitors go here when it's their turn."
        isRequired
        mono
      />
    </FormSection>
  );
}

function WhenSection({ control, timeZones }: PartProps & { timeZones: readonly string[] }) {
  const [kind, timeZone] = useWatch({ control, name: ["kind", "timeZone"] });
  return (
    <FormSection title="When" description="When the event is active.">
      <RadioField control={control} {...ofSetting("kind")} options={KINDS} />
      {kind === "scheduled" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <LocalTimeField
            control={control}
            {...ofSetting("startLocal")}
            timeZone={timeZone}
            past="Visitors will be admitted as soon as you start the event."
            isRequired
          />
          <SelectField
            control={control}
            {...ofSetting("timeZone")}
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
    <FormSection title="Template" description="Start from settings saved from another event.">
      <SelectField
        control={control}
        name="templateId"
        label="Start from"
        onSelected={onTake}
        options={[
          { value: NO_TEMPLATE, label: "Default settings" },
          ...templates.map(({ templateId, name }) => ({ value: templateId, label: name })),
        ]}
      />
    </FormSection>
  );
}
