import { db } from "@/lib/db/client";
import type { IdentityProvider } from "@/lib/db/generated/client";
import type { Role } from "@/lib/domain/permissions/roles";
import { env } from "@/lib/platform/env";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal } from "@/lib/secrets/seal";
import { defineProvenVerb, defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { invalidField, notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { unlessAsked } from "@/lib/services/people/approval/effects-of-change";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { clientSecretSealContext } from "./client-secret";
import { setProviderInput } from "./schemas";

/** The single sign-on of a customer as screens show it: never its secret. */
export type ProviderView = {
  readonly issuer: string;
  readonly clientId: string;
  readonly joins: boolean;
  readonly defaultRole: Role;
  /** Hosts that are proven to be the customer's: whose e-mail addresses may join. */
  readonly domains: readonly string[];
};

/** What to enter at the provider. */
export function callbackUrl(): string {
  return `${env.consoleUrl()}/single-sign-on/callback`;
}

/** The customer's single sign-on; null when it has none. */
export const getProvider = defineVerb(
  "customer:read",
  noInput,
  async (context): Promise<ProviderView | null> => {
    const customerId = context.customer.id;
    const row = await db().identityProvider.findUnique({ where: { customerId } });
    if (row === null) return null;
    const { issuer, clientId, joins, defaultRole } = row;
    return { issuer, clientId, joins, defaultRole, domains: await provenDomains(customerId) };
  },
);

/** Hosts that showed by their DNS or their site that they are the customer's. */
export async function provenDomains(customerId: string): Promise<readonly string[]> {
  const where = { customerId, verifiedHost: { not: null } };
  const rows = await db().customerHost.findMany({ where, select: { host: true } });
  return rows.map(({ host }) => host);
}

/** Whether an address is at one of these domains: not at a part of one. */
export function isProvenAddress(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/**
 * Sets the provider at which people of the customer sign in. Who was known by another provider is known no longer,
 * and sessions that began there end. Throws `invalid` at the field.
 */
export const setProvider = defineProvenVerb(
  "customer:security",
  setProviderInput,
  async (context, { clientSecret, ...input }) => {
    const { id: customerId, wireId } = context.customer;
    const answer = await withTransaction(context, async (tx) => {
      await lockCustomer(tx, context);
      const held = await tx.identityProvider.findUnique({ where: { customerId } });
      if (clientSecret === "" && held === null) {
        throw invalidField("clientSecret", "Enter the client secret.");
      }
      const isOther = held !== null && held.issuer !== input.issuer;
      if (clientSecret === "" && isOther) {
        throw invalidField("clientSecret", "Enter the client secret of the new provider.");
      }
      const asked = await requireSecondPerson(tx, context, {
        verb: "single-sign-on.set",
        subject: customerId,
        summary: `set single sign-on through ${input.issuer}`,
        input: { ...input, clientSecret },
        seen: { issuer: held?.issuer ?? null },
      });
      if (asked !== null) return asked;
      const sealContext = clientSecretSealContext(wireId);
      const [master] = masterKeysFromEnvironment();
      const secret = clientSecret === "" ? {} : { sealed: seal(master, sealContext, clientSecret) };
      await tx.identityProvider.upsert({
        where: { customerId },
        create: { customerId, ...input, sealed: seal(master, sealContext, clientSecret) },
        update: { ...input, ...secret },
      });
      if (isOther) {
        await tx.userIdentity.deleteMany({ where: { customerId } });
        await tx.session.deleteMany({ where: { ssoCustomerId: customerId } });
      }
      await recordAudit(tx, context, {
        verb: "single-sign-on.set",
        subject: customerId,
        summary: `set single sign-on through ${input.issuer}`,
        details: { before: factsOf(held), after: factsOf(input) },
      });
      return null;
    });
    unlessAsked(answer);
  },
);

type ProviderFacts = Pick<IdentityProvider, "issuer" | "clientId" | "joins" | "defaultRole">;

/** What the log says of a provider: all but the secret. */
function factsOf(provider: ProviderFacts | null) {
  if (provider === null) return null;
  const { issuer, clientId, joins, defaultRole } = provider;
  return { issuer, clientId, joins, defaultRole };
}

/** Takes the provider away: sessions that began there end. Throws `not_found` when there is none. */
export const removeProvider = defineProvenVerb("customer:security", noInput, async (context) => {
  const customerId = context.customer.id;
  const answer = await withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const { signInRule } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
    if (signInRule === "single-sign-on") {
      throw preconditionFailed("Single sign-on is required. Change the sign-in requirement first.");
    }
    const asked = await requireSecondPerson(tx, context, {
      verb: "single-sign-on.remove",
      subject: customerId,
      summary: "remove single sign-on",
      input: {},
    });
    if (asked !== null) return asked;
    const { count } = await tx.identityProvider.deleteMany({ where: { customerId } });
    if (count === 0) throw notFound("single sign-on");
    await tx.userIdentity.deleteMany({ where: { customerId } });
    await tx.session.deleteMany({ where: { ssoCustomerId: customerId } });
    await recordAudit(tx, context, {
      verb: "single-sign-on.remove",
      subject: customerId,
      summary: "removed single sign-on",
    });
    return null;
  });
  unlessAsked(answer);
});
