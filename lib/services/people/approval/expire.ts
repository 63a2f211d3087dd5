import { db } from "@/lib/db/client";
import { workerContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";

const ROWS = 100;

/** Ends requests that nobody decided in time, and answers how many. Nothing of them can be run from `expiresAt` on. */
export async function expireApprovals(now = new Date()): Promise<number> {
  const due = await db().approval.findMany({
    where: { state: "waiting", expiresAt: { lte: now } },
    include: { customer: true },
    orderBy: { expiresAt: "asc" },
    take: ROWS,
  });
  let expired = 0;
  for (const { id, customer, verb, subject, summary } of due) {
    await withAnonymousTransaction(async (tx) => {
      const { count } = await tx.approval.updateMany({
        where: { id, state: "waiting" },
        data: { state: "expired", decidedAt: now },
      });
      if (count === 0) return;
      expired += 1;
      await recordAudit(tx, workerContext(customer, "approvals.expire"), {
        verb: "approval.expire",
        subject,
        summary: `expired a request to ${summary}`,
        details: { approval: id, verb },
      });
    });
  }
  return expired;
}
