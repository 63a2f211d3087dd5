import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { TLSSocket } from "node:tls";
import { plainAddress } from "../../core/address.ts";
import { forwardedEntry } from "../../host/forwarded.ts";
import { hostOnly } from "../../host/host-only.ts";

/** A request over HTTP/1.1 or HTTP/2. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;

/** What the visitor's browser sees of the request, and from where it comes. */
export interface VisitorFacts {
  /** Absolute, as in the browser's address bar; with the server's own address where the host is not known. */
  readonly url: string;
  readonly clientIp: string | undefined;
  /** The request names no host, or two. */
  readonly isHostUnknown: boolean;
}

function authorityOf({ ":authority": authority }: AnyRequest["headers"]): string | undefined {
  return typeof authority === "string" ? authority : undefined;
}

/**
 * Returns a header, asked for by its lower-case name. A rule may ask for any name, also for one
 * that JavaScript objects have of themselves. HTTP/2 has the host in `:authority`.
 */
export function readHeader({ headers }: AnyRequest, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (value === undefined && name === "host") return authorityOf(headers);
  return Array.isArray(value) ? value.join(", ") : value;
}

function readForwarded(
  request: AnyRequest,
  name: string,
  trustedProxies: number,
): string | undefined {
  return forwardedEntry(readHeader(request, name), trustedProxies);
}

function readProtocol(request: AnyRequest, trustedProxies: number): string {
  const forwarded = readForwarded(request, "x-forwarded-proto", trustedProxies)?.toLowerCase();
  if (forwarded === "http" || forwarded === "https") return forwarded;
  return request.socket instanceof TLSSocket ? "https" : "http";
}

/**
 * The host that the request is for; "" where it cannot be told. HTTP/2 names it in `:authority`, and what came over
 * HTTP/1.1 to a proxy may name it in `host` as well: then they have to be the same, since the site may go by either.
 */
function readHost(request: AnyRequest, trustedProxies: number): string {
  const forwarded = readForwarded(request, "x-forwarded-host", trustedProxies);
  if (forwarded !== undefined) return hostOnly(forwarded);
  const authority = authorityOf(request.headers);
  const host = readHeader(request, "host") ?? "";
  return authority === undefined || authority.toLowerCase() === host.toLowerCase()
    ? hostOnly(host)
    : "";
}

/** A request line may name the whole address; only its path counts, the host is the header's. */
function readPath(target: string): string {
  if (target.startsWith("/")) return target;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? "";
  return path.startsWith("/") ? path : `/${path}`;
}

/** Express cuts the mount path off `url` and keeps the whole in `originalUrl`. */
function readTarget(request: AnyRequest): string {
  const original = "originalUrl" in request ? request.originalUrl : undefined;
  return typeof original === "string" ? original : (request.url ?? "/");
}

/** Reads from a request what its visitor sees, believing only as many proxies as are ours. */
export function readVisitorFacts(request: AnyRequest, trustedProxies: number): VisitorFacts {
  const protocol = readProtocol(request, trustedProxies);
  const { localAddress, localPort, remoteAddress } = request.socket;
  const address = readForwarded(request, "x-forwarded-for", trustedProxies) ?? remoteAddress;
  const host = readHost(request, trustedProxies);
  return {
    url: `${protocol}://${host || `${localAddress}:${localPort}`}${readPath(readTarget(request))}`,
    clientIp: address && plainAddress(address),
    isHostUnknown: host === "",
  };
}
