import { splitQueueToken } from "./queue-token-url.ts";
import { isUnambiguous, readingsOf } from "./readings.ts";

/** All that an adapter has to say about a request. */
export interface ConnectorRequest {
  /** The absolute URL as the visitor's browser has it, any `queueittoken` included. */
  readonly url: string;
  /** Returns the value of a header, asked for by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  /** The visitor's address; without it, address binding is not checked. */
  readonly clientIp?: string | undefined;
  /** Its method, in capitals. Without it, a condition on the method is not met. */
  readonly method?: string | undefined;
  /** The raw body, where a trigger may look at it. */
  readonly body?: string | undefined;
  /** A global variable by its path, such as `shop.user.level`, as text; only a page has any. */
  readonly variable?: ((path: string) => string) | undefined;
}

/** The parts of a URL that a trigger can look at, as {@link RequestView} has them. */
export const URL_PARTS: readonly unknown[] = ["PageUrl", "HostName", "PagePath"];
/** The page's URL with its host and path. */
const URL_PARTS_OF = /^(?:[^:/?#]+:)?(?:\/\/([^/?#]*))?([^?#]*).*/s;

/** An address as a trigger looks at it. */
export interface Reading {
  /** The {@link URL_PARTS}; the host has its port, if there is one. */
  readonly urlParts: readonly (string | undefined)[];
  /** The same in capitals. */
  readonly capitals: readonly (string | undefined)[];
  /** Compared letter by letter, with escapes as they stand. */
  readonly isExact: boolean;
}

/** A request as rules look at it. */
export interface RequestView {
  readonly request: ConnectorRequest;
  /** The URL without its queue token. */
  readonly pageUrl: string;
  /** From the URL or a header, percent-decoded; "" without one. */
  readonly queueToken: string;
  /** The same of a pass. */
  readonly pass: string;
  /** What servers may take its address for, as it stands first; one reading for most addresses. */
  readonly readings: readonly Reading[];
  /** Asked for by its lower-case name; "" when it is missing. */
  readonly header: (name: string) => string;
}

/** Takes an address apart. */
export function readAddress(url: string, isExact: boolean): Reading {
  return {
    urlParts: URL_PARTS_OF.exec(url) ?? [],
    capitals: URL_PARTS_OF.exec(url.toUpperCase()) ?? [],
    isExact,
  };
}

/**
 * Works out what several triggers look at.
 *
 * @param exactKnownUser - reads the address as it stands and in no other way
 */
export function viewRequest(
  request: ConnectorRequest,
  exactKnownUser: boolean = false,
): RequestView {
  const { pageUrl, queueToken, pass } = splitQueueToken(request.url);
  const header = (name: string): string => request.header(name) ?? "";
  return {
    request,
    pageUrl,
    queueToken: queueToken || header("x-queueittoken"),
    pass: pass || header("x-stanchion-pass"),
    readings:
      exactKnownUser || isUnambiguous(pageUrl)
        ? [readAddress(pageUrl, exactKnownUser)]
        : readingsOf(pageUrl).map((url) => readAddress(url, false)),
    header,
  };
}

/**
 * Returns the values of the first three cookies of a name, in the order sent and not decoded, without quotes.
 */
export function readCookies(
  { header }: Pick<RequestView, "header">,
  name: string,
): readonly string[] {
  const sent = `;${header("cookie")};`;
  const start = `${name}=`;
  const values: string[] = [];
  for (let at = sent.indexOf(start); at >= 0 && values.length < 3; ) {
    const end = sent.indexOf(";", at);
    // Browsers put "; " between cookies (RFC 6265 §4.2.1), others ";" alone.
    let before = at - 1;
    while (sent[before] === " ") before -= 1;
    if (sent[before] === ";") {
      const value = sent.slice(at + start.length, end);
      values.push(value[0] === '"' ? value.replace(/^"(.*)"$/, "$1") : value);
    }
    at = sent.indexOf(start, end);
  }
  return values;
}
