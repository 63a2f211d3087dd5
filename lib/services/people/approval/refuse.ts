import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getApprovalToDecide } from "./find-approval";
import { decide } from "./inner/decide";
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
      summary: `rejected a request to ${row.summary}`,
      details: { approval: row.id, verb: row.verb },
    });
  });
}
