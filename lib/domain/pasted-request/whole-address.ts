import { parseUrl } from "@/lib/domain/parse-url";
import { Unreadable } from "./pasted-request";

/**
 * An address as a site is asked for it: with a path, without what follows "#", and with letters beyond ASCII as
 * browsers send them. What is left is not touched, so that a rule sees dots, slashes and escapes as they were written.
 *
 * @param at - where it stands, for {@link Unreadable}
 */
export function toWholeAddress(
  text: string,
  at: number,
): { readonly url: string; readonly notes: readonly string[] } {
  const [asked = "", fragment] = text.split(/#(.*)/s);
  if (!/^https?:\/\/[^/?]/i.test(asked) || parseUrl(asked) === null) {
    throw new Unreadable(
      "This is no whole address. It starts with https:// or http:// and a host.",
      at,
    );
  }
  const isPlain = /^[!-~]*$/.test(asked);
  const url = isPlain ? asked.replace(/^([^/]*\/\/[^/?]+)(?=\?|$)/, "$1/") : new URL(asked).href;
  const notes =
    fragment === undefined ? [] : ["What follows # stays in the browser and is left out."];
  return { url, notes };
}
