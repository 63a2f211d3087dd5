import { createHmac } from "node:crypto";
import { env } from "@/lib/platform/env";
import { askOutside, TooManyOutgoing } from "@/lib/platform/outgoing/ask-outside";
import { allowedHostsOf, INTERNAL_REFUSED } from "@/lib/platform/outgoing/outgoing-url";
import { readPushUrl } from "./push-url";

const TIMEOUT_MS = 10_000;
const PATIENCE_MS = 2_000;

/** What a site is sent when its config changes. */
export type PushedConfig = {
  /** The exact text that connectors pull. */
  readonly text: string;
  /** Ed25519 over the text, 64 bytes in base64url. */
  readonly signature: string;
};

/** Why a push did not arrive, in a sentence; null when it did. */
export type PushOutcome = { readonly status: number | null; readonly problem: string | null };

/**
 * The body of a push: the config as hex of its UTF-8 bytes, the HMAC-SHA256 of that hex text under the
 * customer's secret, and the signature of the config. KnownUser V3 edge connectors read the first two.
 */
export function pushBody({ text, signature }: PushedConfig, secret: string): string {
  const integrationInfo = Buffer.from(text, "utf8").toString("hex");
  const hash = createHmac("sha256", secret).update(integrationInfo).digest("hex");
  return JSON.stringify({ integrationInfo, hash, signature });
}

/** Sends a body with PUT and looks at the status of the answer only. Never rejects. */
export async function sendPush(
  customerId: string,
  address: string,
  body: string,
): Promise<PushOutcome> {
  const reading = readPushUrl(address, allowedHostsOf(env.allowedPrivateHosts()));
  if (!reading.ok) return { status: null, problem: reading.reason };
  try {
    const { status } = await askOutside({
      customerId,
      url: reading.url,
      method: "PUT",
      headers: { "content-type": "application/json", "user-agent": "Stanchion-Push" },
      body,
      timeoutMs: TIMEOUT_MS,
      patienceMs: PATIENCE_MS,
      answerBytesMax: 0,
    });
    const isTaken = status >= 200 && status < 300;
    return { status, problem: isTaken ? null : `The site returned ${status}.` };
  } catch (error) {
    return { status: null, problem: problemOf(error) };
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name does not exist.",
  ECONNREFUSED: "The site refused the connection.",
  ECONNRESET: "The site closed the connection.",
  CERT_HAS_EXPIRED: "The site's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The site's certificate is not trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The site's certificate is for another host.",
  ENODATA: "The host name does not exist.",
  ETIMEOUT: "The DNS server did not respond.",
  ABORT_ERR: "The site did not respond within ten seconds.",
};

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "The push failed.";
  if (error.message === INTERNAL_REFUSED) return INTERNAL_REFUSED;
  if (error instanceof TooManyOutgoing) return "Too many pushes are in progress. Retrying.";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return PROBLEMS[code] ?? `The push failed${code === "" ? "" : ` (${code})`}.`;
}
