import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, unlessAsked } from "@/lib/services/people/approval/effects-of-change";

/** Takes an event out of the archive, as it was put there. Doing it twice changes nothing. */
export const restoreEvent = defineVerb(
  "event:write",
  eventIdInput,
  async (context, { eventId }) => {
    const answer = await withTransaction(context, async (tx) => {
      const event = await getEventOfCustomer(tx, context, eventId);
      if (event.archivedAt === null) return toEventView(event);
      const data = { archivedAt: null };
      const asked = await askForEffects(tx, context, {
        ...{ verb: "event.restore", act: "restore", event, data, input: { eventId } },
      });
      if (asked !== null) return asked;
      return applyChange(tx, context, {
        event,
        data,
        verb: "event.restore",
        summary: `restored ${event.name} from the archive`,
      });
    });
    return unlessAsked(answer);
  },
);
