import { decodePercent } from "./percent-encoding.ts";

/** All that an adapter has to say about a request. */
export interface ConnectorRequest {
  /** The absolute URL as the visitor's browser has it, any `queueittoken` included. */
  readonly url: string;
  /** Returns the value of a header, asked for by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The visitor's address; without it, address binding is not checked. */
  readonly clientIp?: string | undefined;
  /** The raw body, where a trigger may look at it. */
  readonly body?: string | undefined;
}

/** The parts of a request that triggers look at, each worked out once. */
export interface RequestView {
  readonly pageUrl: string;
  readonly pagePath: string;
  /** With the port, if there is one. */
  readonly hostName: string;
  readonly header: (name: string) => string;
  /** The decoded values of every cookie of that name, in the order sent. */
  readonly cookies: (name: string) => readonly string[];
  readonly body: string;
}

const GENERIC_URL = /^(?:[^:/?#]+:)?(?:\/\/([^/?#]*))?([^?#]*)/;
const NO_VALUES: readonly string[] = [];

/** Reads a `Cookie` header in one pass. Values with broken escapes are kept as they are. */
export function parseCookieHeader(header: string): ReadonlyMap<string, readonly string[]> {
  const cookies = new Map<string, string[]>();
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals === -1) continue;
    const name = pair.slice(0, equals).trim();
    const quoted = pair.slice(equals + 1).trim();
    const isQuoted = quoted.length > 1 && quoted.startsWith('"') && quoted.endsWith('"');
    const text = isQuoted ? quoted.slice(1, -1) : quoted;
    const value = decodePercent(text) ?? text;
    const values = cookies.get(name);
    if (values === undefined) cookies.set(name, [value]);
    else values.push(value);
  }
  return cookies;
}

/** Prepares `request` for matching; `pageUrl` is its URL without the queue token. */
export function viewRequest(request: ConnectorRequest, pageUrl: string): RequestView {
  const parts = GENERIC_URL.exec(pageUrl);
  let cookies: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    pageUrl,
    pagePath: parts?.[2] ?? "",
    hostName: parts?.[1] ?? "",
    header: (name) => request.header(name.toLowerCase()) ?? "",
    cookies: (name) => {
      cookies ??= parseCookieHeader(request.header("cookie") ?? "");
      return cookies.get(name) ?? NO_VALUES;
    },
    body: request.body ?? "",
  };
}
