import { createHmac } from "node:crypto";
import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isInternalAddress } from "./internal-address";
import { INTERNAL_REFUSED, readPushUrl } from "./push-url";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 65_536;

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

/**
 * Sends a body with PUT. Follows no redirect, reads little of the answer, takes ten seconds at most, and
 * connects to no internal address unless that is allowed; a name is checked by its addresses at the
 * moment of connecting. Never rejects.
 */
export async function sendPush(
  address: string,
  body: string,
  allowInternal: boolean,
  resolve: Resolve = lookup,
): Promise<PushOutcome> {
  const reading = readPushUrl(address, allowInternal);
  if (!reading.ok) return { status: null, problem: reading.reason };
  try {
    const status = await put(
      new URL(reading.url),
      body,
      allowInternal ? {} : { lookup: lookupPublic(resolve) },
    );
    const isTaken = status >= 200 && status < 300;
    return { status, problem: isTaken ? null : `The site answered ${status}.` };
  } catch (error) {
    return { status: null, problem: problemOf(error) };
  }
}

function put(url: URL, body: string, how: Pick<RequestOptions, "lookup">): Promise<number> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: "PUT",
    headers: {
      "content-type": "application/json",
      "content-length": bytes.length,
      "user-agent": "Stanchion-Push",
    },
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...how,
  };
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > ANSWER_BYTES_MAX) response.destroy();
      });
      response.on("close", () => resolve(response.statusCode ?? 0));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(bytes);
  });
}

/** All addresses of a name, as `dns.lookup` gives them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Looks a name up and refuses it when any of its addresses is internal. */
function lookupPublic(resolve: Resolve): NonNullable<RequestOptions["lookup"]> {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isInternalAddress(address))) {
        return callback(new Error(INTERNAL_REFUSED), "", 0);
      }
      if (options.all === true) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: "No machine has this name.",
  ECONNREFUSED: "The site refused the connection.",
  ECONNRESET: "The site broke the connection off.",
  CERT_HAS_EXPIRED: "The site's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The site's certificate is not one that anybody vouches for.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The site's certificate is for another name.",
  ABORT_ERR: "The site did not answer within ten seconds.",
};

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "The push failed.";
  if (error.message === INTERNAL_REFUSED) return INTERNAL_REFUSED;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return PROBLEMS[code] ?? `The push failed${code === "" ? "" : ` (${code})`}.`;
}
