import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";

/** Lets visitors enter again. Throws `precondition_failed` when the event is not open or not paused. */
export const resumeEvent = defineChange(
  "event:operate",
  eventIdInput,
  async (tx, context, { eventId }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    if (!event.paused) {
      throw preconditionFailed(`${event.name} is not paused.`);
    }
    return applyChange(tx, context, {
      event,
      data: { paused: false, pauseMessage: null, pauseMessageAt: null },
      verb: "event.resume",
      summary: `resumed ${event.name}`,
    });
  },
);
