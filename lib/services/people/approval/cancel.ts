import { defineChange } from "@/lib/services/ground/define-verb";
import { forbidden } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { makersOfKeys } from "@/lib/services/people/api-key/key-context";
import { answersFor } from "./approval-view";
import { getApproval, requireWaiting } from "./find-approval";
import { decide } from "./inner/decide";
import { approvalIdInput } from "./schemas";

/** Takes back what the caller, or an API key of their making, asked for. Throws `forbidden` for somebody else's request. */
export const cancelRequest = defineChange(
  "customer:read",
  approvalIdInput,
  async (tx, context, { approvalId }) => {
    const row = await getApproval(tx, context, approvalId);
    const makers = await makersOfKeys(tx, context.customer.id);
    if (!answersFor({ userId: context.actor.id, makers }, row)) {
      throw forbidden(`Only ${row.askedByName} can cancel this request.`);
    }
    requireWaiting(row);
    await decide(tx, context, { row, state: "cancelled" });
    await recordAudit(tx, context, {
      verb: "approval.cancel",
      subject: row.subject,
      summary: `cancelled a request to ${row.summary}`,
      details: { approval: row.id, verb: row.verb },
    });
  },
);
