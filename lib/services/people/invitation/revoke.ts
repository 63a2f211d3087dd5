import { defineChange } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireGrantable } from "@/lib/services/people/membership/find-membership";
import { revokeInvitationInput } from "./schemas";

/** Revokes an invitation, so that its link no longer works. Throws `not_found` for one that was accepted. */
export const revokeInvitation = defineChange(
  "member:write",
  revokeInvitationInput,
  async (tx, context, { invitationId }) => {
    const mine = { id: invitationId, customerId: context.customer.id };
    const invitation = await tx.invitation.findUnique({ where: mine });
    if (invitation !== null) requireGrantable(context, invitation.role);
    const revoked = await tx.invitation.deleteMany({ where: { ...mine, acceptedAt: null } });
    if (invitation === null || revoked.count === 0) throw notFound("invitation");
    await recordAudit(tx, context, {
      verb: "invitation.revoke",
      subject: invitation.id,
      summary: `withdrew the invitation to ${invitation.email}`,
      details: { email: invitation.email, role: invitation.role },
    });
  },
);
