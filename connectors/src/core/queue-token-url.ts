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

/**
 * Returns the first `queueittoken` of a URL, percent-decoded (as it stands, if its escapes are
 * broken), or null when the URL has none. A value that is empty counts as none.
 */
export function findQueueToken(url: string): string | null {
  const parameter = splitUrl(url).parameters.find(isQueueToken);
  if (parameter === undefined) return null;
  const equals = parameter.indexOf("=");
  const value = equals === -1 ? "" : parameter.slice(equals + 1);
  return value === "" ? null : (decodePercent(value) ?? value);
}

/**
 * Removes every `queueittoken` from a URL and changes nothing else: a URL without one comes back
 * character for character, and no stray `?` or `&` stays behind.
 *
 * @example
 * removeQueueToken("/p?queueittoken=x&a=1#top"); // "/p?a=1#top"
 */
export function removeQueueToken(url: string): string {
  const split = splitUrl(url);
  const kept = split.parameters.filter((parameter) => !isQueueToken(parameter));
  return kept.length === split.parameters.length ? url : join(split, kept);
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
