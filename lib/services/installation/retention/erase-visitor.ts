import { z } from "zod";
import { db } from "@/lib/db/client";
import { AWS_TYPES } from "@/lib/domain/domain-event/catalogue";
import { forgetVisitor } from "@/lib/line/commands/forget-visitor";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import {
  type ContextCustomer,
  installationContext,
  type ServiceContext,
} from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type ErasedEntry, noteErasure } from "@/lib/services/installation/audit/erase-fields";
import { drainAdmissions, listEventsToDrain } from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { drainNotices } from "@/lib/services/operation/notice/drain";

export const queueIdField = z
  .string()
  .regex(/^[\w-]{1,64}$/, "A queue ID contains only letters, digits, - and _.");

/** How many entries were removed or made anonymous. */
export type Erased = {
  readonly admissions: number;
  readonly auditEntries: number;
  readonly redisEntries: number;
  /** Ids on the wire of the customers concerned. */
  readonly customers: readonly string[];
};

/**
 * Erases what is held about one visitor, by queue id, at all events of the installation. What waits in Redis
 * to be stored is stored first, so that nothing comes back. Repeating it finds nothing. The audit log of each
 * customer concerned says that somebody was erased, and not who.
 */
export async function eraseVisitor(
  redis: Redis,
  command: string,
  rawQueueId: string,
): Promise<Erased> {
  const queueId = queueIdField.parse(rawQueueId);
  const events = await listEventsToDrain("all");
  const inRedis = new Map<string, number>();
  for (const event of events) {
    const count = await forgetAtEvent(redis, event, queueId);
    const { id } = event.customer;
    inRedis.set(id, (inRedis.get(id) ?? 0) + count);
  }
  const customers = new Map(events.map(({ customer }) => [customer.id, customer]));
  const erased = { admissions: 0, auditEntries: 0, redisEntries: 0 };
  const concerned: string[] = [];
  for (const customer of await findConcerned(customers, inRedis, queueId)) {
    const redisEntries = inRedis.get(customer.id) ?? 0;
    const context = installationContext(customer, command);
    const rows = await eraseRows(context, queueId, redisEntries);
    erased.admissions += rows.admissions;
    erased.auditEntries += rows.auditEntries;
    erased.redisEntries += redisEntries;
    concerned.push(customer.wireId);
  }
  return { ...erased, customers: concerned };
}

async function forgetAtEvent(redis: Redis, event: DrainedEvent, queueId: string): Promise<number> {
  await drainAdmissions(redis, event);
  await drainNotices(redis, event);
  const line = eventRef(event, event.customer);
  return forgetVisitor(redis, line, queueId);
}

async function findConcerned(
  customers: ReadonlyMap<string, ContextCustomer>,
  inRedis: ReadonlyMap<string, number>,
  queueId: string,
): Promise<readonly ContextCustomer[]> {
  const rows = await db().$queryRaw<{ customerId: string }[]>`
    SELECT DISTINCT event."customerId" FROM "Admission" AS one
      JOIN "Run" AS run ON run."id" = one."runId" JOIN "Event" AS event ON event."id" = run."eventId"
      WHERE one."queueId" = ${queueId}
    UNION SELECT event."customerId" FROM "Notice" AS notice
      JOIN "Run" AS run ON run."id" = notice."runId" JOIN "Event" AS event ON event."id" = run."eventId"
      WHERE notice."queueId" = ${queueId}
    UNION SELECT "customerId" FROM "DomainEvent"
      WHERE "type" LIKE 'aws.%' AND "data"->>'request_id' = ${queueId}
    UNION SELECT "customerId" FROM "AuditEntry"
      WHERE "verb" = 'staff-link.use' AND "details"->>'queueId' = ${queueId}`;
  const found = new Set(rows.map(({ customerId }) => customerId));
  return [...customers.values()].filter(({ id }) => found.has(id) || (inRedis.get(id) ?? 0) > 0);
}

async function eraseRows(context: ServiceContext, queueId: string, redisEntries: number) {
  requirePermission(context, "installation:manage");
  const customerId = context.customer.id;
  const ids = await db().admission.findMany({
    where: { queueId, run: { event: { customerId } } },
    select: { id: true },
  });
  return withTransaction(context, async (tx) => {
    const { count: admissions } = await tx.admission.deleteMany({
      where: { id: { in: ids.map(({ id }) => id) } },
    });
    await tx.notice.deleteMany({ where: { queueId, run: { event: { customerId } } } });
    const ofVisitor = { path: ["request_id"], equals: queueId };
    const told = { customerId, type: { in: [...AWS_TYPES] }, data: ofVisitor };
    await tx.domainEvent.deleteMany({ where: told });
    const entries = await tx.$queryRaw<ErasedEntry[]>`
      UPDATE "AuditEntry" SET "details" = "details" - 'queueId'
      WHERE "customerId" = ${customerId} AND "verb" = 'staff-link.use'
        AND "details"->>'queueId' = ${queueId} RETURNING "id", "customerId"`;
    await noteErasure(tx, entries, ["details"]);
    const auditEntries = entries.length;
    await recordAudit(tx, context, {
      verb: "visitor.erase",
      subject: customerId,
      summary: "erased all data about one visitor",
      details: { admissions, auditEntries, redisEntries },
    });
    return { admissions, auditEntries };
  });
}
