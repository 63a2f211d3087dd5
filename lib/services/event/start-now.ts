import type { Event } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { scheduleInForce } from "./event-schedules";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireOpen } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

/**
 * Moves the start of an open event to this moment: whoever is in the pre-queue goes in from now on. Throws
 * `precondition_failed` when it is not open, has begun, has a draw, whose start was promised, or when its start is
 * that of a schedule.
 */
export async function startNow(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId } = eventIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const now = new Date();
    requireToCome(event, now);
    const draw = await tx.draw.findFirst({
      where: { run: { eventId: event.id, number: event.currentRun } },
      select: { runId: true },
    });
    if (draw !== null) {
      throw refused(
        `The start of ${event.name} is part of its promised draw. Stop the run to change it.`,
      );
    }
    const changed = await changeEvent(tx, context, { event, data: { startAt: now } });
    await recordAudit(tx, context, {
      verb: "event.start-now",
      subject: event.id,
      summary: `moved the start of ${event.name} to now`,
      details: { from: event.startAt?.toISOString() ?? null, to: now.toISOString() },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}

function requireToCome(event: Event, now: Date): void {
  const { kind, startAt, name } = event;
  if (kind !== "scheduled" || startAt === null) throw refused(`${name} has no start.`);
  if (startAt <= now) throw refused(`${name} has begun already.`);
  const schedule = scheduleInForce(event, startAt.getTime());
  if (schedule === null) return;
  throw refused(`${name} starts by its schedule “${schedule.name}”. Change the times there.`);
}

function refused(reason: string): ServiceError {
  return new ServiceError("precondition_failed", reason);
}
