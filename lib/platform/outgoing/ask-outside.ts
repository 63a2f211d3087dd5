import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { env } from "@/lib/platform/env";
import type { AllowedHosts } from "./allowed-hosts";
import { createFairSlots } from "./fair-slots";
import { allowedHostsOf, hostOf, readOutgoingUrl } from "./outgoing-url";
import { guardedLookup, type ResolveHost } from "./resolve-host";

/** A customer's share of the connections to the outside, and those of a process. */
const SLOTS = { perOwner: 8, total: 128 } as const;
const HEADER_BYTES_MAX = 16_384;

export type OutgoingRequest = {
  /** Whose address it is, a customer's id or a host that visitors name: they share the connections fairly. */
  readonly customerId: string;
  readonly url: string;
  readonly method: "GET" | "PUT" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From the moment the request begins until the answer is there as far as it is wanted. */
  readonly timeoutMs: number;
  /** How long to wait for a connection to be free. */
  readonly patienceMs: number;
  /** How much of the answer is wanted. 0: its status only, nothing else is read. */
  readonly answerBytesMax: number;
  /** How the answer's bytes are given; as UTF-8 where it is left out. */
  readonly answerEncoding?: "utf8" | "base64";
  /** Refuses http, but for hosts that ALLOWED_PRIVATE_HOSTS names. */
  readonly isHttpsOnly?: boolean;
};

export type OutgoingAnswer = {
  readonly status: number;
  /** Null when the answer was longer than wanted. */
  readonly body: string | null;
  readonly headers: IncomingHttpHeaders;
  /** From the beginning of the request to the answer's headers. */
  readonly headersMs: number;
};

/** Too much is under way: the request was not made, which says nothing about its address. */
export class TooManyOutgoing extends Error {
  override readonly name = "TooManyOutgoing";
}

const slots = createFairSlots(SLOTS);

/**
 * The one way to an address that a customer or a visitor has set. Reaches public addresses only, and internal ones that
 * ALLOWED_PRIVATE_HOSTS names; connects to the very addresses that were checked; follows no redirect; takes
 * no more time, memory and connections than it is given. Rejects when no answer came.
 */
export async function askOutside(
  request: OutgoingRequest,
  resolve?: ResolveHost,
): Promise<OutgoingAnswer> {
  const allowed = allowedHostsOf(env.allowedPrivateHosts());
  const reading = readOutgoingUrl(request.url, allowed);
  if (!reading.ok) throw new Error(reading.reason);
  if (request.isHttpsOnly === true && !isProtected(reading.url, allowed))
    throw new Error("Enter a URL that starts with https://.");
  const giveBack = await slots.take(request.customerId, request.patienceMs);
  if (giveBack === null) throw new TooManyOutgoing("Too many requests are under way.");
  try {
    return await ask(reading.url, request, guardedLookup(allowed, resolve));
  } finally {
    giveBack();
  }
}

function isProtected(url: URL, allowed: AllowedHosts): boolean {
  const host = hostOf(url);
  return (
    url.protocol === "https:" ||
    (isIP(host) === 0 ? allowed.hasName(host) : allowed.hasAddress(host))
  );
}

function ask(
  url: URL,
  request: OutgoingRequest,
  lookup: NonNullable<RequestOptions["lookup"]>,
): Promise<OutgoingAnswer> {
  const { method, headers, body = "", timeoutMs } = request;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const options: RequestOptions = {
    method,
    headers: method === "GET" ? headers : { ...headers, "content-length": bytes.length },
    agent: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    signal: AbortSignal.timeout(timeoutMs),
    lookup,
  };
  const startedAtMs = performance.now();
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(url, options, (response) => {
      const headersMs = performance.now() - startedAtMs;
      const status = response.statusCode ?? 0;
      readUpTo(response, request).then((text) => {
        sent.destroy();
        resolve({ status, body: text, headers: response.headers, headersMs });
      }, reject);
    });
    sent.on("error", reject);
    // Such as a server that speaks another protocol: there is no answer and no error.
    sent.on("close", () => reject(new Error("The connection was closed without an answer.")));
    sent.end(method === "GET" ? undefined : bytes);
  });
}

/** Null for a longer answer, of which no more is read. */
async function readUpTo(
  response: IncomingMessage,
  { answerBytesMax, answerEncoding = "utf8" }: OutgoingRequest,
): Promise<string | null> {
  if (answerBytesMax === 0) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > answerBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString(answerEncoding);
}
