import { makeSay, type Say } from "@/lib/domain/page-texts/text";
import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import { type Format, formatOf } from "./format";

/** How a language fills in texts, and how it writes numbers and times. */
type Grammar = { readonly say: Say; readonly format: Format };

/** What the page says, and how. */
export type Words = Grammar & { readonly texts: ScreenTexts };

/** Making these takes longer than rendering a page. */
const grammars = new Map<string, Grammar>();
const MOST_GRAMMARS = 200;

/** Times are in the reader's own zone, or in `timeZone`, which they name then. */
export function wordsIn(language: string, texts: ScreenTexts, timeZone?: string): Words {
  const name = `${language} ${timeZone}`;
  const known = grammars.get(name);
  if (known !== undefined) return { texts, ...known };
  const grammar = { say: makeSay(language), format: formatOf(language, timeZone) };
  if (grammars.size >= MOST_GRAMMARS) grammars.clear();
  grammars.set(name, grammar);
  return { texts, ...grammar };
}
