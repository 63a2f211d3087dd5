import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getApproval, requireWaiting } from "./find-approval";
import { decide } from "./inner/decide";
import { type ApprovalIdInput, approvalIdInput } from "./schemas";

/** Takes back what the caller asked for. Throws `forbidden` for somebody else's request. */
export async function cancelRequest(
  context: ServiceContext,
  rawInput: ApprovalIdInput,
): Promise<void> {
  requirePermission(context, "customer:read");
  const { approvalId } = approvalIdInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
    const row = await getApproval(tx, context, approvalId);
    if (row.askedById !== context.actor.id) {
      throw new ServiceError("forbidden", `Only ${row.askedByName} can cancel this request.`);
    }
    requireWaiting(row);
    await decide(tx, context, { row, state: "cancelled" });
    await recordAudit(tx, context, {
      verb: "approval.cancel",
      subject: row.subject,
      summary: `cancelled a request to ${row.summary}`,
      details: { approval: row.id, verb: row.verb },
    });
  });
}
