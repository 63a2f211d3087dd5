import type { ServiceContext } from "@/lib/services/context";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireOpen } from "./find-event";
import { type SetSoftBlockInput, setSoftBlockInput } from "./inputs";

/**
 * Asks everybody for a challenge before they join, or no longer; whoever is in line keeps their place. The same again
 * changes nothing. It stays on until it is switched off or the event is started anew. Throws `precondition_failed` when the event is not open.
 */
export async function setSoftBlock(
  context: ServiceContext,
  rawInput: SetSoftBlockInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId, isOn } = setSoftBlockInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    if (event.softBlock === isOn) return toEventView(event);
    const changed = await changeEvent(tx, context, { event, data: { softBlock: isOn } });
    await recordAudit(tx, context, {
      verb: "event.set-soft-block",
      subject: event.id,
      summary: `switched the soft block of ${event.name} ${isOn ? "on" : "off"}`,
      details: { isOn },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}
