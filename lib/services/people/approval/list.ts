import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type ApprovalView, answersFor, deciderOf, maySee, toApprovalView } from "./approval-view";

/** How many that are decided are shown. */
const PAST = 30;

/** Requests to a second person that the caller may see: all that wait, and the last that were decided. Newest first. */
export const listApprovals = defineVerb(
  "customer:read",
  noInput,
  async (context): Promise<readonly ApprovalView[]> => {
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
      .filter((row) => maySee(context, row) || answersFor(decider, row))
      .map((row) => toApprovalView(context, decider, row));
  },
);
