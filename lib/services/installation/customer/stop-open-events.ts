import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { Redis } from "@/lib/line/redis-client";
import { endRun } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { writeEventToRedis } from "@/lib/services/relay/outbox/write-event";

/**
 * Stops all open events of a customer, test copies too, and answers how many there were. Once it returns, nobody is
 * admitted by them any more, so that an export has all that happened.
 */
export async function stopOpenEvents(redis: Redis, context: ServiceContext): Promise<number> {
  requirePermission(context, "installation:manage");
  const open = await withTransaction(context, async (tx) => {
    requirePermission(context, "installation:manage");
    await lockCustomer(tx, context);
    const events = await openEventsOf(tx, context.customer.id);
    for (const event of events) await endRun(tx, context, event);
    await recordAudit(tx, context, {
      verb: "event.stop",
      subject: context.customer.id,
      summary: `stopped all open events of ${context.customer.name}`,
      details: { events: events.map(({ wireId }) => wireId) },
    });
    return events;
  });
  for (const { id } of open) await writeEventToRedis(redis, id);
  return open.length;
}

export function openEventsOf(tx: Tx, customerId: string): Promise<Event[]> {
  return tx.event.findMany({ where: { customerId, status: "open" }, orderBy: { wireId: "asc" } });
}
