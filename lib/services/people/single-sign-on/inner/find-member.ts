import type { Tx } from "@/lib/db/client";
import { forbidden } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { emailField } from "@/lib/services/people/user/schemas";
import { sendConfirmation } from "../confirm";
import { isProvenAddress, provenDomains } from "../provider";
import type { ProviderOfCustomer } from "./client";
import { admit, type Person, rightOf } from "./join";

/** What a provider says of a person. Nothing but `sub` and the time is checked in what it looks like. */
export type Claims = {
  readonly sub: string;
  readonly auth_time?: number | undefined;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
};

/** Who came through the provider; or nobody yet: whoever reads the address's e-mails has to confirm it first. */
export type Found = { readonly userId: string } | { readonly isMailed: true };

/**
 * The member for whom a provider vouches. Somebody who was linked before is known by the provider's own name for them.
 * Anybody else is known by an e-mail address that the provider has verified, and the provider is believed where the
 * customer has proven the address's domain. Everywhere else the address is asked by e-mail, once: whoever sets up a
 * provider could name anybody's. Throws `forbidden` for who is neither a member, nor invited, nor let in by domain.
 */
export async function findMember(
  provider: ProviderOfCustomer,
  claims: Claims,
  from: string,
): Promise<Found> {
  const domains = await provenDomains(provider.customerId);
  const outcome = await withAnonymousTransaction(async (tx) => {
    await lockCustomer(tx, { customer: { id: provider.customerId } });
    return decide(tx, { provider, claims, domains });
  });
  if ("userId" in outcome) return outcome;
  if ("confirm" in outcome) {
    await sendConfirmation(provider, outcome.confirm);
    return { isMailed: true };
  }
  const { customerId } = provider;
  reportSecurityEvent({
    event: "single-sign-on.refused",
    customerId,
    from,
    detail: outcome.refused,
  });
  throw forbidden(outcome.refused);
}

type Asked = {
  readonly provider: ProviderOfCustomer;
  readonly claims: Claims;
  readonly domains: readonly string[];
};
type Outcome =
  | { readonly userId: string }
  | { readonly confirm: Person }
  | { readonly refused: string };

const NO_MEMBER = "You are not a member of this customer. Ask for an invitation.";
const NOT_VERIFIED =
  "Your SSO provider has not verified your e-mail address. Contact its administrator.";

async function decide(tx: Tx, { provider, claims, domains }: Asked): Promise<Outcome> {
  const { customerId, issuer } = provider;
  const { sub: subject, name } = claims;
  const known = await tx.userIdentity.findUnique({
    where: { customerId_issuer_subject: { customerId, issuer, subject } },
  });
  if (known !== null) {
    const { userId } = known;
    const isMember = (await tx.membership.count({ where: { customerId, userId } })) > 0;
    if (isMember) return { userId };
  }
  const email = emailField.safeParse(claims.email);
  if (!email.success || claims.email_verified !== true) return { refused: NOT_VERIFIED };
  const person = { subject, email: email.data, name: typeof name === "string" ? name : "" };
  const isProven = isProvenAddress(person.email, domains);
  const right = await rightOf(tx, provider, person, isProven);
  if (right === null) return { refused: NO_MEMBER };
  return isProven ? { userId: await admit(tx, provider, person, right) } : { confirm: person };
}
