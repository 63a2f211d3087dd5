import { useId, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { TextInput } from "@/components/ui/text-input";
import type { EventOption } from "./event-option";
import { furtherEvents, withChoice } from "./further-events";
import type { RuleFormValues } from "./rule-form-values";

type FurtherEventsFieldProps = {
  control: Control<RuleFormValues>;
  events: readonly EventOption[];
  description: string;
};

/** As many need no search. */
const WITHOUT_SEARCH = 8;

/** Events that count in a rule besides its own, by their names. */
export function FurtherEventsField({ control, events, description }: FurtherEventsFieldProps) {
  const { field, fieldState } = useController({ control, name: "action.InvolvedWaitingRoomIds" });
  const ownEventId = useWatch({ control, name: "action.EventId" });
  const [search, setSearch] = useState("");
  const legend = useId();
  const { shown, more } = furtherEvents(events, { value: field.value, ownEventId, search });
  return (
    <fieldset aria-labelledby={legend} className="flex min-w-0 flex-col gap-2">
      <legend id={legend} className="text-sm font-medium">
        Additional events
      </legend>
      <p className="text-xs text-muted">{description}</p>
      {events.length <= WITHOUT_SEARCH ? null : (
        <TextInput
          label="Find an event"
          hideLabel
          value={search}
          onChange={setSearch}
          placeholder="Find an event by name or id"
        />
      )}
      <div className="flex max-h-64 flex-col gap-2 overflow-y-auto p-0.5">
        {shown.map(({ eventId, name, isChosen, isKnown }) => (
          <Checkbox
            key={eventId}
            isSelected={isChosen}
            onChange={(isOn) => field.onChange(withChoice(field.value, eventId, isOn))}
          >
            <span className="min-w-0 break-words">
              {name}{" "}
              <span className="text-xs text-muted">
                {isKnown ? `(${eventId})` : "(deleted event)"}
              </span>
            </span>
          </Checkbox>
        ))}
        {shown.length === 0 ? <p className="text-xs text-muted">No matching events.</p> : null}
      </div>
      {more === 0 ? null : <p className="text-xs text-muted">{more} more. Search by name or ID.</p>}
      {fieldState.error?.message === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
