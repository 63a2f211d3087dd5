import { decodePercent } from "./percent-encoding.ts";

const PARAMETER = "queueittoken";

/** Page, query with its "?", and fragment. */
const URL_PARTS = /^([^?#]*)(\?[^#]*)?(.*)$/s;
/** Whether there may be a token: by its name, or by escapes that could spell the name. */
const MAY_HOLD_TOKEN = /queueittoken|%/i;

/** Whether a parameter is another one than a token. */
function isOther(parameter: string): boolean {
  const [name = ""] = parameter.split("=", 1);
  return decodePercent(name).toLowerCase() !== PARAMETER;
}

/** Takes a URL apart; `build` puts it together again with other parameters. */
function splitUrl(url: string) {
  const [, page = "", query = "", fragment = ""] = URL_PARTS.exec(url) ?? [];
  return {
    parameters: query === "" ? [] : query.slice(1).split("&"),
    build: (parameters: readonly string[]): string =>
      `${page}${parameters.length > 0 ? "?" : ""}${parameters.join("&")}${fragment}`,
  };
}

/** A URL and the token that was in it. */
export interface TokenSplit {
  /** The URL without any token. */
  readonly pageUrl: string;
  /** The first token, percent-decoded; "" without one. */
  readonly queueToken: string;
}

/**
 * Takes every `queueittoken` out of a URL and returns the first; the rest of the URL stays as it
 * is, character for character. A value that is empty counts as none, one with broken escapes is
 * returned as it stands. What stands in the fragment is no parameter.
 */
export function splitQueueToken(url: string): TokenSplit {
  if (!MAY_HOLD_TOKEN.test(url)) return { pageUrl: url, queueToken: "" };
  const { parameters, build } = splitUrl(url);
  const [token] = parameters.filter((parameter) => !isOther(parameter));
  if (token === undefined) return { pageUrl: url, queueToken: "" };
  const [, ...value] = token.split("=");
  return {
    pageUrl: build(parameters.filter(isOther)),
    queueToken: decodePercent(value.join("=")),
  };
}

/** Returns the first `queueittoken` of a URL, or null; see {@link splitQueueToken}. */
export function findQueueToken(url: string): string | null {
  return splitQueueToken(url).queueToken || null;
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
  const { parameters, build } = splitUrl(url);
  const kept = parameters.filter((text) => text !== "" && isOther(text));
  return build([...kept, `${PARAMETER}=${token}`]);
}
