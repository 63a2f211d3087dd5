"use client";

import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";
import type {
  CancelPlaceInput,
  FindVisitorInput,
} from "@/lib/services/operation/report/visitor-inputs";
import { VisitorPanel } from "./visitor-panel";

/** An id on the wire has no such word: it stands for all events. */
const ANY = "any event";

type VisitorSearchProps = {
  events: readonly { readonly eventId: string; readonly name: string }[];
  /** What the address of the page asks for already. */
  asked: Asked;
  find: Action<FindVisitorInput, VisitorStory>;
  /** Absent for whoever may not. */
  cancel: Action<CancelPlaceInput, { readonly number: number }> | undefined;
};

type Asked = { readonly eventId: string; readonly code: string };

/** Finds a visitor by support code or queue id and tells their story. */
export function VisitorSearch({ events, asked, find, cancel }: VisitorSearchProps) {
  const [found, setFound] = useState<{ story: VisitorStory; code: string } | null>(null);
  const search = async ({ eventId, code }: Asked) =>
    find({ code, ...(eventId === ANY ? {} : { eventId }) });
  const { form, control, message, isPending, onSubmit } = useActionForm<
    { eventId: string; code: string },
    VisitorStory
  >({
    defaultValues: { eventId: asked.eventId === "" ? ANY : asked.eventId, code: asked.code },
    submit: (values) => {
      setFound(null);
      return search(values);
    },
    onDone: (story, { code }) => setFound({ story, code }),
  });
  const again = async () => {
    const result = await search(form.getValues());
    if (result.ok) setFound({ story: result.data, code: form.getValues().code });
  };
  const { errors } = form.formState;
  const isAtField = errors.code !== undefined || errors.eventId !== undefined;
  return (
    <div className="flex flex-col gap-4">
      <Panel>
        <form
          onSubmit={onSubmit}
          noValidate
          aria-label="Find a visitor"
          data-unsaved="false"
          className="flex flex-col gap-3"
        >
          <FormMessage message={isAtField ? null : message} />
          <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto]">
            <SelectField
              control={control}
              name="eventId"
              label="Event"
              options={[
                { value: ANY, label: "Any event" },
                ...events.map(({ eventId, name }) => ({ value: eventId, label: name })),
              ]}
            />
            <TextField
              control={control}
              name="code"
              label="Support code or queue ID"
              placeholder="K7QF-3MTP"
              autoComplete="off"
              mono
            />
            <div className="sm:mt-6">
              <SubmitButton isPending={isPending} size="md">
                Find
              </SubmitButton>
            </div>
          </div>
        </form>
      </Panel>
      <div role="status">
        {found === null ? null : (
          <VisitorPanel
            key={found.story.place.number}
            story={found.story}
            code={found.code}
            cancel={cancel}
            onCancelled={() => void again()}
          />
        )}
      </div>
    </div>
  );
}
