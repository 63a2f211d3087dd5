import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireOpen } from "./find-event";
import { type PauseEventInput, pauseEventInput } from "./schemas";

/**
 * Nobody enters until the event is resumed; everybody keeps their place. Pausing again changes the
 * message. Throws `precondition_failed` when it is not open, or is paused with the same message.
 */
export async function pauseEvent(
  context: ServiceContext,
  rawInput: PauseEventInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId, message } = pauseEventInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    if (event.paused && event.pauseMessage === message) {
      throw new ServiceError("precondition_failed", `${event.name} is paused already.`);
    }
    const changed = await changeEvent(tx, context, {
      event,
      data: { paused: true, pauseMessage: message },
    });
    const verb = event.paused ? "changed the message of the paused" : "paused";
    await recordAudit(tx, context, {
      verb: "event.pause",
      subject: event.id,
      summary: `${verb} ${event.name}${message === null ? "" : `: “${message}”`}`,
      details: { message },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}
