import type { ClientAuth, Configuration, CustomFetchOptions } from "openid-client";
import type { IdentityProvider } from "@/lib/db/generated/client";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { clientSecretSealContext } from "../client-secret";

const TIMEOUT_MS = 6_000;
const ANSWER_BYTES_MAX = 256 * 1_024;

export type ProviderOfCustomer = IdentityProvider & {
  readonly customer: { readonly wireId: string };
};

/**
 * What the library needs to talk to a provider, found out anew: its addresses and keys come from the issuer that is
 * stored, by the one guarded way to the outside. Signatures of id tokens are checked against those keys.
 */
export async function discoverProvider(provider: ProviderOfCustomer): Promise<Configuration> {
  const client = await import("openid-client");
  const { customerId, clientId, sealed, customer } = provider;
  const sealContext = clientSecretSealContext(customer.wireId);
  const secret = unseal(masterKeysFromEnvironment(), sealContext, sealed);
  const issuer = new URL(provider.issuer);
  const isPlain = issuer.protocol === "http:";
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  // Basic is what every provider takes that does not say otherwise (RFC 8414).
  const authenticate: ClientAuth = (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (ways.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
  return client.discovery(issuer, clientId, {}, authenticate, {
    [client.customFetch]: (url, options) => guardedFetch(customerId, url, options),
    execute: [
      client.enableNonRepudiationChecks,
      ...(isPlain ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Asks as the library wants, with the limits of every address that a customer sets: it follows no redirect. */
async function guardedFetch(
  customerId: string,
  url: string,
  { method, headers, body }: CustomFetchOptions,
): Promise<Response> {
  const answer = await askOutside({
    customerId,
    url,
    method: method === "POST" ? "POST" : "GET",
    headers,
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    timeoutMs: TIMEOUT_MS,
    patienceMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  if (answer.body === null) throw new Error("The provider's response is too long.");
  const type = answer.headers["content-type"];
  return new Response(answer.status === 204 ? null : answer.body, {
    status: answer.status,
    headers: type === undefined ? {} : { "content-type": type },
  });
}
