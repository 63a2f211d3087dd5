import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireStopped } from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";

/**
 * Puts an event into the archive: lists leave it out, nothing of it changes, and no schedule opens it. Throws
 * `precondition_failed` while it is open. Doing it twice changes nothing.
 */
export async function archiveEvent(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView> {
  requirePermission(context, "event:write");
  const { eventId } = eventIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (event.archivedAt !== null) return toEventView(event);
    requireStopped(event);
    return applyChange(tx, context, {
      event,
      data: { archivedAt: new Date() },
      verb: "event.archive",
      summary: `archived ${event.name}`,
    });
  });
}
