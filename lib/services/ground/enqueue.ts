import type { Tx } from "@/lib/db/client";
import { currentTraceparent } from "@/lib/platform/observability/traces/traced";
import type { ServiceContext } from "./context";

/**
 * What changed: an `Event` row, what a `Customer` publishes, a `Run` that was opened or ended, or an
 * `AccessCodeBatch` that was made.
 */
export type OutboxTopic = "event" | "customer" | "run" | "access-codes";

/** The same for all events of the customer. Answers how many. */
export async function enqueueEvents(tx: Tx, context: ServiceContext): Promise<number> {
  const customerId = context.customer.id;
  const events = await tx.event.findMany({ where: { customerId }, select: { id: true } });
  const traceparent = currentTraceparent();
  const { count } = await tx.outboxEntry.createMany({
    data: events.map(({ id }) => ({ customerId, topic: "event", subjectId: id, traceparent })),
  });
  return count;
}

/**
 * Notes, in the transaction of the change, that Redis has to be told. A worker relays the entry at
 * least once and reads the row as it is then, so the entry only has the database id of its subject.
 */
export async function enqueueOutbox(
  tx: Tx,
  context: ServiceContext,
  topic: OutboxTopic,
  subjectId: string,
): Promise<void> {
  await tx.outboxEntry.create({
    data: {
      ...{ customerId: context.customer.id, topic, subjectId },
      traceparent: currentTraceparent(),
    },
  });
}
