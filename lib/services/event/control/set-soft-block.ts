import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { type SetSoftBlockInput, setSoftBlockInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";

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
    return applyChange(tx, context, {
      event,
      data: { softBlock: isOn },
      verb: "event.set-soft-block",
      summary: `turned the soft block of ${event.name} ${isOn ? "on" : "off"}`,
      details: { isOn },
    });
  });
}
