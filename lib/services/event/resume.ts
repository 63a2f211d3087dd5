import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireOpen } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

/** Lets visitors enter again. Throws `precondition_failed` when the event is not open or not paused. */
export async function resumeEvent(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId } = eventIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    if (!event.paused) {
      throw new ServiceError("precondition_failed", `${event.name} is not paused.`);
    }
    const changed = await changeEvent(tx, context, {
      event,
      data: { paused: false, pauseMessage: null },
    });
    await recordAudit(tx, context, {
      verb: "event.resume",
      subject: event.id,
      summary: `resumed ${event.name}`,
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}
