import type { Event } from "@/lib/db/generated/client";
import type { Asked } from "@/lib/domain/approval/approval";
import { requireSecondPerson } from "@/lib/services/approval/require-second-person";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { requireFreshSignIn } from "@/lib/services/session/require-fresh-sign-in";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireOpen } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

/**
 * Lets everybody in who waits and who comes, whatever the outflow, until it is ended or the run is over. Where the
 * customer wants a second person for it, it is only asked for. Throws `precondition_failed` when the event is not open,
 * has not begun, is drawing, is paused, or lets everybody through already.
 */
export async function letEverybodyThrough(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView | Asked> {
  requirePermission(context, "event:let-through");
  await requireFreshSignIn(context);
  const { eventId } = eventIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    requireBegun(event);
    if (event.paused)
      throw refused(`${event.name} is paused. Resume it, then let everybody through.`);
    if (event.letThrough) throw refused(`${event.name} lets everybody through already.`);
    const asked = await requireSecondPerson(tx, context, {
      verb: "event.let-through",
      subject: event.id,
      summary: `let everybody through at ${event.name} (run ${event.currentRun})`,
      input: { eventId },
      seen: { run: event.currentRun },
    });
    if (asked !== null) return asked;
    const changed = await changeEvent(tx, context, { event, data: { letThrough: true } });
    await recordAudit(tx, context, {
      verb: "event.let-through",
      subject: event.id,
      summary: `let everybody through at ${event.name} (run ${event.currentRun})`,
      details: { run: event.currentRun },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}

/** Before the start nobody is let in, in whatever way. */
function requireBegun({ kind, startAt, name }: Event): void {
  if (kind === "always_on" || startAt === null || startAt.getTime() <= Date.now()) return;
  throw refused(`${name} has not begun. Start it now, then let everybody through.`);
}

function refused(reason: string): ServiceError {
  return new ServiceError("precondition_failed", reason);
}
