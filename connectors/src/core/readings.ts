import { decodePercent } from "./percent-encoding.ts";

/** Scheme, host, path and query of an address; a fragment is in none of them. */
const PARTS = /^((?:[^:/?#]+:)?(?:\/\/)?)([^/?#]*)([^?#]*)(\??[^#]*)/s;
/** What every program reads alike: ASCII, no port, no escape, and in the path no empty, dotted or last empty segment. */
const UNAMBIGUOUS =
  /^https?:\/\/[a-z\d.-]+[a-z\d-](?:(?:\/[^%\\;/?#.\x80-\uffff][^%\\;/?#\x80-\uffff]*)+|\/?)(?:\?[^%#]*)?$/;
const UNRESERVED = /[\w.~-]/;
/** So often an escape may be escaped again. */
const MAX_DECODINGS = 4;
/** So many servers one behind the other read an address each in a way of its own. */
const MAX_SERVERS = 2;
/** Where no such character is left, no server reads anything else. */
const READ_IN_SEVERAL_WAYS = /[%\\;]|\/[./]/;

/** Tells whether an address has one reading only; most have. */
export function isUnambiguous(url: string): boolean {
  return UNAMBIGUOUS.test(url);
}

/** Undoes escapes that are not needed: RFC 3986 §6.2.2.2 calls both spellings the same. */
export function tidyEscapes(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (written, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : written;
  });
}

/** Takes `.` and `..` out of a path that begins with "/" (RFC 3986 §5.2.4). */
export function removeDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  if (/^\.\.?$/.test(segments.at(-1) ?? "")) kept.push("");
  return `/${kept.join("/")}`;
}

/** Decodes every escape once; what is not UTF-8 as far as it is ASCII. */
function decodeOnce(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    decodePercent(
      run,
      run.replace(/%([0-7].)/g, (_escape, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    ),
  );
}

/** Decodes every escape, also those that were escaped again. */
export function decodeAll(text: string): string {
  let decoded = text;
  for (let count = 0; count < MAX_DECODINGS && decoded.includes("%"); count += 1) {
    decoded = decodeOnce(decoded);
  }
  return decoded;
}

/** Bytes that were sent as they are, which servers hand over as a character each: as the text that they mean. */
function readRawBytes(text: string): string {
  return text.replace(/[\x80-\xff]+/g, (run) =>
    decodePercent(
      run.replace(/./g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
      run,
    ),
  );
}

function inCapitals(text: string): string {
  return text.replace(/%../g, (escaped) => escaped.toUpperCase());
}

/** Takes doubled slashes for one before it looks at dots, as file servers do. */
function tidySlashes(path: string): string {
  return removeDotSegments(path.replace(/\/+/g, "/"));
}

const toSlashes = (path: string): string => path.replace(/\\/g, "/");
const withoutParameters = (path: string): string => path.replace(/;[^/]*/g, "");

/** How servers read a path before they look for its page. */
const SERVERS: readonly ((path: string) => string)[] = [
  // nginx, Apache, Caddy, `send` of Express
  (path) => tidySlashes(decodeOnce(path)),
  // The same where doubled slashes are kept
  (path) => removeDotSegments(decodeOnce(path)),
  // On Windows
  (path) => tidySlashes(toSlashes(decodeOnce(path))),
  // Containers of servlets: parameters go first (Servlet 6.0 §3.5.2)
  (path) => tidySlashes(decodeOnce(withoutParameters(path))),
];

/** Everything at once that any server undoes or leaves out. */
function barePath(path: string): string {
  const decoded = decodeAll(
    path.replace(/%u([\da-f]{4})/gi, (_escape, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    ),
  );
  return tidySlashes(withoutParameters(toSlashes(decoded)));
}

/** A path as each server reads it, and as each server reads what another one passes on. */
function pathsOf(path: string): Set<string> {
  const paths = new Set<string>();
  let passedOn: readonly string[] = [path];
  for (let depth = 0; depth < MAX_SERVERS; depth += 1) {
    const read = new Set(passedOn.flatMap((one) => SERVERS.map((server) => server(one))));
    passedOn = [...read].filter((one) => !paths.has(one) && READ_IN_SEVERAL_WAYS.test(one));
    // What was an escaped question mark does not begin a query.
    for (const one of read) paths.add(one.replace(/\?/g, "%3F").replace(/#/g, "%23"));
  }
  return paths.add(barePath(path));
}

/**
 * Returns the addresses that servers may take an address for: as it stands, as RFC 3986 says that it is
 * the same, and as file servers, containers of servlets and two of them in a row read it, down to everything
 * that any common server undoes or leaves out (escaped slashes, doubled slashes, backslashes, path parameters,
 * the port). Most addresses have one reading.
 *
 * A rule that counts under one of them counts: what a site serves is never spelled so that no rule sees it.
 */
export function readingsOf(url: string): readonly string[] {
  if (isUnambiguous(url)) return [url];
  // Some servers take the sign of a fragment for a part of the path.
  const whole = readRawBytes(url.includes("#") ? url.replace(/#/g, "%23") : url);
  return [...new Set([url, ...derive(readRawBytes(url)), ...derive(whole)])];
}

function derive(url: string): readonly string[] {
  const [, scheme = "", authority = "", path = "", query = ""] = PARTS.exec(url) ?? [];
  const host = authority.toLowerCase().replace(/\.+(?=:|$)/, "");
  const absolute = path.startsWith("/") ? path : `/${path}`;
  const tidied = inCapitals(removeDotSegments(tidyEscapes(absolute)) + tidyEscapes(query));
  const decodedQuery = decodeAll(query);
  const pages = [tidied, ...[...pathsOf(absolute)].map((one) => one + decodedQuery)];
  return [host, host.replace(/:\d*$/, "")].flatMap((one) =>
    pages.map((page) => scheme + one + page),
  );
}
