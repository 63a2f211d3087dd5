import { db } from "@/lib/db/client";
import type { Invitation } from "@/lib/db/generated/client";
import type { Role } from "@/lib/domain/permissions/roles";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";

export type InvitationView = {
  readonly invitationId: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  readonly isExpired: boolean;
};

/** The invitations that nobody has accepted yet, the newest first. */
export const listInvitations = defineVerb(
  "member:read",
  noInput,
  async (context): Promise<readonly InvitationView[]> => {
    const invitations = await db().invitation.findMany({
      where: { customerId: context.customer.id, acceptedAt: null },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    });
    return invitations.map(toInvitationView);
  },
);

export function toInvitationView(invitation: Invitation): InvitationView {
  return {
    invitationId: invitation.id,
    email: invitation.email,
    role: invitation.role,
    expiresAt: invitation.expiresAt.toISOString(),
    isExpired: invitation.expiresAt.getTime() <= Date.now(),
  };
}
