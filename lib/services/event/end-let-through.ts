import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

/**
 * The line goes on as it is set, where everybody was let through. Whoever is in stays in. A stop has ended it already:
 * then it changes nothing. Throws `precondition_failed` when an open event does not let everybody through.
 */
export async function endLetThrough(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId } = eventIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (!event.letThrough) {
      if (event.status !== "open") return toEventView(event);
      throw new ServiceError("precondition_failed", `${event.name} has its line already.`);
    }
    const changed = await changeEvent(tx, context, { event, data: { letThrough: false } });
    await recordAudit(tx, context, {
      verb: "event.end-let-through",
      subject: event.id,
      summary: `ended letting everybody through at ${event.name}`,
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}
