import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { staffLinkIdInput } from "./schemas";
import { toStaffLinkView } from "./staff-link-view";

/** Revokes a staff link for good. Throws `precondition_failed` when it was revoked before. */
export const revokeStaffLink = defineChange(
  "staff-link:write",
  staffLinkIdInput,
  async (tx, context, { staffLinkId }) => {
    const where = { id: staffLinkId, customerId: context.customer.id };
    const [row] = await tx.staffLink.updateManyAndReturn({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (row === undefined) {
      if ((await tx.staffLink.count({ where })) === 0) throw notFound("staff link");
      throw preconditionFailed("This staff link is already revoked.");
    }
    await recordAudit(tx, context, {
      verb: "staff-link.revoke",
      subject: row.id,
      summary: `revoked the staff link ${row.label}`,
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toStaffLinkView(row);
  },
);
