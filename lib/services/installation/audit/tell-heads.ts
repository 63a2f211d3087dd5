import { db } from "@/lib/db/client";
import { writeAnchor } from "@/lib/domain/audit/chain";
import { countEach } from "@/lib/services/ground/count-each";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { raise } from "@/lib/services/ground/raise";
import { BY_STANCHION } from "@/lib/services/ground/raise-at-run";
import { readHeads } from "./anchor-heads";

const HOUR_MS = 60 * 60_000;
const CUSTOMERS_MAX = 500;

/** Raises where each audit log's chain stands, hourly while it grows, and answers for how many. */
export async function tellAuditHeads(now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - HOUR_MS);
  const due = await db().$queryRaw<{ readonly id: string }[]>`
    SELECT customer."id" FROM "Customer" AS customer
    CROSS JOIN LATERAL (
      SELECT "seq" FROM "AuditLink" WHERE "customerId" = customer."id" ORDER BY "seq" DESC LIMIT 1
    ) AS head
    LEFT JOIN LATERAL (
      SELECT "at", ("data" ->> 'seq')::int AS "seq" FROM "DomainEvent"
      WHERE "customerId" = customer."id" AND "type" = 'audit.head' ORDER BY "at" DESC LIMIT 1
    ) AS told ON true
    WHERE customer."deletingAt" IS NULL
      AND (told."seq" IS NULL OR (told."at" <= ${since}::timestamp AND told."seq" <> head."seq"))
    LIMIT ${CUSTOMERS_MAX}`;
  return countEach(due, ({ id }) => tellHead(id, since));
}

async function tellHead(customerId: string, since: Date): Promise<boolean> {
  const [head] = await readHeads(customerId);
  if (head === undefined) return false;
  return db().$transaction(async (tx) => {
    await lockCustomer(tx, { customer: { id: customerId } });
    const where = { customerId, type: "audit.head", at: { gt: since } };
    if ((await tx.domainEvent.findFirst({ where, select: { seq: true } })) !== null) return false;
    const { seq, hash } = head;
    await raise(tx, customerId, {
      ...{ type: "audit.head", event: null, by: BY_STANCHION },
      summary: `The audit log has ${seq} links`,
      data: { seq, hash, anchor: writeAnchor(head) },
    });
    return true;
  });
}
