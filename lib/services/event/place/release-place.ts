import { readFalseId } from "@/lib/secrets/false-queue-id";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import {
  changeEvent,
  getEventOfCustomer,
  requireOpen,
} from "@/lib/services/event/change/find-event";
import { releasePlaceInput } from "@/lib/services/event/settings/inputs";
import { releasedPlacesOf, withReleased } from "@/lib/services/event/settings/released-places";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";

/**
 * Releases a visitor from the false queue: with their next question they get a place at the end of the line. Twice is
 * once. Throws `invalid` for the queue id of anybody who is not in it, and `precondition_failed` where the event is
 * not open.
 */
export const releasePlace = defineChange(
  "event:operate",
  releasePlaceInput,
  async (tx, context, { eventId, queueId }): Promise<{ readonly queueId: string }> => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const { wireId: customerId } = context.customer;
    const key = await eventKeyOf(tx, { id: event.id, customerId, eventId });
    if (readFalseId(key, event.currentRun, queueId) === null) throw notFalse(event.name);
    if (releasedPlacesOf(event).includes(queueId)) return { queueId };
    const releasedPlaces = withReleased(event, queueId);
    await changeEvent(tx, context, { event, data: { releasedPlaces } });
    await recordAudit(tx, context, {
      verb: "event.release-place",
      subject: event.id,
      summary: `released a visitor from the false queue of ${event.name}`,
      details: { queueId },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return { queueId };
  },
);

function notFalse(name: string): ServiceError {
  const reason = `No visitor in the false queue of ${name} has this queue ID. Find the visitor by their support code.`;
  return new ServiceError("invalid", reason, { fields: { queueId: reason } });
}
