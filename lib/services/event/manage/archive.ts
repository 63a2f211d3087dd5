import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireStopped } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";

/**
 * Puts an event into the archive: lists leave it out, nothing of it changes, and no schedule opens it. Throws
 * `precondition_failed` while it is open. Doing it twice changes nothing.
 */
export const archiveEvent = defineChange(
  "event:write",
  eventIdInput,
  async (tx, context, { eventId }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (event.archivedAt !== null) return toEventView(event);
    requireStopped(event);
    return applyChange(tx, context, {
      event,
      data: { archivedAt: new Date() },
      verb: "event.archive",
      summary: `archived ${event.name}`,
    });
  },
);
