import type { ServiceContext } from "@/lib/services/context";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireStopped } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

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
    const changed = await changeEvent(tx, context, { event, data: { archivedAt: new Date() } });
    await recordAudit(tx, context, {
      verb: "event.archive",
      subject: event.id,
      summary: `put ${event.name} into the archive`,
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}
