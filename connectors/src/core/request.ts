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

/** The parts of a URL that a trigger can look at. */
export type UrlPart = "pageUrl" | "pagePath" | "hostName";

const GENERIC_URL = /^(?:[^:/?#]+:)?(?:\/\/([^/?#]*))?([^?#]*)/;

function startsCookie(header: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && header[before] === " ") before -= 1;
  return before < 0 || header[before] === ";";
}

function readCookieValue(header: string, start: number): string {
  const semicolon = header.indexOf(";", start);
  const text = header.slice(start, semicolon === -1 ? undefined : semicolon).trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  const value = isQuoted ? text.slice(1, -1) : text;
  return decodePercent(value) ?? value;
}

/**
 * Returns the decoded values of the first cookies of a name, in the order sent. Values with broken
 * escapes are kept as they are.
 */
export function readCookies(header: string, name: string, max: number): readonly string[] {
  const values: string[] = [];
  if (name === "") return values;
  let at = header.indexOf(name);
  while (at !== -1 && values.length < max) {
    const end = at + name.length;
    if (header[end] === "=" && startsCookie(header, at)) {
      values.push(readCookieValue(header, end + 1));
    }
    at = header.indexOf(name, end);
  }
  return values;
}

/** The parts of a request that triggers look at, each worked out once and when it is needed. */
export class RequestView {
  /** The URL without its queue token. */
  readonly pageUrl: string;
  readonly #request: ConnectorRequest;
  readonly #folded: Partial<Record<UrlPart, string>> = {};
  #parts: RegExpExecArray | null | undefined;
  #cookieHeader: string | undefined;

  constructor(request: ConnectorRequest, pageUrl: string) {
    this.#request = request;
    this.pageUrl = pageUrl;
  }

  #urlPart(index: 1 | 2): string {
    if (this.#parts === undefined) this.#parts = GENERIC_URL.exec(this.pageUrl);
    return this.#parts?.[index] ?? "";
  }

  /** With the port, if there is one. */
  get hostName(): string {
    return this.#urlPart(1);
  }

  get pagePath(): string {
    return this.#urlPart(2);
  }

  /** A part of the URL in capitals. */
  folded(part: UrlPart): string {
    const known = this.#folded[part];
    if (known !== undefined) return known;
    const text = this[part].toUpperCase();
    this.#folded[part] = text;
    return text;
  }

  get body(): string {
    return this.#request.body ?? "";
  }

  /** Asked for by its lower-case name; "" when it is missing. */
  header(name: string): string {
    return this.#request.header(name) ?? "";
  }

  cookies(name: string, max: number): readonly string[] {
    this.#cookieHeader ??= this.header("cookie");
    return readCookies(this.#cookieHeader, name, max);
  }
}
