import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { env } from "@/lib/platform/env";
import { createFairSlots } from "./fair-slots";
import { allowedHostsOf, readOutgoingUrl } from "./outgoing-url";
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
  const giveBack = await slots.take(request.customerId, request.patienceMs);
  if (giveBack === null) throw new TooManyOutgoing("Too many requests are under way.");
  try {
    return await ask(reading.url, request, guardedLookup(allowed, resolve));
  } finally {
    giveBack();
  }
}

function ask(
  url: URL,
  request: OutgoingRequest,
  lookup: NonNullable<RequestOptions["lookup"]>,
): Promise<OutgoingAnswer> {
  const { method, headers, body = "", timeoutMs, answerBytesMax } = request;
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
      readUpTo(response, answerBytesMax).then((text) => {
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
async function readUpTo(response: IncomingMessage, bytesMax: number): Promise<string | null> {
  if (bytesMax === 0) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
