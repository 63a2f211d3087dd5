import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

// On the global object, because the console's server and the bundles of Next.js that it runs each have
// a copy of this module.
const holder: typeof globalThis & { stanchionAddressHeader?: string | undefined } = globalThis;

/** What clients may write themselves, and what is worth nothing unless a trusted proxy wrote it. */
const WRITTEN_BY_PROXIES = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Notes in the request where it came from, for `clientAddress`, and removes what no trusted proxy wrote.
 * Without trusted proxies that is the other end of the connection; with `n`, the n-th entry of
 * X-Forwarded-For from the right, which the first of them wrote.
 */
export function noteClientAddress(request: IncomingMessage, trustedProxies: number): void {
  const hops = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((hop) => hop.trim());
  const told = trustedProxies === 0 ? undefined : hops.at(-trustedProxies);
  if (trustedProxies === 0) for (const name of WRITTEN_BY_PROXIES) delete request.headers[name];
  // Nobody outside knows this name, so nobody can send the header.
  holder.stanchionAddressHeader ??= `x-client-${randomBytes(16).toString("hex")}`;
  request.headers[holder.stanchionAddressHeader] = told || request.socket.remoteAddress || "";
}

/**
 * The address that a request came from: for throttling and for the log. Only the console's own server
 * can say it; whatever the client wrote counts for nothing.
 */
export function clientAddress(headers: Pick<Headers, "get">): string {
  const name = holder.stanchionAddressHeader;
  return (name === undefined ? null : headers.get(name)) || "unknown";
}

/**
 * The part of an address that one customer of a provider holds: all of an IPv4 address, and the first 64
 * bits of an IPv6 address, of which everybody has more than could be counted.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("%", 1)[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(":")}::/64`;
}
