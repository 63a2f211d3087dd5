import { db } from "@/lib/db/client";
import type { Customer, Event } from "@/lib/db/generated/client";
import { tickEvent } from "@/lib/line/commands/tick";
import type { Redis } from "@/lib/line/redis-client";
import { changeEvent } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { workerContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";

const JOB = "schedule.transition";
/** How far this machine's clock may be behind the line's before an end is noticed late. */
const CLOCK_LEAD_MS = 60_000;

type EndingEvent = Event & { readonly customer: Customer };

/**
 * Stops scheduled events whose end has passed. The line's clock decides, as it does for visitors; this
 * machine's only finds the candidates. An event that somebody changes at the same moment waits for the
 * next round.
 */
export async function endScheduledEvents(redis: Redis): Promise<{ readonly ended: number }> {
  const events = await db().event.findMany({
    where: {
      status: "open",
      kind: "scheduled",
      endAt: { lte: new Date(Date.now() + CLOCK_LEAD_MS) },
    },
    include: { customer: true },
  });
  let ended = 0;
  for (const event of events) {
    if ((await hasEnded(redis, event)) && (await endEvent(event))) ended += 1;
  }
  return { ended };
}

async function hasEnded(redis: Redis, event: EndingEvent): Promise<boolean> {
  const tick = await tickEvent(redis, eventRef(event, event.customer));
  return (
    tick.status !== "LOST" && event.endAt !== null && tick.state.lineTimeMs >= event.endAt.getTime()
  );
}

async function endEvent(event: EndingEvent): Promise<boolean> {
  const context = workerContext(event.customer, JOB);
  try {
    await withTransaction(context, async (tx) => {
      const { customer: _customer, ...row } = event;
      await changeEvent(tx, context, {
        event: row,
        data: { status: "stopped", paused: false, pauseMessage: null, letThrough: false },
      });
      const run = await tx.run.update({
        where: { eventId_number: { eventId: event.id, number: event.currentRun } },
        data: { endedAt: event.endAt },
      });
      await recordAudit(tx, context, {
        verb: "event.end",
        subject: event.id,
        summary: `ended ${event.name} as scheduled (run ${run.number})`,
        details: { run: run.number },
      });
      await enqueueOutbox(tx, context, "run", run.id);
      await enqueueOutbox(tx, context, "event", event.id);
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") return false;
    throw error;
  }
}
