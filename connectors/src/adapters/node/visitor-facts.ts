import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { plainAddress } from "../../core/address.ts";
import { forwardedEntry } from "../../host/forwarded.ts";
import { hostOnly } from "../../host/host-only.ts";

/** What the visitor's browser sees of the request, and from where it comes. */
export interface VisitorFacts {
  /** Absolute, as in the browser's address bar. */
  readonly url: string;
  readonly clientIp: string | undefined;
}

/**
 * Returns a header, asked for by its lower-case name. A rule may ask for any name, also for one
 * that JavaScript objects have of themselves.
 */
export function readHeader(request: IncomingMessage, name: string): string | undefined {
  const { headers } = request;
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(", ") : value;
}

function readForwarded(
  request: IncomingMessage,
  name: string,
  trustedProxies: number,
): string | undefined {
  return forwardedEntry(readHeader(request, name), trustedProxies);
}

function readProtocol(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = readForwarded(request, "x-forwarded-proto", trustedProxies)?.toLowerCase();
  if (forwarded === "http" || forwarded === "https") return forwarded;
  return request.socket instanceof TLSSocket ? "https" : "http";
}

function readHost(request: IncomingMessage, trustedProxies: number): string {
  const { localAddress, localPort } = request.socket;
  const host =
    readForwarded(request, "x-forwarded-host", trustedProxies) ??
    readHeader(request, "host") ??
    `${localAddress}:${localPort}`;
  return hostOnly(host);
}

/** A request line may name the whole address; only its path counts, the host is the header's. */
function readPath(target: string): string {
  if (target.startsWith("/")) return target;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? "";
  return path.startsWith("/") ? path : `/${path}`;
}

/** Express cuts the mount path off `url` and keeps the whole in `originalUrl`. */
function readTarget(request: IncomingMessage): string {
  const original = "originalUrl" in request ? request.originalUrl : undefined;
  return typeof original === "string" ? original : (request.url ?? "/");
}

/** Reads from a request what its visitor sees, believing only as many proxies as are ours. */
export function readVisitorFacts(request: IncomingMessage, trustedProxies: number): VisitorFacts {
  const protocol = readProtocol(request, trustedProxies);
  const address =
    readForwarded(request, "x-forwarded-for", trustedProxies) ?? request.socket.remoteAddress;
  return {
    url: `${protocol}://${readHost(request, trustedProxies)}${readPath(readTarget(request))}`,
    clientIp: address && plainAddress(address),
  };
}
