import { topicsOfRoles } from "@/lib/domain/approval/approval";
import { answerableUser } from "@/lib/services/ground/context";
import { defineProvenVerb } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { unlessAsked } from "@/lib/services/people/approval/effects-of-change";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { getMembershipForChange, requireAnotherOwner, requireGrantable } from "./find-membership";
import { changeRoleInput } from "./schemas";

/** Gives a member another role from their next request on. The last owner stays an owner, and nobody gives or takes a role above their own. */
export const changeRole = defineProvenVerb(
  "member:write",
  changeRoleInput,
  async (context, { membershipId, role }) => {
    const answer = await withTransaction(context, async (tx) => {
      const membership = await getMembershipForChange(tx, context, membershipId);
      requireGrantable(context, membership.role);
      requireGrantable(context, role);
      if (membership.role === role) return null;
      if (membership.role === "owner") await requireAnotherOwner(tx, context, membership.id);
      const asked = await requireSecondPerson(tx, context, {
        verb: "member.change-role",
        subject: membership.id,
        summary: `change the role of ${membership.user.email} from ${membership.role} to ${role}`,
        input: { membershipId, role },
        seen: { role: membership.role },
        topics: topicsOfRoles(membership.role, role),
      });
      if (asked !== null) return asked;
      await tx.membership.update({
        where: { id: membership.id },
        data: {
          role,
          grantedAt: new Date(),
          grantedById: answerableUser(context),
        },
      });
      await recordAudit(tx, context, {
        verb: "member.change-role",
        subject: membership.userId,
        summary: `changed the role of ${membership.user.name} from ${membership.role} to ${role}`,
        details: { from: membership.role, to: role },
      });
      return null;
    });
    unlessAsked(answer);
  },
);
