import type { ServiceContext } from "@/lib/services/context";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { decide } from "./decide";
import { getApprovalToDecide } from "./find-approval";
import { type ApprovalIdInput, approvalIdInput } from "./schemas";

/** Refuses what another person asked for: nothing is done. Throws as `approveRequest`. */
export async function refuseRequest(
  context: ServiceContext,
  rawInput: ApprovalIdInput,
): Promise<void> {
  requirePermission(context, "approval:decide");
  const { approvalId } = approvalIdInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
    const row = await getApprovalToDecide(tx, context, approvalId);
    await decide(tx, context, { row, state: "refused" });
    await recordAudit(tx, context, {
      verb: "approval.refuse",
      subject: row.subject,
      summary: `refused a request to ${row.summary}`,
      details: { approval: row.id, verb: row.verb },
    });
  });
}
