import { db } from "@/lib/db/client";
import { parseUrl } from "@/lib/domain/parse-url";
import { networkOf } from "@/lib/platform/client-address";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import { takeTry } from "@/lib/services/ground/throttle";
import { issueChallenge } from "@/lib/services/people/factor/challenge";
import { discoverProvider } from "./inner/client";
import { callbackUrl } from "./provider";
import { type BeginSingleSignOnInput, beginSingleSignOnInput } from "./schemas";

/** As long as a session may last. */
const MOST_SECONDS = 7 * 24 * 60 * 60;

/** Where to send the browser, and the text that it has to come back with. */
export type SingleSignOnStart = { readonly url: string; readonly token: string };

/**
 * Begins a sign-in at a customer's provider: authorization code with PKCE, a nonce, and a state that only this
 * browser holds. `next` must be a path of this console. Throws `invalid` at the field for a customer
 * without single sign-on, and `unavailable` when the provider does not answer as one.
 */
export async function beginSingleSignOn(
  rawInput: BeginSingleSignOnInput,
  address: string,
): Promise<SingleSignOnStart> {
  const { customerId: wireId, next, isFresh = false } = beginSingleSignOnInput.parse(rawInput);
  const key = ["single-sign-on-from", networkOf(address)];
  await takeTry([{ key, triesMax: 200, windowSeconds: 60 * 60 }]);
  const provider = await db().identityProvider.findFirst({
    where: { customer: { wireId } },
    include: { customer: true },
  });
  if (provider === null) {
    throw invalidField("customerId", "Single sign-on is not set up for this customer ID.");
  }
  const client = await import("openid-client");
  const config = await discoverProvider(provider).catch((error: unknown) => {
    throw providerIsDown(error);
  });
  const nonce = client.randomNonce();
  const verifier = client.randomPKCECodeVerifier();
  const token = await issueChallenge({
    purpose: "single-sign-on",
    userId: null,
    data: { customerId: provider.customerId, issuer: provider.issuer, nonce, verifier, next },
  });
  const endpoint = config.serverMetadata().authorization_endpoint;
  if (!isWebAddress(endpoint, provider.issuer)) {
    throw providerIsDown(new Error("The authorization endpoint is no web address."));
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(),
    scope: "openid email profile",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    nonce,
    state: token,
    // A provider that is asked for an age says when it asked the person (OpenID Connect Core 3.1.2.1).
    max_age: String(isFresh ? 0 : MOST_SECONDS),
  });
  return { url: url.href, token };
}

/** The browser is sent there: nothing else than https, or what the issuer itself speaks. */
function isWebAddress(address: string | undefined, issuer: string): boolean {
  const protocol = parseUrl(address ?? "")?.protocol;
  return protocol === "https:" || (protocol === "http:" && protocol === parseUrl(issuer)?.protocol);
}

export function providerIsDown(cause: unknown): ServiceError {
  return new ServiceError(
    "unavailable",
    "Your SSO provider returned an unexpected response. Try again or sign in with your password.",
    { cause },
  );
}
