import { TooManyOutgoing } from "./ask-outside";
import { INTERNAL_REFUSED } from "./outgoing-url";

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name does not exist.",
  ECONNREFUSED: "The site refused the connection.",
  ECONNRESET: "The site closed the connection.",
  CERT_HAS_EXPIRED: "The site's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The site's certificate is not trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The site's certificate is for another host.",
  ENODATA: "The host name does not exist.",
  ETIMEOUT: "The DNS server did not respond.",
  ABORT_ERR: "The site did not respond in time.",
};

/** Why a request to a customer's address got no answer, in a sentence for whoever has set the address. */
export function outgoingProblem(error: unknown): string {
  if (!(error instanceof Error)) return "The request failed.";
  if (error.message === INTERNAL_REFUSED) return INTERNAL_REFUSED;
  if (error instanceof TooManyOutgoing) return "Too many requests are in progress. Retrying.";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return PROBLEMS[code] ?? `The request failed${code === "" ? "" : ` (${code})`}.`;
}
