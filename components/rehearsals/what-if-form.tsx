"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormMessage } from "@/components/shared/form-message";
import { FormSection } from "@/components/shared/form-section";
import { orOffline } from "@/components/shared/or-offline";
import { Panel } from "@/components/shared/panel";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { RehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import type { ListedRehearsal } from "@/lib/services/operation/rehearsal/rehearsal-view";
import type {
  CreateWhatIfInput,
  RehearsalEventInput,
} from "@/lib/services/operation/rehearsal/schemas";
import { ArrivalsFields } from "./arrivals-fields";
import { filledFor, followEvent } from "./follow-event";
import { NotPlayedNote } from "./not-played-note";
import { VariantFields } from "./variant-fields";
import { inputOf, type WhatIfValues } from "./what-if-values";

type WhatIfFormProps = {
  events: readonly Pick<RehearsalEvent, "eventId" | "name">[];
  /** The event that it begins with; undefined where there is none. */
  first: RehearsalEvent | undefined;
  find: Action<RehearsalEventInput, RehearsalEvent>;
  create: Action<CreateWhatIfInput, ListedRehearsal>;
};

/** Asks what is to be played, and leads to it. */
export function WhatIfForm({ events, first, find, create }: WhatIfFormProps) {
  const router = useRouter();
  const [event, setEvent] = useState(first);
  const [filled, setFilled] = useState(() => filledFor(first));
  const { form, control, message, isPending, onSubmit } = useActionForm<
    WhatIfValues,
    ListedRehearsal
  >({
    defaultValues: filled.values,
    submit: (values) => create(inputOf(values)),
    onDone: ({ id }) => router.push(`/rehearsals/${id}`),
  });
  const hasChange = useWatch({ control, name: "hasChange" });
  const begin = (chosen: RehearsalEvent | undefined) => {
    const next = followEvent({ ...filled, values: form.getValues() }, chosen);
    setEvent(chosen);
    setFilled(next);
    form.reset(next.values);
  };
  const follow = async (eventId: string) => {
    if (eventId === "") return begin(undefined);
    const result = await orOffline(find({ eventId }));
    // Another may have been chosen meanwhile.
    if (form.getValues("eventId") !== eventId) return;
    if (result.ok) return begin(result.data);
    form.setValue("eventId", event?.eventId ?? "");
    toast.danger(result.error.message);
  };
  return (
    <Panel>
      <form onSubmit={onSubmit} noValidate className="flex flex-col">
        <FormSection title="About" description="Name the question you want to answer.">
          <TextField control={control} name="name" label="Name" isRequired />
          <SelectField
            control={control}
            name="eventId"
            label="Event"
            description="Its last run is shown next to the result."
            options={[
              ...events.map(({ eventId, name }) => ({ value: eventId, label: name })),
              { value: "", label: "None" },
            ]}
            onSelected={(eventId) => void follow(eventId)}
          />
          <NotPlayedNote notPlayed={event?.notPlayed ?? []} />
        </FormSection>
        <FormSection title="Arrivals" description="How many visitors arrive each minute.">
          <ArrivalsFields form={form} event={event} />
        </FormSection>
        <FormSection title="Plan" description="Outflow, order and visitor behaviour.">
          <VariantFields control={control} name="plan" />
        </FormSection>
        <FormSection
          title="Compare"
          description="Run the same visitors with different settings, side by side."
        >
          <CheckField control={control} name="hasChange" label="Compare with other settings" />
          {hasChange ? <VariantFields control={control} name="change" /> : null}
        </FormSection>
        <div className="flex flex-col gap-3 border-t border-separator pt-4">
          <FormMessage message={message} />
          <div className="flex justify-end">
            <SubmitButton isPending={isPending} size="md">
              Run simulation
            </SubmitButton>
          </div>
        </div>
      </form>
    </Panel>
  );
}
