import { db, type Tx } from "@/lib/db/client";
import type { CustomerHost } from "@/lib/db/generated/client";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { findProof, type ProofWays } from "./inner/find-proof";

const EVERY_MS = 3_600_000;
/** A host is lost after so many checks in a row that found no proof: a day. */
const MOST_FAILURES = 24;
const AT_ONCE = 10;

/**
 * Checks the verified hosts again whose last check is an hour old. What could not be asked counts for nothing: an
 * outage of DNS takes no host away.
 */
export async function recheckHosts(
  now = new Date(),
  ways?: ProofWays,
): Promise<{ readonly checked: number; readonly lost: number }> {
  const due = await db().customerHost.findMany({
    where: {
      verifiedHost: { not: null },
      lastCheckedAt: { lte: new Date(now.getTime() - EVERY_MS) },
    },
    orderBy: { lastCheckedAt: "asc" },
    take: AT_ONCE,
  });
  const outcomes = await Promise.all(due.map((row) => recheck(row, now, ways)));
  return { checked: due.length, lost: outcomes.filter((isLost) => isLost).length };
}

/** True when the host is the customer's no more. */
async function recheck(row: CustomerHost, now: Date, ways?: ProofWays): Promise<boolean> {
  const proof = await findProof(row, ways);
  const failures = failuresAfter(row.failures, proof);
  const isLost = failures >= MOST_FAILURES;
  return db().$transaction(async (tx) => {
    const { count } = await tx.customerHost.updateMany({
      where: { id: row.id, lastCheckedAt: row.lastCheckedAt },
      data: { lastCheckedAt: now, failures, ...(isLost ? { verifiedHost: null } : {}) },
    });
    if (!isLost || count === 0) return false;
    await noteLoss(tx, row);
    return true;
  });
}

function failuresAfter(failures: number, proof: "found" | "missing" | "unknown"): number {
  if (proof === "found") return 0;
  return proof === "missing" ? failures + 1 : failures;
}

function noteLoss(tx: Tx, { id, customerId, host }: CustomerHost) {
  const actor = { type: "worker", id: "hosts.recheck", name: "The worker" } as const;
  return recordAudit(
    tx,
    { customer: { id: customerId }, actor },
    {
      verb: "address.lose",
      subject: id,
      summary: `removed the host ${host} after a day without verification`,
    },
  );
}
