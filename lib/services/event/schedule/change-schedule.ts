import { db } from "@/lib/db/client";
import type { Customer, Event } from "@/lib/db/generated/client";
import { overridesInWords } from "@/lib/domain/schedule/in-words";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { heldUntil, scheduleInForce } from "@/lib/services/event/settings/event-schedules";
import { workerContext } from "@/lib/services/ground/context";
import { countEach } from "@/lib/services/ground/count-each";
import { ServiceError } from "@/lib/services/ground/errors";
import { withTransaction } from "@/lib/services/ground/with-transaction";

const JOB = "schedule.transition";

type OpenEvent = Event & { readonly customer: Customer };
type Turn = {
  readonly from: Schedule | null;
  readonly to: Schedule | null;
  readonly at: Date;
  /** Nobody is admitted before its start. */
  readonly isHeld: boolean;
};

/**
 * Changes the settings of open always-on events when a schedule begins, starts or ends, each time once, however
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
    const heldFrom = heldUntil(event, event.updatedAt.getTime());
    const isHeld = heldUntil(event, at.getTime()) !== null;
    const isSame = from?.id === to?.id && (heldFrom !== null) === isHeld;
    return !isSame && (await changeSchedule(event, { from, to, at, isHeld }));
  });
  return { changed };
}

async function changeSchedule(
  { customer, ...event }: OpenEvent,
  { from, to, at, isHeld }: Turn,
): Promise<boolean> {
  const context = workerContext(customer, JOB);
  try {
    await withTransaction(context, async (tx) => {
      await applyChange(tx, context, {
        event,
        data: { updatedAt: at },
        verb: "event.schedule",
        summary: `applied a schedule to ${event.name}: ${turnInWords({ from, to, isHeld })}`,
        details: { from: from?.name ?? null, to: to?.name ?? null },
      });
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") return false;
    throw error;
  }
}

function turnInWords({ from, to, isHeld }: Omit<Turn, "at">): string {
  if (to === null) return `“${from?.name}” is over, event settings apply`;
  if (from?.id === to.id && !isHeld) return `“${to.name}” has started, visitors are admitted`;
  const words = [...overridesInWords(to.overrides), ...(isHeld ? ["nobody admitted yet"] : [])];
  return `“${to.name}” is active${words.length === 0 ? "" : `, ${words.join(", ")}`}`;
}
