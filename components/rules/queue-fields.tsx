"use client";

import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventOption } from "./event-option";
import { BY_EVENT, type RuleFormValues } from "./rule-form-values";

const REDIRECTS = [
  { value: "AllowTParameter", label: "The page they asked for" },
  { value: "EventTargetUrl", label: "The target URL of the event" },
  { value: "ForcedTargetUrl", label: "One fixed address" },
];

type QueueFieldsProps = { control: Control<RuleFormValues>; events: readonly EventOption[] };

/** What only the Queue action has. */
export function QueueFields({ control, events }: QueueFieldsProps) {
  const redirectLogic = useWatch({ control, name: "action.RedirectLogic" });
  return (
    <>
      <CheckField
        control={control}
        name="alwaysWait"
        label="Always wait"
        description="Visitors of these pages see the waiting page first, also while nobody waits and there is room. Slots flow as usual. In force once published."
      />
      <LaneField control={control} events={events} />
      <SelectField
        control={control}
        name="action.RedirectLogic"
        label="After the wait visitors go to"
        options={REDIRECTS}
      />
      {redirectLogic === "ForcedTargetUrl" ? (
        <TextField
          control={control}
          name="action.ForcedTargetUrl"
          label="Fixed address"
          type="url"
          placeholder="https://shop.example.com/tickets"
          mono
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="action.LayoutName"
          label="Layout name"
          description="The theme that the waiting page wears, in plain English letters. Usually empty: that of the event."
        />
        <TextField
          control={control}
          name="action.Culture"
          label="Language"
          description="What the waiting page speaks, such as en-US. Empty: what the visitor’s browser asks for."
          mono
        />
      </div>
    </>
  );
}

/** The lane of the rule's visitors, where the event has several. */
function LaneField({ control, events }: QueueFieldsProps) {
  const [eventId, lane] = useWatch({ control, name: ["action.EventId", "lane"] });
  const lanes = events.find((event) => event.eventId === eventId)?.lanes ?? [];
  if (lanes.length < 2 && lane === BY_EVENT) return null;
  return (
    <SelectField
      control={control}
      name="lane"
      label="Lane"
      description="Our connectors on servers sign it, so that nobody gets there by typing a name. By other connectors visitors only get into a lane behind the default one."
      options={[
        { value: BY_EVENT, label: "As the event decides" },
        ...lanes.map(({ key, name }) => ({ value: key, label: name })),
      ]}
    />
  );
}
