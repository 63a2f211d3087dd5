import { decodePercent } from "./percent-encoding.ts";

const NAME = /^queueittoken$/i;
/** The parameter that holds a pass. */
const PASS_NAME = /^stanchionpass$/i;

/** Whether there may be a token or a pass: by its name, or by escapes that could spell the name. */
const MAY_HOLD_TOKEN = /queueittoken|stanchionpass|%/i;
/** The page and its query; a fragment is not touched. */
const PAGE_AND_QUERY = /^([^?#]*)\?([^#]*)/;

/** A URL, and the token and pass that were in it. */
export interface TokenSplit {
  /** The URL without any token or pass. */
  readonly pageUrl: string;
  /** The first token that is not empty, percent-decoded; "" without one. */
  readonly queueToken: string;
  /** The same of passes. */
  readonly pass: string;
}

/**
 * Takes every `queueittoken` and `stanchionpass` out of a URL and returns the first of each; the rest of the URL stays as it
 * is, character for character. A value that is empty counts as none, one with broken escapes is
 * returned as it stands. What stands in the fragment is no parameter.
 */
export function splitQueueToken(url: string): TokenSplit {
  const tokens: string[] = [];
  const passes: string[] = [];
  const isOther = (parameter: string): boolean => {
    const [written = "", ...value] = parameter.split("=");
    const name = decodePercent(written);
    const held = NAME.test(name) ? tokens : PASS_NAME.test(name) && passes;
    if (!held) return true;
    held.push(decodePercent(value.join("=")));
    return false;
  };
  const takeOut = (_all: string, page: string, query: string): string => {
    const others = query.split("&").filter(isOther);
    return others.length > 0 ? `${page}?${others.join("&")}` : page;
  };
  const pageUrl = MAY_HOLD_TOKEN.test(url) ? url.replace(PAGE_AND_QUERY, takeOut) : url;
  return { pageUrl, queueToken: tokens.find(Boolean) ?? "", pass: passes.find(Boolean) ?? "" };
}

/** Returns the first `queueittoken` of a URL, or null; see {@link splitQueueToken}. */
export function findQueueToken(url: string): string | null {
  return splitQueueToken(url).queueToken || null;
}

/** Returns the first pass of a URL, or null; see {@link splitQueueToken}. */
export function findPass(url: string): string | null {
  return splitQueueToken(url).pass || null;
}

/**
 * Removes every `queueittoken` and every pass from a URL and changes nothing else: a URL without one comes back
 * character for character, and no stray `?` or `&` stays behind.
 *
 * @example
 * removeQueueToken("/p?queueittoken=x&a=1#top"); // "/p?a=1#top"
 */
export function removeQueueToken(url: string): string {
  return splitQueueToken(url).pageUrl;
}

/**
 * Returns `url` with `token` as its only `queueittoken`: the last parameter, before any fragment,
 * its `~` not encoded. Only in last place do all public connectors strip it cleanly again.
 *
 * @param pass - stands before the token; "" for none
 *
 * @example
 * appendQueueToken("/p?a=1#top", "e_sale~h_…"); // "/p?a=1&queueittoken=e_sale~h_…#top"
 */
export function appendQueueToken(url: string, token: string, pass: string = ""): string {
  const page = removeQueueToken(url);
  const hash = page.indexOf("#");
  const end = hash < 0 ? page.length : hash;
  const question = page.slice(0, end).indexOf("?");
  const queryAt = question < 0 ? end : question + 1;
  let keptTo = end;
  while (keptTo > queryAt && page[keptTo - 1] === "&") keptTo -= 1;
  const fields = [
    page.slice(queryAt, keptTo),
    pass && `stanchionpass=${pass}`,
    token && `queueittoken=${token}`,
  ];
  const query = fields.filter(Boolean).join("&");
  return `${page.slice(0, queryAt)}${question < 0 ? "?" : ""}${query}${page.slice(end)}`;
}
