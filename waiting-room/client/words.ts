import { makeSay, type Say } from "@/lib/domain/page-texts/text";
import type { FirstTexts } from "./first-texts";
import { type Format, formatOf } from "./format";

/** How a language fills in texts, and how it writes numbers and times. */
type Grammar = { readonly say: Say; readonly format: Format };

/** What the page says, and how; all of it, or what it says first. */
export type Words<Texts extends FirstTexts = FirstTexts> = Grammar & { readonly texts: Texts };

/** Times are in the reader's own zone, or in `timeZone`, which they name then. */
export function grammarOf(language: string, timeZone?: string): Grammar {
  return { say: makeSay(language), format: formatOf(language, timeZone) };
}

/** Making these takes longer than rendering a page. */
const grammars = new Map<string, Grammar>();
const MOST_GRAMMARS = 200;

/** Words with a grammar that is kept, for whoever makes them often. */
export function wordsIn<Texts extends FirstTexts>(
  language: string,
  texts: Texts,
  timeZone?: string,
): Words<Texts> {
  const name = `${language} ${timeZone}`;
  const known = grammars.get(name);
  if (known !== undefined) return { texts, ...known };
  const grammar = grammarOf(language, timeZone);
  if (grammars.size >= MOST_GRAMMARS) grammars.clear();
  grammars.set(name, grammar);
  return { texts, ...grammar };
}
