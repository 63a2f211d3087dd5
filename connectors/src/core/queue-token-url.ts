import { decodePercent } from "./percent-encoding.ts";

const PARAMETER = "queueittoken";

interface SplitUrl {
  readonly beforeQuery: string;
  readonly parameters: readonly string[];
  readonly fragment: string;
}

function splitUrl(url: string): SplitUrl {
  const hash = url.indexOf("#");
  const withoutFragment = hash === -1 ? url : url.slice(0, hash);
  const fragment = hash === -1 ? "" : url.slice(hash);
  const question = withoutFragment.indexOf("?");
  if (question === -1) return { beforeQuery: withoutFragment, parameters: [], fragment };
  return {
    beforeQuery: withoutFragment.slice(0, question),
    parameters: withoutFragment.slice(question + 1).split("&"),
    fragment,
  };
}

function isQueueToken(parameter: string): boolean {
  const equals = parameter.indexOf("=");
  const name = equals === -1 ? parameter : parameter.slice(0, equals);
  return decodePercent(name)?.toLowerCase() === PARAMETER;
}

function join({ beforeQuery, fragment }: SplitUrl, parameters: readonly string[]): string {
  const query = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return `${beforeQuery}${query}${fragment}`;
}

/** A URL and the token that was in it. */
export interface TokenSplit {
  /** The URL without any token. */
  readonly pageUrl: string;
  /** The first token, percent-decoded; null without one. */
  readonly queueToken: string | null;
}

/** Whether a parameter may be a token: by its name, or by escapes that could spell the name. */
const MAY_HOLD_TOKEN = /[?&](?:queueittoken|[^=&#?%]*%)/i;

function readValue(parameter: string): string | null {
  const equals = parameter.indexOf("=");
  const value = equals === -1 ? "" : parameter.slice(equals + 1);
  return value === "" ? null : (decodePercent(value) ?? value);
}

/**
 * Takes every `queueittoken` out of a URL and returns the first; the rest of the URL stays as it
 * is, character for character. A value that is empty counts as none, one with broken escapes is
 * returned as it stands. What stands in the fragment is no parameter.
 */
export function splitQueueToken(url: string): TokenSplit {
  if (!MAY_HOLD_TOKEN.test(url)) return { pageUrl: url, queueToken: null };
  const split = splitUrl(url);
  const tokens = split.parameters.filter(isQueueToken);
  if (tokens.length === 0) return { pageUrl: url, queueToken: null };
  const kept = split.parameters.filter((parameter) => !isQueueToken(parameter));
  return { pageUrl: join(split, kept), queueToken: readValue(tokens[0] ?? "") };
}

/** Returns the first `queueittoken` of a URL, or null; see {@link splitQueueToken}. */
export function findQueueToken(url: string): string | null {
  return splitQueueToken(url).queueToken;
}

/**
 * Removes every `queueittoken` from a URL and changes nothing else: a URL without one comes back
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
 * @example
 * appendQueueToken("/p?a=1#top", "e_sale~h_…"); // "/p?a=1&queueittoken=e_sale~h_…#top"
 */
export function appendQueueToken(url: string, token: string): string {
  const split = splitUrl(url);
  const kept = split.parameters.filter((text) => text !== "" && !isQueueToken(text));
  return join(split, [...kept, `${PARAMETER}=${token}`]);
}
