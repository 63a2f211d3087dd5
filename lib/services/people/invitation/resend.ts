import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { createInvitation } from "./create";
import type { InvitationView } from "./list";
import { type RevokeInvitationInput, revokeInvitationInput } from "./schemas";

/**
 * Invites the same person once more, in the same role: by a new link, and the one before works no longer. Throws as
 * `createInvitation`, and `not_found` for an invitation that was accepted or withdrawn.
 */
export async function resendInvitation(
  context: ServiceContext,
  rawInput: RevokeInvitationInput,
): Promise<InvitationView> {
  requirePermission(context, "member:write");
  const { invitationId } = revokeInvitationInput.parse(rawInput);
  const invitation = await db().invitation.findUnique({
    where: { id: invitationId, customerId: context.customer.id, acceptedAt: null },
  });
  if (invitation === null) throw notFound("invitation");
  return createInvitation(context, { email: invitation.email, role: invitation.role });
}
