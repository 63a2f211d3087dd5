import { db } from "@/lib/db/client";
import type { Customer, Event } from "@/lib/db/generated/client";
import { overridesInWords } from "@/lib/domain/schedule/in-words";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { workerContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { scheduleInForce } from "@/lib/services/event/event-schedules";
import { changeEvent } from "@/lib/services/event/find-event";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { withTransaction } from "@/lib/services/with-transaction";
import { countEach } from "./count-each";

const JOB = "schedule.transition";

type OpenEvent = Event & { readonly customer: Customer };
type Turn = {
  readonly from: Schedule | null;
  readonly to: Schedule | null;
  readonly at: Date;
};

/**
 * Changes the settings of open always-on events when a schedule begins or ends, each time once, however
 * many workers notice it. The schedule in force is the one that held when the row last changed, so a
 * change moves that moment; a worker whose clock is behind it does nothing.
 */
export async function changeSchedules(): Promise<{ readonly changed: number }> {
  const events = await db().event.findMany({
    where: { status: "open", kind: "always_on", NOT: { schedules: { equals: [] } } },
    include: { customer: true },
  });
  const changed = await countEach(events, async (event) => {
    const at = new Date(Math.max(Date.now(), event.updatedAt.getTime()));
    const from = scheduleInForce(event, event.updatedAt.getTime());
    const to = scheduleInForce(event, at.getTime());
    return from?.id !== to?.id && (await changeSchedule(event, { from, to, at }));
  });
  return { changed };
}

async function changeSchedule(
  { customer, ...event }: OpenEvent,
  { from, to, at }: Turn,
): Promise<boolean> {
  const context = workerContext(customer, JOB);
  try {
    await withTransaction(context, async (tx) => {
      await changeEvent(tx, context, { event, data: { updatedAt: at } });
      await recordAudit(tx, context, {
        verb: "event.schedule",
        subject: event.id,
        summary: `changed ${event.name} as scheduled: ${turnInWords(from, to)}`,
        details: { from: from?.name ?? null, to: to?.name ?? null },
      });
      await enqueueOutbox(tx, context, "event", event.id);
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") return false;
    throw error;
  }
}

function turnInWords(from: Schedule | null, to: Schedule | null): string {
  if (to === null) return `“${from?.name}” is over, its own settings hold`;
  const words = overridesInWords(to.overrides);
  return `“${to.name}” holds${words.length === 0 ? "" : `, ${words.join(", ")}`}`;
}
