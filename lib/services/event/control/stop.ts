import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { Asked } from "@/lib/domain/approval/approval";
import {
  changeEvent,
  getEventOfCustomer,
  requireOpen,
} from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";

/**
 * Ends the run; its places are worth nothing afterwards, and nobody is let through any more. Where the customer wants a second person for it, it is only
 * asked for. Throws `precondition_failed` when not open.
 */
export const stopEvent = defineProvenChange(
  "event:stop",
  eventIdInput,
  async (tx, context, { eventId }): Promise<EventView | Asked> => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const asked = await requireSecondPerson(tx, context, {
      verb: "event.stop",
      subject: event.id,
      summary: `stop ${event.name} (run ${event.currentRun})`,
      input: { eventId },
      seen: { run: event.currentRun },
    });
    if (asked !== null) return asked;
    return toEventView(await endRun(tx, context, event));
  },
);

/** Ends the run of an open event, in the transaction of a caller that has checked whether it may. */
export async function endRun(tx: Tx, context: ServiceContext, event: Event): Promise<Event> {
  const changed = await changeEvent(tx, context, {
    event,
    data: { status: "stopped", paused: false, pauseMessage: null, letThrough: false },
  });
  const run = await tx.run.update({
    where: { eventId_number: { eventId: event.id, number: event.currentRun } },
    data: { endedAt: new Date() },
  });
  await recordAudit(tx, context, {
    verb: "event.stop",
    subject: event.id,
    summary: `stopped ${event.name} (run ${run.number})`,
    details: { run: run.number },
  });
  await enqueueOutbox(tx, context, "run", run.id);
  await enqueueOutbox(tx, context, "event", event.id);
  return changed;
}
