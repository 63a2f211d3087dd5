import { db, type Tx } from "@/lib/db/client";
import { isWanted } from "@/lib/domain/domain-event/domain-event";
import type { ServiceContext } from "@/lib/services/ground/context";
import { addDeliveries } from "./inner/add-deliveries";
import { streamKeyOf } from "./inner/stream-key";

const EVENTS_IN_A_ROUND = 1_000;
/** One plans at a time: two would mix up the order of one event's deliveries. */
const LOCK = "webhook-deliveries";

/**
 * Plans who is told of what has happened: one delivery for each endpoint that is on and wants to know. What happened while
 * an endpoint was off is not sent to it, unless somebody asks for it again. Answers how many happenings were looked at.
 */
export async function planDeliveries(): Promise<number> {
  const unplanned = { where: { plannedAt: null }, select: { seq: true }, take: 1 } as const;
  if ((await db().domainEvent.findFirst(unplanned)) === null) return 0;
  return db().$transaction(
    async (tx) => {
      const [{ isFree } = { isFree: false }] = await tx.$queryRaw<{ readonly isFree: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtext(${LOCK})) AS "isFree"`;
      return isFree ? planSome(tx) : 0;
    },
    { timeout: 30_000 },
  );
}

/** Plans what has happened at a customer so far, before its subscriptions change: it counts for those of before. */
export async function planUntilNow(tx: Tx, { customer }: ServiceContext): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext(${LOCK}))`;
  while ((await planSome(tx, { customerId: customer.id })) > 0);
}

async function planSome(tx: Tx, of: { readonly customerId?: string } = {}): Promise<number> {
  const happened = await tx.domainEvent.findMany({
    where: { plannedAt: null, ...of },
    select: { seq: true, customerId: true, type: true, eventId: true },
    orderBy: { seq: "asc" },
    take: EVENTS_IN_A_ROUND,
  });
  if (happened.length === 0) return 0;
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { isOn: true, customerId: { in: [...new Set(happened.map((one) => one.customerId))] } },
    select: { id: true, customerId: true, types: true, eventIds: true },
  });
  const deliveries = happened.flatMap((one) =>
    endpoints
      .filter((endpoint) => endpoint.customerId === one.customerId && isWanted(endpoint, one))
      .map(({ id: endpointId }) => ({
        endpointId,
        key: streamKeyOf(one),
        domainEventSeq: one.seq,
      })),
  );
  await addDeliveries(tx, deliveries);
  await tx.domainEvent.updateMany({
    where: { seq: { in: happened.map(({ seq }) => seq) } },
    data: { plannedAt: new Date() },
  });
  return happened.length;
}
