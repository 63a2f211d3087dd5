import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import { db, type Tx } from "@/lib/db/client";
import { auditKey } from "@/lib/services/ground/audit-key";
import { readLink } from "./inner/read-link";
import { chainLock, openChain } from "./link-entries";

const DAY_MS = 24 * 60 * 60_000;
const LINKS_MAX = 5_000;

/**
 * Removes audit entries from before `cutoff`, with their links; a checkpoint says up to where, and the hash that
 * stood there, so that what is left can be checked as before. A chain is cut once a day at most, and keeps its head.
 */
export async function purgeAudit(cutoff: Date): Promise<number> {
  const due = await db().$queryRaw<{ customerId: string }[]>`
    SELECT customer."id" AS "customerId" FROM "Customer" AS customer CROSS JOIN LATERAL (
      SELECT "at" FROM "AuditEntry" WHERE "customerId" = customer."id" ORDER BY "at" LIMIT 1
    ) AS oldest WHERE oldest."at" < ${new Date(cutoff.getTime() - DAY_MS)}::timestamp`;
  let removed = 0;
  for (const { customerId } of due) {
    removed += await withAdvisoryLock(chainLock(customerId), (tx) => cut(tx, customerId, cutoff));
  }
  return removed;
}

async function cut(tx: Tx, customerId: string, cutoff: Date): Promise<number> {
  const last = await lastOldLink(tx, customerId, cutoff);
  if (last === null) return 0;
  const link = await tx.auditLink.findUniqueOrThrow({
    where: { customerId_seq: { customerId, seq: last } },
  });
  const old = { customerId, seq: { lte: last } };
  const { count } = await tx.auditEntry.deleteMany({ where: old });
  const chain = await openChain(tx, { customerId, key: await auditKey(tx), hasUntagged: false });
  chain.add({
    kind: "checkpoint",
    ...{ through: last, hash: link.hash, removed: count },
    since: readLink(link.body)?.at ?? "",
    untaggedUntil: chain.untaggedUntil,
  });
  await chain.close();
  await tx.auditErasure.deleteMany({ where: old });
  await tx.auditLink.deleteMany({ where: old });
  return count;
}

/** The last link before the first whose entry is to stay; null while nothing goes. */
async function lastOldLink(tx: Tx, customerId: string, cutoff: Date): Promise<number | null> {
  const first = await tx.auditLink.findFirst({ where: { customerId }, orderBy: { seq: "asc" } });
  const head = await tx.auditLink.findFirst({ where: { customerId }, orderBy: { seq: "desc" } });
  if (first === null || head === null) return null;
  const kept = await tx.auditEntry.aggregate({
    where: { customerId, seq: { not: null }, at: { gte: cutoff } },
    _min: { seq: true },
  });
  const end = Math.min((kept._min.seq ?? head.seq) - 1, head.seq - 1, first.seq + LINKS_MAX - 1);
  return end >= first.seq ? end : null;
}
