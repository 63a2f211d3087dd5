import type { Tx } from "@/lib/db/client";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { decoyHash } from "@/lib/services/people/user/password";
import type { ProviderOfCustomer } from "./client";

/** Somebody at a provider whose address it has verified. */
export type Person = {
  readonly subject: string;
  readonly email: string;
  /** As the provider writes it; empty where it does not. */
  readonly name: string;
};

/** What lets a person into the customer: that they are a member, or what makes them one. */
export type Right =
  | { readonly memberId: string }
  | { readonly role: Role; readonly invitationId: string | null };

/**
 * Why the customer wants this person: as a member, as invited, or, where it lets them join, at one of its proven
 * domains. Null where it does not, or where the provider calls the member by another name already.
 */
export async function rightOf(
  tx: Tx,
  provider: ProviderOfCustomer,
  { subject, email }: Person,
  isProven: boolean,
): Promise<Right | null> {
  const { customerId, issuer, joins, defaultRole } = provider;
  const user = await tx.user.findUnique({ where: { email } });
  const identities = { customerId, issuer, subject };
  const known = await tx.userIdentity.findUnique({
    where: { customerId_issuer_subject: identities },
  });
  // One person of the provider is one user, also where their address at the provider has changed.
  if (known !== null && known.userId !== user?.id) return null;
  if (user !== null && known === null) {
    // The name of somebody else at the provider is not passed on with a reused address.
    const named = await tx.userIdentity.count({ where: { customerId, userId: user.id } });
    if (named > 0) return null;
  }
  const member =
    user && (await tx.membership.findFirst({ where: { customerId, userId: user.id } }));
  if (member !== null) return { memberId: member.userId };
  const invitation = await tx.invitation.findFirst({
    where: { customerId, email, acceptedAt: null, expiresAt: { gt: new Date() } },
  });
  if (invitation !== null) return { role: invitation.role, invitationId: invitation.id };
  return joins && isProven ? { role: defaultRole, invitationId: null } : null;
}

/** Makes the person known at the provider, and a member where they are none. Answers the user. */
export async function admit(
  tx: Tx,
  provider: ProviderOfCustomer,
  person: Person,
  right: Right,
): Promise<string> {
  const { customerId, issuer } = provider;
  const { subject } = person;
  const userId = "memberId" in right ? right.memberId : await join(tx, provider, person, right);
  await tx.userIdentity.upsert({
    where: { customerId_issuer_subject: { customerId, issuer, subject } },
    create: { id: newId("userIdentity"), userId, customerId, issuer, subject },
    update: {},
  });
  return userId;
}

async function join(
  tx: Tx,
  { customerId }: ProviderOfCustomer,
  { email, name }: Person,
  { role, invitationId }: Exclude<Right, { memberId: string }>,
): Promise<string> {
  if (invitationId !== null) {
    const data = { acceptedAt: new Date() };
    await tx.invitation.update({ where: { id: invitationId }, data });
  }
  const user =
    (await tx.user.findUnique({ where: { email } })) ??
    (await tx.user.create({
      // No password has this hash: they can set one by e-mail, like everybody.
      data: { id: newId("user"), email, name: nameOf(name, email), passwordHash: decoyHash() },
    }));
  await tx.membership.create({
    data: { id: newId("membership"), userId: user.id, customerId, role },
  });
  const customer = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
  const actor = { type: "user", id: user.id, name: user.name } as const;
  const context = { customer, actor, permissions: permissionsOfRole(role) };
  await recordAudit(tx, context, {
    verb: "single-sign-on.join",
    subject: user.id,
    summary: `joined as ${role} through single sign-on`,
    details: { role },
  });
  return user.id;
}

function nameOf(given: string, email: string): string {
  const name = given.replaceAll(/\p{C}/gu, "").trim();
  return (name === "" ? email.slice(0, email.lastIndexOf("@")) : name).slice(0, 80);
}
