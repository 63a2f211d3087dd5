import type { Event } from "@/lib/db/generated/client";
import type { Asked } from "@/lib/domain/approval/approval";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";

/**
 * Lets everybody in who waits and who comes, whatever the outflow, until it is ended or the run is over. Where the
 * customer wants a second person for it, it is only asked for. Throws `precondition_failed` when the event is not open,
 * has not begun, is drawing, is paused, or lets everybody through already.
 */
export const letEverybodyThrough = defineProvenChange(
  "event:let-through",
  eventIdInput,
  async (tx, context, { eventId }): Promise<EventView | Asked> => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    requireBegun(event);
    if (event.paused) throw preconditionFailed(`${event.name} is paused. Resume it first.`);
    if (event.letThrough)
      throw preconditionFailed(`${event.name} is already letting everyone through.`);
    const asked = await requireSecondPerson(tx, context, {
      verb: "event.let-through",
      subject: event.id,
      summary: `let everyone through at ${event.name} (run ${event.currentRun})`,
      input: { eventId },
      seen: { run: event.currentRun },
    });
    if (asked !== null) return asked;
    return applyChange(tx, context, {
      event,
      data: { letThrough: true },
      verb: "event.let-through",
      summary: `let everyone through at ${event.name} (run ${event.currentRun})`,
      details: { run: event.currentRun },
    });
  },
);

/** Before the start nobody is let in, in whatever way. */
function requireBegun({ kind, startAt, name }: Event): void {
  if (kind === "always_on" || startAt === null || startAt.getTime() <= Date.now()) return;
  throw preconditionFailed(`${name} has not started. Start it first.`);
}
