import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { decide } from "./decide";
import { getApproval, requireWaiting } from "./find-approval";
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
      throw new ServiceError("forbidden", `Only ${row.askedByName} may take this request back.`);
    }
    requireWaiting(row);
    await decide(tx, context, { row, state: "cancelled" });
    await recordAudit(tx, context, {
      verb: "approval.cancel",
      subject: row.subject,
      summary: `took back a request to ${row.summary}`,
      details: { approval: row.id, verb: row.verb },
    });
  });
}
