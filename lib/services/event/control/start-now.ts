import type { Event } from "@/lib/db/generated/client";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { scheduleInForce } from "@/lib/services/event/settings/event-schedules";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";

/**
 * Moves the start of an open event to this moment: whoever is in the pre-queue goes in from now on. Throws
 * `precondition_failed` when it is not open, has begun, has a draw, whose start was promised, or when its start is
 * that of a schedule.
 */
export const startNow = defineChange(
  "event:operate",
  eventIdInput,
  async (tx, context, { eventId }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const now = new Date();
    requireToCome(event, now);
    const draw = await tx.draw.findFirst({
      where: { run: { eventId: event.id, number: event.currentRun } },
      select: { runId: true },
    });
    if (draw !== null) {
      throw preconditionFailed(
        `The start of ${event.name} is committed with its draw. Stop the run to change it.`,
      );
    }
    return applyChange(tx, context, {
      event,
      data: { startAt: now },
      verb: "event.start-now",
      summary: `moved the start of ${event.name} to now`,
      details: { from: event.startAt?.toISOString() ?? null, to: now.toISOString() },
    });
  },
);

function requireToCome(event: Event, now: Date): void {
  const { kind, startAt, name } = event;
  if (kind !== "scheduled" || startAt === null)
    throw preconditionFailed(`${name} has no start time.`);
  if (startAt <= now) throw preconditionFailed(`${name} has already started.`);
  const schedule = scheduleInForce(event, startAt.getTime());
  if (schedule === null) return;
  throw preconditionFailed(
    `${name} starts by schedule “${schedule.name}”. Edit the schedule instead.`,
  );
}
