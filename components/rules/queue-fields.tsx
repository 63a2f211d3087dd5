import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventOption } from "./event-option";
import { BY_EVENT, type RuleFormValues } from "./rule-form-values";

const REDIRECTS = [
  { value: "AllowTParameter", label: "The page they requested" },
  { value: "EventTargetUrl", label: "The event's target URL" },
  { value: "ForcedTargetUrl", label: "A fixed URL" },
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
        label="Always show the waiting page"
        description="Visitors see the waiting page first, even when nobody is waiting. Takes effect when published."
      />
      <LaneField control={control} events={events} />
      <SelectField
        control={control}
        name="action.RedirectLogic"
        label="After waiting, go to"
        options={REDIRECTS}
      />
      {redirectLogic === "ForcedTargetUrl" ? (
        <TextField
          control={control}
          name="action.ForcedTargetUrl"
          label="Fixed URL"
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
          description="Theme key for the waiting page. Leave empty to use the event's theme."
        />
        <TextField
          control={control}
          name="action.Culture"
          label="Language"
          description="Waiting page language, such as en-US. Leave empty to use the visitor’s browser language."
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
      description="Signed by our server connectors, so visitors can't choose a lane themselves. Other connectors can only use lanes below the default."
      options={[
        { value: BY_EVENT, label: "Event default" },
        ...lanes.map(({ key, name }) => ({ value: key, label: name })),
      ]}
    />
  );
}
