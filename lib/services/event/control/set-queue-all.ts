import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { type SetQueueAllInput, setQueueAllInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { withTransaction } from "@/lib/services/ground/with-transaction";

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
    if (settingsOf(event, "queueAll").queueAll === isOn) return toEventView(event);
    return applyChange(tx, context, {
      event,
      data: { queueAll: isOn },
      verb: "event.set-queue-all",
      summary: `turned “queue all” of ${event.name} ${isOn ? "on" : "off"}`,
      details: { isOn },
    });
  });
}
