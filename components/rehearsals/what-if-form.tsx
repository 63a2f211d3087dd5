"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormMessage } from "@/components/shared/form-message";
import { FormSection } from "@/components/shared/form-section";
import { Panel } from "@/components/shared/panel";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { RehearsalEvent } from "@/lib/services/rehearsal/list-events";
import type { ListedRehearsal } from "@/lib/services/rehearsal/rehearsal-view";
import type { CreateWhatIfInput } from "@/lib/services/rehearsal/schemas";
import { ArrivalsFields } from "./arrivals-fields";
import { filledFor, followEvent } from "./follow-event";
import { NotPlayedNote } from "./not-played-note";
import { VariantFields } from "./variant-fields";
import { inputOf, type WhatIfValues } from "./what-if-values";

type WhatIfFormProps = {
  events: readonly RehearsalEvent[];
  /** The event that it begins with; another than those: the first of them. */
  askedEventId: string;
  create: Action<CreateWhatIfInput, ListedRehearsal>;
};

/** Asks what is to be played, and leads to it. */
export function WhatIfForm({ events, askedEventId, create }: WhatIfFormProps) {
  const router = useRouter();
  const eventOf = (id: string) => events.find(({ eventId }) => eventId === id);
  const [filled, setFilled] = useState(() => filledFor(eventOf(askedEventId) ?? events[0]));
  const { form, control, message, isPending, onSubmit } = useActionForm<
    WhatIfValues,
    ListedRehearsal
  >({
    defaultValues: filled.values,
    submit: (values) => create(inputOf(values)),
    onDone: ({ id }) => router.push(`/rehearsals/${id}`),
  });
  const [eventId, hasChange] = useWatch({ control, name: ["eventId", "hasChange"] });
  const event = eventOf(eventId);
  const follow = (chosen: string) => {
    const next = followEvent({ ...filled, values: form.getValues() }, eventOf(chosen));
    setFilled(next);
    form.reset(next.values);
  };
  return (
    <Panel>
      <form onSubmit={onSubmit} noValidate className="flex flex-col">
        <FormSection title="About" description="What you want to know, in your words.">
          <TextField control={control} name="name" label="Name" isRequired />
          <SelectField
            control={control}
            name="eventId"
            label="Event"
            description="Its last run stands beside the outcome."
            options={[
              ...events.map(({ eventId, name }) => ({ value: eventId, label: name })),
              { value: "", label: "None" },
            ]}
            onSelected={follow}
          />
          <NotPlayedNote notPlayed={event?.notPlayed ?? []} />
        </FormSection>
        <FormSection title="Who comes" description="How many visitors come in each minute.">
          <ArrivalsFields form={form} event={event} />
        </FormSection>
        <FormSection
          title="The plan"
          description="How many are let in, in which order, and what the visitors are like."
        >
          <VariantFields control={control} name="plan" />
        </FormSection>
        <FormSection
          title="A change"
          description="The same visitors once more, with something else, side by side."
        >
          <CheckField control={control} name="hasChange" label="Compare with a change" />
          {hasChange ? <VariantFields control={control} name="change" /> : null}
        </FormSection>
        <div className="flex flex-col gap-3 border-t border-separator pt-4">
          <FormMessage message={message} />
          <div className="flex justify-end">
            <SubmitButton isPending={isPending} size="md">
              Play it
            </SubmitButton>
          </div>
        </div>
      </form>
    </Panel>
  );
}
