import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { duplicateEventInput } from "@/lib/services/event/settings/inputs";
import { eventSettingsInput } from "@/lib/services/event/settings/schemas";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { addEvent } from "./add-event";

/**
 * Makes another event with the same settings and logo. Runs, places, codes, staff links, secrets of the event and drafts
 * stay behind. Throws what `createEvent` throws.
 */
export const duplicateEvent = defineChange(
  "event:write",
  duplicateEventInput,
  async (tx, context, { eventId, newEventId, name }) => {
    const like = await getEventOfCustomer(tx, context, eventId);
    const settings = eventSettingsInput.parse({ ...toSettingsInput(like), name });
    const event = await addEvent(tx, context, { eventId: newEventId, settings, logo: like });
    await recordAudit(tx, context, {
      verb: "event.duplicate",
      subject: event.id,
      summary: `created the event ${event.name} as a copy of ${like.name}`,
      details: { eventId: newEventId, like: eventId },
    });
    return toEventView(event);
  },
);
