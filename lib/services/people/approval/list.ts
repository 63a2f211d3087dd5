import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type ApprovalView, deciderOf, maySee, toApprovalView } from "./approval-view";

/** How many that are decided are shown. */
const PAST = 30;

/** Requests to a second person that the caller may see: all that wait, and the last that were decided. Newest first. */
export async function listApprovals(context: ServiceContext): Promise<readonly ApprovalView[]> {
  requirePermission(context, "customer:read");
  const customerId = context.customer.id;
  const orderBy = [{ askedAt: "desc" }, { id: "desc" }] as const;
  const [decider, waiting, past] = await Promise.all([
    deciderOf(db(), context),
    db().approval.findMany({ where: { customerId, state: "waiting" }, orderBy: [...orderBy] }),
    db().approval.findMany({
      where: { customerId, state: { not: "waiting" } },
      orderBy: [...orderBy],
      take: PAST,
    }),
  ]);
  return [...waiting, ...past]
    .filter((row) => maySee(context, row))
    .map((row) => toApprovalView(context, decider, row));
}
