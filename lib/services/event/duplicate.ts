import type { ServiceContext } from "@/lib/services/context";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { addEvent } from "./add-event";
import { type EventView, toEventView, toSettingsInput } from "./event-view";
import { getEventOfCustomer } from "./find-event";
import { type DuplicateEventInput, duplicateEventInput } from "./inputs";
import { eventSettingsInput } from "./schemas";

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
      summary: `made the event ${event.name} like ${like.name}`,
      details: { eventId: newEventId, like: eventId },
    });
    return toEventView(event);
  });
}
