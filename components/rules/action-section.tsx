"use client";

import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventOption } from "./event-option";
import { QueueFields } from "./queue-fields";
import type { RuleFormValues } from "./rule-form-values";
import { ACTIONS } from "./rule-words";

const ACTION_OPTIONS = Object.entries(ACTIONS).map(([value, words]) => ({ value, ...words }));

type ActionSectionProps = { control: Control<RuleFormValues>; events: readonly EventOption[] };

/** What connectors do with a request that matched. */
export function ActionSection({ control, events }: ActionSectionProps) {
  const actionType = useWatch({ control, name: "actionType" });
  return (
    <FormSection title="Then" description="What the connector does with a request that matches.">
      <RadioField control={control} name="actionType" label="Action" options={ACTION_OPTIONS} />
      {actionType === "Ignore" ? null : (
        <>
          <SelectField
            control={control}
            name="action.EventId"
            label="Event"
            description="Its session length decides how long the visitor’s cookie holds."
            options={events.map(({ eventId, name }) => ({
              value: eventId,
              label: `${name} (${eventId})`,
            }))}
          />
          {events.length > 1 ? (
            <TextField
              control={control}
              name="action.InvolvedWaitingRoomIds"
              label="Further events"
              rows={2}
              mono
              description={
                actionType === "Queue"
                  ? "One event id a line. A pass or a session of any of them lets in here as well. Known to our connectors on servers and to the JavaScript one from version 5; others know only the event above."
                  : "One event id a line. Their sessions end as well. Known to our connectors on servers and to the JavaScript one from version 5."
              }
            />
          ) : null}
          {actionType === "Queue" ? <QueueFields control={control} events={events} /> : null}
          <TextField
            control={control}
            name="action.CookieDomain"
            label="Cookie domain"
            description="Empty keeps the session on the host that set it."
            placeholder="shop.example.com"
            mono
          />
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <CheckField
              control={control}
              name="action.IsCookieHttpOnly"
              label="Cookie is HttpOnly (off only where the script in the page shares the session)"
            />
            <CheckField
              control={control}
              name="action.IsCookieSecure"
              label="Cookie is Secure (ours always is on https; public connectors ask here)"
            />
          </div>
        </>
      )}
    </FormSection>
  );
}
