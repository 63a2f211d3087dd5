import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { type ApprovalView, deciderOf, toApprovalView } from "./approval-view";
import { getApproval } from "./find-approval";
import { approvalIdInput } from "./schemas";

/** One request to a second person. Throws `not_found` for one that the caller may not see. */
export const readApproval = defineVerb(
  "customer:read",
  approvalIdInput,
  async (context, { approvalId }): Promise<ApprovalView> => {
    const row = await getApproval(db(), context, approvalId);
    return toApprovalView(context, await deciderOf(db(), context), row);
  },
);
