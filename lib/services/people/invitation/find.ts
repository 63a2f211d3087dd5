import { db } from "@/lib/db/client";
import type { Role } from "@/lib/domain/permissions/roles";
import { ServiceError } from "@/lib/services/ground/errors";
import { hashMailedToken } from "@/lib/services/ground/mailed-token";
import { invitationTokenInput } from "./schemas";

export type ReceivedInvitation = {
  readonly email: string;
  readonly role: Role;
  /** Null for an invitation to found a customer. */
  readonly customerName: string | null;
  /** True when they sign in to accept, false when they choose a name and a password. */
  readonly hasUser: boolean;
};

/** What the holder of a mailed link may see. Throws `not_found` for a link that is no longer valid. */
export async function findInvitation(rawInput: { token: string }): Promise<ReceivedInvitation> {
  const parsed = invitationTokenInput.safeParse(rawInput);
  const invitation = parsed.success
    ? await db().invitation.findUnique({
        where: {
          tokenHash: hashMailedToken(parsed.data.token),
          acceptedAt: null,
          expiresAt: { gt: new Date() },
        },
        include: { customer: true },
      })
    : null;
  if (invitation === null) throw invitationGone();
  const users = await db().user.count({ where: { email: invitation.email } });
  return {
    email: invitation.email,
    role: invitation.role,
    customerName: invitation.customer?.name ?? null,
    hasUser: users > 0,
  };
}

export function invitationGone(): ServiceError {
  return new ServiceError(
    "not_found",
    "This invitation was used or withdrawn, or has expired. Ask for a new one.",
  );
}
