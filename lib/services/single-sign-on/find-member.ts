import type { Tx } from "@/lib/db/client";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { ServiceError } from "@/lib/services/errors";
import { lockCustomer } from "@/lib/services/lock-customer";
import { recordAudit } from "@/lib/services/record-audit";
import { reportSecurityEvent } from "@/lib/services/security/security-event";
import { decoyHash } from "@/lib/services/user/password";
import { emailField } from "@/lib/services/user/schemas";
import { withAnonymousTransaction } from "@/lib/services/with-transaction";
import type { ProviderOfCustomer } from "./client";
import { provenDomains } from "./provider";

/** What a provider says of a person. Nothing but `sub` and the time is checked in what it looks like. */
export type Claims = {
  readonly sub: string;
  readonly auth_time?: number | undefined;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
};

/**
 * The user for whom a provider vouches, who is a member of the customer then. Somebody whom the provider named before is
 * known by its own name for them. Anybody else is known by an e-mail address that the provider has verified: as a
 * member, as invited, or, where the customer lets them join, at one of its proven domains. Throws `forbidden`.
 */
export async function findMember(
  provider: ProviderOfCustomer,
  claims: Claims,
  from: string,
): Promise<string> {
  const domains = await provenDomains(provider.customerId);
  const outcome = await withAnonymousTransaction(async (tx) => {
    await lockCustomer(tx, { customer: { id: provider.customerId } });
    return decide(tx, { provider, claims, domains });
  });
  if ("userId" in outcome) return outcome.userId;
  const { customerId } = provider;
  reportSecurityEvent({
    event: "single-sign-on.refused",
    customerId,
    from,
    detail: outcome.refused,
  });
  throw new ServiceError("forbidden", outcome.refused);
}

type Asked = {
  readonly provider: ProviderOfCustomer;
  readonly claims: Claims;
  readonly domains: readonly string[];
};
type Outcome = { readonly userId: string } | { readonly refused: string };

const NO_MEMBER = "You are not a member of this customer. Ask for an invitation.";
const NOT_VERIFIED = "Your single sign-on has not verified your e-mail address. Ask who runs it.";

async function decide(tx: Tx, asked: Asked): Promise<Outcome> {
  const { provider, claims } = asked;
  const { customerId, issuer } = provider;
  const known = await tx.userIdentity.findUnique({
    where: { customerId_issuer_subject: { customerId, issuer, subject: claims.sub } },
  });
  if (known !== null) {
    const { userId } = known;
    const isMember = (await tx.membership.count({ where: { customerId, userId } })) > 0;
    if (isMember) return { userId };
  }
  const email = emailField.safeParse(claims.email);
  if (!email.success || claims.email_verified !== true) return { refused: NOT_VERIFIED };
  const userId = await admit(tx, asked, email.data);
  if (userId === null) return { refused: NO_MEMBER };
  // One person of the provider is one user, also where their address at the provider has changed.
  if (known !== null && known.userId !== userId) return { refused: NO_MEMBER };
  if (known === null) {
    const id = newId("userIdentity");
    await tx.userIdentity.create({ data: { id, userId, customerId, issuer, subject: claims.sub } });
  }
  return { userId };
}

/** The member with this address, who may have to become one first; null where the customer does not want them. */
async function admit(tx: Tx, asked: Asked, email: string): Promise<string | null> {
  const { provider, domains } = asked;
  const { customerId } = provider;
  const member = await tx.membership.findFirst({ where: { customerId, user: { email } } });
  if (member !== null) {
    // The name of somebody else at the provider is not passed on with a reused address.
    const named = await tx.userIdentity.count({ where: { customerId, userId: member.userId } });
    return named === 0 ? member.userId : null;
  }
  const now = new Date();
  const invitation = await tx.invitation.findFirst({
    where: { customerId, email, acceptedAt: null, expiresAt: { gt: now } },
  });
  if (invitation !== null) {
    await tx.invitation.update({ where: { id: invitation.id }, data: { acceptedAt: now } });
    return join(tx, asked, { email, role: invitation.role });
  }
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (!provider.joins || !domains.includes(domain)) return null;
  return join(tx, asked, { email, role: provider.defaultRole });
}

async function join(
  tx: Tx,
  { provider, claims }: Asked,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<string> {
  const { customerId } = provider;
  const given = claims.name;
  const said = typeof given === "string" ? given.replaceAll(/\p{C}/gu, "").trim() : "";
  const name = said === "" ? email.slice(0, email.lastIndexOf("@")) : said.slice(0, 80);
  const user =
    (await tx.user.findUnique({ where: { email } })) ??
    (await tx.user.create({
      // No password has this hash: they can set one by e-mail, like everybody.
      data: { id: newId("user"), email, name: name.slice(0, 80), passwordHash: decoyHash() },
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
