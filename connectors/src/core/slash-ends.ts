import { decodeAll } from "./readings.ts";
import type { Reading } from "./request.ts";
import { asText, listOf, membersOf } from "./untrusted.ts";

/**
 * How the addresses end that rules compare with, in capitals and without a slash at the end. Many sites serve a page
 * with that slash and without it, and to these rules that makes a difference.
 */
export interface SlashEnds {
  /** Of values that have the slash. */
  readonly slashed: readonly string[];
  /** A slash, and the last characters of those in both cases: hardly any address ends with one. */
  readonly last: string;
  /** Of values without it that are compared as a whole. */
  readonly bare: readonly string[];
}

/** Gathers how the values of triggers end; what is no trigger is refused elsewhere. */
export function slashEndsOf(triggers: readonly unknown[]): SlashEnds {
  const slashed = new Set<string>();
  const bare = new Set<string>();
  const parts = triggers
    .flatMap((one) => listOf(membersOf(one)["TriggerParts"], ""))
    .map(membersOf);
  for (const part of parts) {
    if (part["ValidatorType"] !== "UrlValidator" || part["UrlPart"] === "HostName") continue;
    const isWhole = asText(part["Operator"]).startsWith("Equals");
    for (const value of [part["ValueToCompare"], part["ValuesToCompare"] ?? []].flat()) {
      const [page = ""] = asText(value).split(/[?#]/, 1);
      const end = trimSlashes(page);
      const ends = end === page ? isWhole && bare : slashed;
      if (end !== "" && ends) ends.add(end.toUpperCase()).add(decodeAll(end).toUpperCase());
    }
  }
  const last = [...slashed].map((end) => end.slice(-1)).join("");
  return { slashed: [...slashed], bare: [...bare], last: `/${last + last.toLowerCase()}` };
}

/** Character by character: an expression would try each of many slashes anew. */
function trimSlashes(text: string): string {
  let end = text.length;
  while (text.endsWith("/", end)) end -= 1;
  return text.slice(0, end);
}

/** The address with a slash at the end of its path or without it, where that may make a difference; else null. */
export function otherEnd({ urlParts }: Reading, ends: SlashEnds): string | null {
  const last = urlParts[2]?.slice(-1);
  // Asked of every request.
  if (!last || !ends.last.includes(last)) return null;
  const isSlashed = last === "/";
  const [url = ""] = urlParts;
  const [page = ""] = url.split(/[?#]/, 1);
  const bare = trimSlashes(page);
  if (!(isSlashed ? ends.bare : ends.slashed).some((end) => bare.toUpperCase().endsWith(end)))
    return null;
  return (isSlashed ? bare : `${page}/`) + url.slice(page.length);
}
