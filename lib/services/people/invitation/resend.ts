import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { createInvitation } from "./create";
import { revokeInvitationInput } from "./schemas";

/**
 * Invites the same person once more, in the same role: by a new link, and the one before works no longer. Throws as
 * `createInvitation`, and `not_found` for an invitation that was accepted or withdrawn.
 */
export const resendInvitation = defineVerb(
  "member:write",
  revokeInvitationInput,
  async (context, { invitationId }) => {
    const invitation = await db().invitation.findUnique({
      where: { id: invitationId, customerId: context.customer.id, acceptedAt: null },
    });
    if (invitation === null) throw notFound("invitation");
    return createInvitation(context, { email: invitation.email, role: invitation.role });
  },
);
