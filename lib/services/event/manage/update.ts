import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { planChange, requireConfirmed } from "@/lib/services/event/change/plan-change";
import { changesForAudit } from "@/lib/services/event/settings/describe-changes";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { updateEventInput } from "@/lib/services/event/settings/schemas";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, unlessAsked } from "@/lib/services/people/approval/effects-of-change";

/**
 * Changes the settings that are given and leaves the others. The result must not contradict
 * itself. Throws `conflict` when someone else changed the event meanwhile,
 * `precondition_failed` for what cannot change while the event is open and for effects of its schedules that are not
 * confirmed, `outflow_limit` for an outflow that the
 * installation does not allow.
 */
export const updateEvent = defineVerb(
  "event:write",
  updateEventInput,
  async (context, { eventId, settingsVersion, confirmed, ...given }) => {
    const answer = await withTransaction(context, async (tx) => {
      const event = await getEventOfCustomer(tx, context, eventId);
      const { data, changes, effects } = await planChange(tx, context, event, given);
      if (changes.length === 0) return toEventView(event);
      requireConfirmed(effects, confirmed);
      const asked = await askForEffects(tx, context, {
        ...{ verb: "event.update", act: "change the settings of", event, data },
        input: { eventId, confirmed, ...given },
      });
      if (asked !== null) return asked;
      return applyChange(tx, context, {
        event,
        data,
        seenVersion: settingsVersion,
        verb: "event.update",
        ...changesForAudit(`changed ${event.name}`, changes),
      });
    });
    return unlessAsked(answer);
  },
);
