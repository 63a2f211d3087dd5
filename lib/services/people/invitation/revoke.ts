import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { requireGrantable } from "@/lib/services/people/membership/find-membership";
import { type RevokeInvitationInput, revokeInvitationInput } from "./schemas";

/** Revokes an invitation, so that its link no longer works. Throws `not_found` for one that was accepted. */
export async function revokeInvitation(
  context: ServiceContext,
  rawInput: RevokeInvitationInput,
): Promise<void> {
  requirePermission(context, "member:write");
  const { invitationId } = revokeInvitationInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
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
  });
}
