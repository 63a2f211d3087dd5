import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { takeAdvisoryLock } from "@/lib/db/advisory-lock";
import { db, type Tx } from "@/lib/db/client";
import type { Customer, Event } from "@/lib/db/generated/client";
import type { Redis } from "@/lib/line/redis-client";
import { endRun } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { retireCustomerId } from "@/lib/services/ground/former-id";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { noteGone, removeGoneKeys } from "@/lib/services/relay/outbox/gone";
import { writeEventToRedis } from "@/lib/services/relay/outbox/write-event";
import { putStandingIntoForce } from "./inner/change-standing";
import { openEventsOf } from "./stop-open-events";

/** Rows of one statement. */
const ROWS = 5_000;
const LIMITS = { maxWait: 10_000, timeout: 120_000 };

export const deleteCustomerInput = z.strictObject({
  /** Nobody needs what is there. */
  withoutExport: z.boolean().default(false),
  /** Stops the events that are open instead of refusing. */
  stopEvents: z.boolean().default(false),
});
export type DeleteCustomerInput = z.input<typeof deleteCustomerInput>;

/** Waiting-room processes look at their lines about twice a second, and at resting ones less often. */
const SEEN_MS = 5_000;

export type DeletedCustomer = { readonly customerId: string; readonly redisKeys: number };

/**
 * Removes a customer and everything of it from Postgres and Redis, with users who belong to nobody else. Throws
 * `precondition_failed` while an event is open, unless it is to stop them, and where the last export does not have all
 * that happened, before anything is done.
 * What is killed in the middle lets nobody in and goes on when it is asked again. Open pages have `seenMs` to hear
 * that the event has ended.
 */
export async function deleteCustomer(
  redis: Redis,
  context: ServiceContext,
  rawInput: DeleteCustomerInput,
  seenMs = SEEN_MS,
): Promise<DeletedCustomer> {
  requirePermission(context, "installation:manage");
  const input = deleteCustomerInput.parse(rawInput);
  const { id, wireId } = context.customer;
  await beginDeletion(context, input);
  const events = await db().event.findMany({ where: { customerId: id }, select: { id: true } });
  for (const event of events) await writeEventToRedis(redis, event.id);
  await setTimeout(seenMs);
  await removeManyRows(id);
  await db().$transaction((tx) => removeRest(tx, id, wireId), LIMITS);
  return { customerId: wireId, redisKeys: await removeGoneKeys(redis, wireId) };
}

/** From then on nothing of it can be opened, and nobody gets in. */
async function beginDeletion(
  context: ServiceContext,
  { withoutExport, stopEvents }: z.output<typeof deleteCustomerInput>,
): Promise<void> {
  await withTransaction(context, async (tx) => {
    requirePermission(context, "installation:manage");
    await lockCustomer(tx, context);
    const customer = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    if (customer.deletingAt !== null) return;
    const open = await openEventsOf(tx, customer.id);
    if (!stopEvents) requireStopped(customer, open);
    if (!withoutExport) await requireExport(tx, customer, open);
    for (const event of open) await endRun(tx, context, event);
    await tx.customer.update({
      where: { id: customer.id },
      data: { deletingAt: new Date(), suspension: "hold", suspendedAt: new Date() },
    });
    await putStandingIntoForce(tx, context);
    await recordAudit(tx, context, {
      verb: "customer.delete",
      subject: customer.id,
      summary: `started deleting ${customer.name}`,
      details: { withoutExport },
    });
  });
}

function requireStopped({ name }: Customer, open: readonly Event[]): void {
  if (open.length === 0) return;
  throw preconditionFailed(
    `${name} has open events: ${idsOf(open)}. Stop them first. Visitors lose their places.`,
  );
}

/** The last export has to be newer than the last run's end, or it lacks what happened then. */
async function requireExport(
  tx: Tx,
  { id, name, exportedAt }: Customer,
  open: readonly Event[],
): Promise<void> {
  if (open.length > 0) {
    throw preconditionFailed(
      `${name} has open events: ${idsOf(open)}. An export would be incomplete. Export with --stop-events first, or use --without-export.`,
    );
  }
  const last = await tx.run.findFirst({
    where: { event: { customerId: id }, endedAt: { not: null } },
    orderBy: { endedAt: "desc" },
  });
  const isComplete = exportedAt !== null && exportedAt >= (last?.endedAt ?? exportedAt);
  if (isComplete) return;
  const what =
    exportedAt === null ? "has not been exported" : "has had open events since its last export";
  throw preconditionFailed(`${name} ${what}. Export it first, or use --without-export.`);
}

function idsOf(events: readonly Event[]): string {
  return events.map(({ wireId }) => wireId).join(", ");
}

/** What there may be millions of goes in small statements, each for itself. */
async function removeManyRows(customerId: string): Promise<void> {
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "Admission" WHERE "id" IN (
        SELECT one."id" FROM "Run" AS run JOIN "Event" AS event ON event."id" = run."eventId"
        CROSS JOIN LATERAL (
          SELECT "id" FROM "Admission" WHERE "runId" = run."id" LIMIT ${ROWS}
        ) AS one
        WHERE event."customerId" = ${customerId} LIMIT ${ROWS}
      )`,
  );
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "HourFigure" WHERE ctid = ANY (ARRAY(
        SELECT one.at FROM "Run" AS run JOIN "Event" AS event ON event."id" = run."eventId"
        CROSS JOIN LATERAL (
          SELECT ctid AS at FROM "HourFigure" WHERE "runId" = run."id" LIMIT ${ROWS}
        ) AS one
        WHERE event."customerId" = ${customerId} LIMIT ${ROWS}
      ))`,
  );
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "AccessCode" WHERE ("eventId", "hash") IN (
        SELECT code."eventId", code."hash" FROM "AccessCode" AS code
        JOIN "AccessCodeBatch" AS batch ON batch."id" = code."batchId"
        WHERE batch."customerId" = ${customerId} LIMIT ${ROWS}
      )`,
  );
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "DomainEvent" WHERE "seq" IN (
        SELECT "seq" FROM "DomainEvent" WHERE "customerId" = ${customerId} LIMIT ${ROWS}
      )`,
  );
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "AuditEntry" WHERE "id" IN (
        SELECT "id" FROM "AuditEntry"
        WHERE "customerId" = ${customerId} AND "verb" <> 'customer.delete' LIMIT ${ROWS}
      )`,
  );
}

async function repeat(removeSome: () => Promise<number>): Promise<void> {
  while ((await removeSome()) > 0);
}

/**
 * The rest of it, and a note for the worker, in case this process ends before Redis is done. It waits for those
 * who publish something of the customer; who comes later finds it gone.
 */
async function removeRest(tx: Tx, customerId: string, wireId: string): Promise<void> {
  const events = await tx.event.findMany({ where: { customerId } });
  await retireCustomerId(tx, wireId, events);
  const eventIds = events.map(({ id }) => id);
  for (const id of eventIds) await takeAdvisoryLock(tx, `line:${id}`);
  await takeAdvisoryLock(tx, `publish:${customerId}`);
  const members = await tx.membership.findMany({ where: { customerId } });
  await tx.eventCheckpoint.deleteMany({ where: { eventId: { in: eventIds } } });
  // In the order in which drains lock them.
  await tx.$queryRaw`
    SELECT 1 FROM "DrainCursor" WHERE "eventId" = ANY(${eventIds}) ORDER BY "eventId" FOR UPDATE`;
  await tx.drainCursor.deleteMany({ where: { eventId: { in: eventIds } } });
  await tx.outboxEntry.deleteMany({ where: { customerId } });
  const keys = await tx.apiKey.findMany({ where: { customerId }, select: { id: true } });
  await tx.apiAnswer.deleteMany({ where: { apiKeyId: { in: keys.map(({ id }) => id) } } });
  await tx.customer.delete({ where: { id: customerId } });
  await tx.user.deleteMany({
    where: { id: { in: members.map(({ userId }) => userId) }, memberships: { none: {} } },
  });
  await noteGone(tx, wireId);
}
