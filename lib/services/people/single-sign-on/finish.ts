import { z } from "zod";
import { db } from "@/lib/db/client";
import { preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { challengeTokenField, takeChallenge } from "@/lib/services/people/factor/challenge";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import type { Proven } from "@/lib/services/people/sign-in/second-step";
import { verifiedUser } from "@/lib/services/people/user/verified-user";
import { providerIsDown } from "./begin";
import { discoverProvider, type ProviderOfCustomer } from "./inner/client";
import { type Claims, findMember } from "./inner/find-member";
import { callbackUrl } from "./provider";

const attemptData = z.object({
  customerId: z.string(),
  issuer: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
});
type Attempt = z.output<typeof attemptData>;

/** Somebody who came through a provider. */
export type SingleSignOnEnd = Proven & {
  readonly ssoCustomerId: string;
  /** When they showed the provider who they are; null where it does not say so. */
  readonly provenAt: Date | null;
  readonly next: string;
};

/**
 * Ends a sign-in at a provider: `token` is what the browser held, `query` what the provider sent it back with.
 * The attempt is used up, whatever comes of it. Throws `precondition_failed` when it is gone,
 * `unavailable` when the provider does not answer, and `forbidden` for everybody whom the customer does not let in.
 * Null where the address has to confirm it first: it has an e-mail then.
 */
export async function finishSingleSignOn(
  asked: { readonly token: string; readonly query: URLSearchParams },
  from: string,
): Promise<SingleSignOnEnd | null> {
  const token = challengeTokenField.safeParse(asked.token);
  if (!token.success || asked.query.get("state") !== token.data) throw notOurs();
  const { data } = await takeChallenge(token.data, "single-sign-on");
  const attempt = attemptData.parse(data);
  const { customerId, issuer, next } = attempt;
  // A provider that was replaced meanwhile vouches for nobody.
  const provider = await db().identityProvider.findFirst({
    where: { customerId, issuer },
    include: { customer: true },
  });
  if (provider === null) throw notOurs();
  const claims = await redeem(provider, attempt, { state: token.data, query: asked.query, from });
  const found = await findMember(provider, claims, from);
  if ("isMailed" in found) return null;
  return {
    user: await verifiedUser(found.userId),
    method: "single-sign-on",
    ssoCustomerId: customerId,
    provenAt: provenAtOf(claims),
    next,
  };
}

/** What the provider says of the person, once everything about its answer is checked. */
async function redeem(
  provider: ProviderOfCustomer,
  { nonce, verifier, customerId }: Attempt,
  { state, query, from }: { state: string; query: URLSearchParams; from: string },
): Promise<Claims> {
  const client = await import("openid-client");
  const config = await discoverProvider(provider).catch((error: unknown) => {
    throw providerIsDown(error);
  });
  const url = new URL(callbackUrl());
  url.search = query.toString();
  try {
    const answer = await client.authorizationCodeGrant(config, url, {
      expectedNonce: nonce,
      expectedState: state,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = answer.claims();
    if (claims === undefined) throw new Error("The answer has no id token.");
    if (claims["email"] !== undefined) return claims;
    // Many providers tell the address only there; it is of the same person, or refused.
    const more = await client.fetchUserInfo(config, answer.access_token, claims.sub);
    const { email, email_verified, name } = more;
    return { ...claims, email, email_verified, name };
  } catch (error) {
    const detail = error instanceof Error ? error.message : "";
    reportSecurityEvent({ event: "single-sign-on.refused", customerId, from, detail });
    throw new ServiceError(
      "forbidden",
      "Your SSO provider did not confirm your identity. Try again or contact its administrator.",
      { cause: error },
    );
  }
}

/** A provider that still knew them has not asked them anew: what it says of the time counts, and not the time of now. */
function provenAtOf({ auth_time: seconds }: Claims): Date | null {
  return seconds === undefined ? null : new Date(Math.min(seconds * 1_000, Date.now()));
}

function notOurs(): ServiceError {
  return preconditionFailed("This sign-in was started elsewhere. Start over.");
}
