import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type BlockList, isIPv4, type Socket } from "node:net";
import { plainAddress } from "../../../core/address.ts";
import { forwardedEntry } from "../../../host/forwarded.ts";
import type { SiteRequest } from "../../../host/index.ts";
import { readHeader } from "../../node/visitor-facts.ts";
import { parseUrl } from "../parse-url.js";
import type { ForwardAuthSettings } from "./options.ts";
import type { ProxyDialect } from "./proxies.ts";

const METHOD = /^[A-Z][A-Z-]{0,30}$/;
const SCHEME = /^(?:http|ws)(s?)$/i;
const HOST = /^[^\s/?#\\@,]+$/;
const TARGET = /^\/[^\s]*$/;

/** The parts of a visitor's request, as the proxy tells them; undefined where it does not. */
interface Told {
  readonly method: string | undefined;
  readonly scheme: string | undefined;
  readonly host: string | undefined;
  readonly target: string | undefined;
}

/** A header that came once: a second one is the visitor's own. */
function single({ headersDistinct }: IncomingMessage, name: string): string | undefined {
  const [value, ...others] = headersDistinct[name] ?? [];
  return others.length === 0 ? value : undefined;
}

const READ: Readonly<Record<ProxyDialect["asks"], (question: IncomingMessage) => Told>> = {
  forwarded: (question) => ({
    method: single(question, "x-forwarded-method"),
    scheme: single(question, "x-forwarded-proto"),
    host: single(question, "x-forwarded-host"),
    target: single(question, "x-forwarded-uri"),
  }),
  "original-url": (question) => {
    const url = single(question, "x-original-url") ?? "";
    const [, scheme, host, target] = /^([a-z]+):\/\/([^/]*)(\/.*)$/i.exec(url) ?? [];
    return { method: single(question, "x-original-method"), scheme, host, target };
  },
  itself: (question) => ({
    method: question.method,
    scheme: single(question, "x-forwarded-proto"),
    host: single(question, "host"),
    target: question.url,
  }),
};

/** Connections that come from an address of the proxy: it keeps them, and to look at an address takes a while. */
const known = new WeakMap<Socket, BlockList>();

function isFromItsAddress({ socket }: IncomingMessage, addresses: BlockList): boolean {
  if (known.get(socket) === addresses) return true;
  const address = plainAddress(socket.remoteAddress ?? "");
  const isIts = addresses.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  if (isIts) known.set(socket, addresses);
  return isIts;
}

/** Whether a question comes from an address of the proxy and with its key. */
export function isFromProxy(
  question: IncomingMessage,
  { proxyAddresses, proxyKey }: ForwardAuthSettings,
): boolean {
  const key = Buffer.from(single(question, "x-stanchion-key") ?? "");
  const isKey = key.length === proxyKey.length && timingSafeEqual(key, proxyKey);
  return isKey && isFromItsAddress(question, proxyAddresses);
}

/** Without the port, and the dot that a name may end with. */
function nameOfHost(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

/**
 * Whether the host by which the proxy chose the site is the one of the header: over HTTP/1.1 a request line may name
 * another.
 */
function isHostOf(question: IncomingMessage, host: string): boolean {
  const chosen = single(question, "x-stanchion-host");
  return chosen === undefined || nameOfHost(chosen) === nameOfHost(host);
}

/** Reads the visitor's request from a question; null where the proxy does not say all of it. */
export function readQuestion(
  question: IncomingMessage,
  { dialect, trustedProxies }: ForwardAuthSettings,
): SiteRequest | null {
  const { method = "", scheme = "", host = "", target = "" } = READ[dialect.asks](question);
  const [, secure] = SCHEME.exec(scheme) ?? [];
  const address = forwardedEntry(readHeader(question, "x-forwarded-for"), trustedProxies);
  const isWhole = METHOD.test(method) && HOST.test(host) && TARGET.test(target);
  if (!isWhole || secure === undefined || address === undefined) return null;
  const url = `http${secure.toLowerCase()}://${host}${target}`;
  if (!isHostOf(question, host) || parseUrl(url) === null) return null;
  return {
    url,
    method,
    header: (name) => (name === "host" ? host : readHeader(question, name)),
    clientIp: plainAddress(address),
  };
}
