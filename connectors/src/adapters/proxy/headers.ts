import type { IncomingMessage, OutgoingMessage } from "node:http";
import type { VisitorFacts } from "../node/visitor-facts.ts";

/** RFC 9110 §7.6.1: these are for the next hop only. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What a visitor could write to deceive the origin, and what the proxy says itself. */
const SAID_BY_THE_PROXY: ReadonlySet<string> = new Set([
  "content-length",
  "expect",
  "forwarded",
  "host",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
]);

function* pairsOf(message: IncomingMessage): Generator<readonly [name: string, value: string]> {
  const { rawHeaders } = message;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    yield [rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""];
  }
}

/** The headers that `Connection` names belong to the hop, too. */
function namedByConnection({ headers }: IncomingMessage): ReadonlySet<string> {
  const names = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  return new Set(names);
}

/**
 * Adds the headers of an answer of the origin to the answer to the visitor, beside those that are
 * there. The length stays, hop-by-hop headers do not.
 */
export function copyAnswerHeaders(answer: IncomingMessage, response: OutgoingMessage): void {
  const named = namedByConnection(answer);
  for (const [name, value] of pairsOf(answer)) {
    const key = name.toLowerCase();
    const isForHop = HOP_BY_HOP.has(key) || (named.has(key) && key !== "content-length");
    if (!isForHop) response.appendHeader(name, value);
  }
}

/** How a request is passed on. */
export interface Hop {
  readonly facts: VisitorFacts;
  /** How many proxies in front are trusted. */
  readonly trustedProxies: number;
  /** Sent as `Host` instead of the visitor's. */
  readonly originHost: string | undefined;
  /** This proxy's entry of `Via`. */
  readonly via: string;
}

/** Entries left of the trusted ones come from the visitor and are not passed on. */
function forwardedFor(request: IncomingMessage, trustedProxies: number): string {
  const entries = [request.headers["x-forwarded-for"] ?? ""]
    .flat()
    .join(",")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const trusted = trustedProxies === 0 ? [] : entries.slice(-trustedProxies);
  return [...trusted, request.socket.remoteAddress ?? "unknown"].join(", ");
}

/** Tells whether a request has a body, and how the proxy frames it. */
export function framingOf({ headers }: IncomingMessage): readonly [name: string, value: string] {
  if (headers["transfer-encoding"] !== undefined) return ["Transfer-Encoding", "chunked"];
  return ["Content-Length", headers["content-length"] ?? "0"];
}

/** Whether a request has a body to pass on. */
export function hasBody(request: IncomingMessage): boolean {
  return framingOf(request)[1] !== "0";
}

/** Writes the headers of a request as the origin is to get them. */
export function copyRequestHeaders(
  request: IncomingMessage,
  sent: OutgoingMessage,
  { facts, trustedProxies, originHost, via }: Hop,
): void {
  const named = namedByConnection(request);
  for (const [name, value] of pairsOf(request)) {
    const key = name.toLowerCase();
    const isDropped = HOP_BY_HOP.has(key) || SAID_BY_THE_PROXY.has(key) || named.has(key);
    if (!isDropped) sent.appendHeader(name, value);
  }
  const { protocol, host } = new URL(facts.url);
  sent.setHeader("Host", originHost ?? request.headers.host ?? host);
  sent.setHeader("Via", [request.headers.via, via].filter(Boolean).join(", "));
  sent.setHeader("X-Forwarded-For", forwardedFor(request, trustedProxies));
  sent.setHeader("X-Forwarded-Host", host);
  sent.setHeader("X-Forwarded-Proto", protocol.slice(0, -1));
  if (facts.clientIp !== undefined) sent.setHeader("X-Real-IP", facts.clientIp);
  const [name, value] = framingOf(request);
  const isNeeded = value !== "0" || request.headers["content-length"] !== undefined;
  const wantsLength = !["GET", "HEAD"].includes(request.method ?? "");
  if (isNeeded || wantsLength) sent.setHeader(name, value);
}
