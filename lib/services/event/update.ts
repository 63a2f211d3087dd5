import { askForEffects, unlessAsked } from "@/lib/services/approval/effects-of-change";
import type { ServiceContext } from "@/lib/services/context";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { changesForAudit } from "./describe-changes";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer } from "./find-event";
import { planChange, requireConfirmed } from "./plan-change";
import { type UpdateEventInput, updateEventInput } from "./schemas";

/**
 * Changes the settings that are given and leaves the others. The result must not contradict
 * itself. Throws `conflict` when someone else changed the event meanwhile,
 * `precondition_failed` for what cannot change while the event is open and for effects of its schedules that are not
 * confirmed, `outflow_limit` for an outflow that the
 * installation does not allow.
 */
export async function updateEvent(
  context: ServiceContext,
  rawInput: UpdateEventInput,
): Promise<EventView> {
  requirePermission(context, "event:write");
  const { eventId, settingsVersion, confirmed, ...given } = updateEventInput.parse(rawInput);
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
    const changed = await changeEvent(tx, context, { event, data, seenVersion: settingsVersion });
    await recordAudit(tx, context, {
      verb: "event.update",
      subject: event.id,
      ...changesForAudit(`changed ${event.name}`, changes),
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
  return unlessAsked(answer);
}
