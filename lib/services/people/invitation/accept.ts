import type { Tx } from "@/lib/db/client";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { forbidden } from "@/lib/services/ground/errors";
import { hashMailedToken } from "@/lib/services/ground/mailed-token";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { requireOwnSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { hashPassword, requireUncommon } from "@/lib/services/people/user/password";
import { createUser } from "@/lib/services/people/user/register-customer";
import { findInvitation, invitationGone } from "./find";
import { invitationTokenInput, type JoinInput, joinInput } from "./schemas";

export type Joined = { readonly userId: string; readonly customerId: string };

/**
 * Makes the signed-in user a member. `me` must come from the sign-in. Throws `forbidden` when the invitation is for
 * another e-mail, and for a session of a single sign-on; `not_found` when it is no longer valid.
 */
export async function acceptInvitation(me: SignedIn, rawInput: { token: string }): Promise<Joined> {
  await requireOwnSession(me);
  const { token } = invitationTokenInput.parse(rawInput);
  return withAnonymousTransaction(async (tx) => {
    const invitation = await redeemInvitation(tx, token);
    const user = await tx.user.findUniqueOrThrow({ where: { id: me.userId } });
    if (user.email !== invitation.email) {
      throw forbidden(`This invitation is for ${invitation.email}.`);
    }
    return addMember(tx, invitation, user);
  });
}

/**
 * Makes a user of the holder of the link, and that user a member. Throws as `acceptInvitation`, before
 * anything costly is done, and `limit_exceeded` after thirty tries from an address within an hour.
 */
export async function joinByInvitation(rawInput: JoinInput, address: string): Promise<Joined> {
  const { token, name, password } = joinInput.parse(rawInput);
  const counted = await takeTry([
    { key: ["use-invitation-from", address], triesMax: 30, windowSeconds: 60 * 60 },
  ]);
  const { email } = await findInvitation({ token });
  await requireUncommon(password, [name, email]);
  const passwordHash = await hashPassword(counted, password);
  return withAnonymousTransaction(async (tx) => {
    const invitation = await redeemInvitation(tx, token);
    const user = await createUser(tx, { name, email: invitation.email, passwordHash });
    return addMember(tx, invitation, user);
  });
}

type RedeemedInvitation = Awaited<ReturnType<typeof redeemInvitation>>;

/** Marks the invitation as used; of several requests at the same moment one succeeds. */
async function redeemInvitation(tx: Tx, token: string) {
  const now = new Date();
  const tokenHash = hashMailedToken(token);
  const used = await tx.invitation.updateMany({
    where: { tokenHash, customerId: { not: null }, acceptedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now },
  });
  const invitation = await tx.invitation.findUnique({
    where: { tokenHash },
    include: { customer: true },
  });
  const customer = invitation?.customer;
  if (used.count === 0 || !invitation || !customer) throw invitationGone();
  return { ...invitation, customer };
}

async function addMember(
  tx: Tx,
  invitation: RedeemedInvitation,
  user: { id: string; name: string },
): Promise<Joined> {
  const { customer, role, invitedById: grantedById } = invitation;
  await tx.membership.upsert({
    where: { userId_customerId: { userId: user.id, customerId: customer.id } },
    create: {
      id: newId("membership"),
      userId: user.id,
      customerId: customer.id,
      role,
      grantedById,
    },
    update: {},
  });
  const context: ServiceContext = {
    customer,
    actor: { type: "user", id: user.id, name: user.name },
    permissions: permissionsOfRole(role),
  };
  await recordAudit(tx, context, {
    verb: "invitation.accept",
    subject: invitation.id,
    summary: `joined as ${role}`,
    details: { role },
  });
  return { userId: user.id, customerId: customer.id };
}
