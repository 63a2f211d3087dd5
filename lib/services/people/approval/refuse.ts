import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getApprovalToDecide } from "./find-approval";
import { decide } from "./inner/decide";
import { approvalIdInput } from "./schemas";

/** Refuses what another person asked for: nothing is done. Throws as `approveRequest`. */
export const refuseRequest = defineChange(
  "approval:decide",
  approvalIdInput,
  async (tx, context, { approvalId }) => {
    const row = await getApprovalToDecide(tx, context, approvalId);
    await decide(tx, context, { row, state: "refused" });
    await recordAudit(tx, context, {
      verb: "approval.refuse",
      subject: row.subject,
      summary: `rejected a request to ${row.summary}`,
      details: { approval: row.id, verb: row.verb },
    });
  },
);
