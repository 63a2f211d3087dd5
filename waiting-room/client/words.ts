import { makeSay, type Say } from "@/lib/domain/page-texts/text";
import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import { type Format, formatOf } from "./format";

/** How a language fills in texts, and how it writes numbers and times. */
type Grammar = { readonly say: Say; readonly format: Format };

/** What the page says, and how. */
export type Words = Grammar & { readonly texts: ScreenTexts };

/** Making these takes longer than rendering a page. */
const grammars = new Map<string, Grammar>();

/** `language` is one of the built-in ones: each is kept. */
export function wordsIn(language: string, texts: ScreenTexts): Words {
  const grammar = grammars.get(language) ?? {
    say: makeSay(language),
    format: formatOf(language),
  };
  grammars.set(language, grammar);
  return { texts, ...grammar };
}
