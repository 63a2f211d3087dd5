import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireFreshSignIn } from "@/lib/services/ground/require-fresh-sign-in";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getMembershipForChange, requireAnotherOwner, requireGrantable } from "./find-membership";
import { type RemoveMemberInput, removeMemberInput } from "./schemas";

/**
 * Ends a membership from the next request on, and with it what the customer's single sign-on knows of the user and has
 * signed them in to. The user and their other memberships stay.
 */
export async function removeMember(
  context: ServiceContext,
  rawInput: RemoveMemberInput,
): Promise<void> {
  requirePermission(context, "member:write");
  await requireFreshSignIn(context);
  const { membershipId } = removeMemberInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
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
  });
}
