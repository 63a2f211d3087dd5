import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getMembershipForChange, requireAnotherOwner, requireGrantable } from "./find-membership";
import { removeMemberInput } from "./schemas";

/**
 * Ends a membership from the next request on, and with it what the customer's single sign-on knows of the user and has
 * signed them in to. The user and their other memberships stay.
 */
export const removeMember = defineProvenChange(
  "member:write",
  removeMemberInput,
  async (tx, context, { membershipId }) => {
    const membership = await getMembershipForChange(tx, context, membershipId);
    requireGrantable(context, membership.role);
    if (membership.role === "owner") await requireAnotherOwner(tx, context, membership.id);
    const { userId, customerId } = membership;
    await tx.membership.delete({ where: { id: membership.id } });
    await tx.userIdentity.deleteMany({ where: { userId, customerId } });
    await tx.session.deleteMany({ where: { userId, ssoCustomerId: customerId } });
    await recordAudit(tx, context, {
      verb: "member.remove",
      subject: membership.userId,
      summary: `removed ${membership.user.name}`,
      details: { email: membership.user.email, role: membership.role },
    });
  },
);
