import { newEventSettings } from "@/lib/services/event/new-event/settings";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { createEventInput, eventSettingsInput } from "@/lib/services/event/settings/schemas";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { addEvent } from "./add-event";

/**
 * Creates an event as a draft. Throws `conflict` when the customer has an event with that id, `event_limit` and
 * `outflow_limit` where the installation allows them no more.
 */
export const createEvent = defineChange(
  "event:write",
  createEventInput,
  async (tx, context, { eventId, ...given }) => {
    const settings = eventSettingsInput.parse({
      ...(await newEventSettings(tx, context)),
      ...given,
    });
    const event = await addEvent(tx, context, { eventId, settings });
    await recordAudit(tx, context, {
      verb: "event.create",
      subject: event.id,
      summary: `created the event ${event.name}`,
      details: { eventId, settings },
    });
    return toEventView(event);
  },
);
