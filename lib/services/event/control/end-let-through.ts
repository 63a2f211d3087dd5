import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";

/**
 * The line goes on as it is set, where everybody was let through. Whoever is in stays in. A stop has ended it already:
 * then it changes nothing. Throws `precondition_failed` when an open event does not let everybody through.
 */
export const endLetThrough = defineChange(
  "event:operate",
  eventIdInput,
  async (tx, context, { eventId }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (!event.letThrough) {
      if (event.status !== "open") return toEventView(event);
      throw preconditionFailed(`${event.name} is not letting everyone through.`);
    }
    return applyChange(tx, context, {
      event,
      data: { letThrough: false },
      verb: "event.end-let-through",
      summary: `stopped letting everyone through at ${event.name}`,
    });
  },
);
