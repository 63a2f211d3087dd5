import { decodePercent } from "./percent-encoding.ts";

/** Scheme, host, path and query of an address; a fragment is in none of them. */
const PARTS = /^((?:[^:/?#]+:)?(?:\/\/)?)([^/?#]*)([^?#]*)(\??[^#]*)/s;
/** What every program reads alike: no port, no escape, and in the path no empty, dotted or last empty segment. */
const UNAMBIGUOUS =
  /^https?:\/\/[a-z\d.-]+[a-z\d-](?:(?:\/[^%\\;/?#.][^%\\;/?#]*)+|\/?)(?:\?[^%#]*)?$/;
const UNRESERVED = /[\w.~-]/;
/** So often an escape may be escaped again. */
const MAX_DECODINGS = 4;

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

/** Decodes every escape, also those that were escaped again; what is not UTF-8 as far as it is ASCII. */
function decodeAll(text: string): string {
  let decoded = text;
  for (let count = 0; count < MAX_DECODINGS && decoded.includes("%"); count += 1) {
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, (run) =>
      decodePercent(
        run,
        run.replace(/%([0-7].)/g, (_escape, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        ),
      ),
    );
  }
  return decoded;
}

function inCapitals(text: string): string {
  return text.replace(/%../g, (escaped) => escaped.toUpperCase());
}

/** The path as the most generous server takes it. */
function barePath(path: string): string {
  const slashed = decodeAll(path)
    .replace(/\\/g, "/")
    .replace(/;[^/]*/g, "");
  return removeDotSegments(slashed.replace(/\/+/g, "/")).replace(/(.)\/+$/, "$1");
}

/**
 * Returns the addresses that servers may take an address for: as it stands, as RFC 3986 says that it is
 * the same, and with everything that any common server undoes or leaves out (escaped slashes, doubled
 * slashes, backslashes, path parameters, the port, a slash at the end). Most addresses have one reading.
 *
 * A rule that counts under one of them counts: what a site serves is never spelled so that no rule sees it.
 */
export function readingsOf(url: string): readonly string[] {
  if (isUnambiguous(url)) return [url];
  const [, scheme = "", authority = "", path = "", query = ""] = PARTS.exec(url) ?? [];
  const host = authority.toLowerCase().replace(/\.+(?=:|$)/, "");
  const absolute = path.startsWith("/") ? path : `/${path}`;
  return [
    ...new Set([
      url,
      scheme + host + inCapitals(removeDotSegments(tidyEscapes(absolute)) + tidyEscapes(query)),
      scheme + host.replace(/:\d*$/, "") + barePath(absolute) + decodeAll(query),
    ]),
  ];
}
