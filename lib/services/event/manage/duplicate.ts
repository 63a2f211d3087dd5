import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import {
  type DuplicateEventInput,
  duplicateEventInput,
} from "@/lib/services/event/settings/inputs";
import { eventSettingsInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { addEvent } from "./add-event";

/**
 * Makes another event with the same settings and logo. Runs, places, codes, staff links, secrets of the event and drafts
 * stay behind. Throws what `createEvent` throws.
 */
export async function duplicateEvent(
  context: ServiceContext,
  rawInput: DuplicateEventInput,
): Promise<EventView> {
  requirePermission(context, "event:write");
  const { eventId, newEventId, name } = duplicateEventInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
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
  });
}
