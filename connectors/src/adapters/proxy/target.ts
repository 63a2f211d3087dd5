import { removeDotSegments, tidyEscapes } from "../../core/readings.ts";

/**
 * Writes the target of a request as browsers write it: a path without a host, dot segments,
 * needless escapes or a fragment. So a rule sees the path that the site will serve, and
 * `/%74ickets` and `/free/../tickets` do not get past a rule for `/tickets`. The query stays as it
 * is, character for character.
 *
 * @example
 * normaliseTarget("http://a.example/free/../%74ickets?a=%62#c"); // "/tickets?a=%62"
 */
export function normaliseTarget(target: string): string {
  const withoutHost = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const [withoutFragment = ""] = withoutHost.split("#", 1);
  const question = withoutFragment.indexOf("?");
  const path = question === -1 ? withoutFragment : withoutFragment.slice(0, question);
  const query = question === -1 ? "" : withoutFragment.slice(question);
  const absolute = path.startsWith("/") ? path : `/${path}`;
  return `${removeDotSegments(tidyEscapes(absolute))}${query}`;
}
