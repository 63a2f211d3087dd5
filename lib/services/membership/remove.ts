import type { ServiceContext } from "@/lib/services/context";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { requireFreshSignIn } from "@/lib/services/session/require-fresh-sign-in";
import { withTransaction } from "@/lib/services/with-transaction";
import { getMembershipForChange, requireAnotherOwner, requireGrantable } from "./find-membership";
import { type RemoveMemberInput, removeMemberInput } from "./schemas";

/** Ends a membership from the next request on. The user and their other memberships stay. */
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
    await tx.membership.delete({ where: { id: membership.id } });
    await recordAudit(tx, context, {
      verb: "member.remove",
      subject: membership.userId,
      summary: `removed ${membership.user.name}`,
      details: { email: membership.user.email, role: membership.role },
    });
  });
}
