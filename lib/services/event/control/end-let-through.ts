import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";

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
      throw new ServiceError(
        "precondition_failed",
        `${event.name} is not letting everyone through.`,
      );
    }
    return applyChange(tx, context, {
      event,
      data: { letThrough: false },
      verb: "event.end-let-through",
      summary: `stopped letting everyone through at ${event.name}`,
    });
  });
}
