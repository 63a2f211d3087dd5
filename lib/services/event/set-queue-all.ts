import type { ServiceContext } from "@/lib/services/context";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer } from "./find-event";
import { type SetQueueAllInput, setQueueAllInput } from "./inputs";

/**
 * Shows the waiting page to everybody, also while nobody waits, or only when there is a line. The same again changes
 * nothing.
 */
export async function setQueueAll(
  context: ServiceContext,
  rawInput: SetQueueAllInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId, isOn } = setQueueAllInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (event.queueAll === isOn) return toEventView(event);
    const changed = await changeEvent(tx, context, { event, data: { queueAll: isOn } });
    await recordAudit(tx, context, {
      verb: "event.set-queue-all",
      subject: event.id,
      summary: `switched “queue all” of ${event.name} ${isOn ? "on" : "off"}`,
      details: { isOn },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}
