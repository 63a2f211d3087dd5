import { createHmac } from "node:crypto";
import { env } from "@/lib/platform/env";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";
import { outgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
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
    return { status: null, problem: outgoingProblem(error) };
  }
}
