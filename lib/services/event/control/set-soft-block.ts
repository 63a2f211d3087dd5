import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { setSoftBlockInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";

/**
 * Asks everybody for a challenge before they join, or no longer; whoever is in line keeps their place. The same again
 * changes nothing. It stays on until it is switched off or the event is started anew. Throws `precondition_failed` when the event is not open.
 */
export const setSoftBlock = defineChange(
  "event:operate",
  setSoftBlockInput,
  async (tx, context, { eventId, isOn }) => {
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
  },
);
