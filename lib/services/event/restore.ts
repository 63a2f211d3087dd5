import { askForEffects, unlessAsked } from "@/lib/services/approval/effects-of-change";
import type { ServiceContext } from "@/lib/services/context";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

/** Takes an event out of the archive, as it was put there. Doing it twice changes nothing. */
export async function restoreEvent(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView> {
  requirePermission(context, "event:write");
  const { eventId } = eventIdInput.parse(rawInput);
  const answer = await withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (event.archivedAt === null) return toEventView(event);
    const data = { archivedAt: null };
    const asked = await askForEffects(tx, context, {
      ...{ verb: "event.restore", act: "take out of the archive", event, data, input: { eventId } },
    });
    if (asked !== null) return asked;
    const changed = await changeEvent(tx, context, { event, data });
    await recordAudit(tx, context, {
      verb: "event.restore",
      subject: event.id,
      summary: `took ${event.name} out of the archive`,
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
  return unlessAsked(answer);
}
