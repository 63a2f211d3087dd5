import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { setQueueAllInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/**
 * Shows the waiting page to everybody, also while nobody waits, or only when there is a line. The same again changes
 * nothing.
 */
export const setQueueAll = defineChange(
  "event:operate",
  setQueueAllInput,
  async (tx, context, { eventId, isOn }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (settingsOf(event, "queueAll").queueAll === isOn) return toEventView(event);
    return applyChange(tx, context, {
      event,
      data: { queueAll: isOn },
      verb: "event.set-queue-all",
      summary: `turned “queue all” of ${event.name} ${isOn ? "on" : "off"}`,
      details: { isOn },
    });
  },
);
