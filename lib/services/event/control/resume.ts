import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";

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
    return applyChange(tx, context, {
      event,
      data: { paused: false, pauseMessage: null },
      verb: "event.resume",
      summary: `resumed ${event.name}`,
    });
  });
}
