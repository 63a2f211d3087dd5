import { localeOf } from "@/lib/domain/page-texts/locale";
import { makeSay, type Say } from "@/lib/domain/page-texts/text";
import type { FirstTexts } from "./first-texts";
import { type Format, formatOf } from "./format";

/** How a language fills in texts, and how it writes numbers and times. */
type Grammar = { readonly say: Say; readonly format: Format };

/** What the page says, and how; all of it, or what it says first. */
export type Words<Texts extends FirstTexts = FirstTexts> = Grammar & { readonly texts: Texts };

/** Numbers and times are written as in `locale`; times are in the reader's own zone, or in `timeZone`, which they name then. */
export function grammarOf(language: string, locale: string, timeZone?: string): Grammar {
  return { say: makeSay(language, locale), format: formatOf(locale, timeZone) };
}

/** The same where the reader's browser says how their region writes. */
export function grammarHere(language: string): Grammar {
  return grammarOf(language, localeOf(navigator.languages, language));
}

/** Making these takes longer than rendering a page. */
const grammars = new Map<string, Grammar>();
const MOST_GRAMMARS = 500;

type Spoken<Texts extends FirstTexts> = {
  readonly language: string;
  /** Absent: as the language is written where nothing is known of the reader's region. */
  readonly locale?: string;
  readonly texts: Texts;
};

/** Words with a grammar that is kept, for whoever makes them often. */
export function wordsOfPage<Texts extends FirstTexts>(
  { language, locale = language, texts }: Spoken<Texts>,
  timeZone?: string,
): Words<Texts> {
  const name = `${language} ${locale} ${timeZone}`;
  const known = grammars.get(name);
  if (known !== undefined) return { texts, ...known };
  const grammar = grammarOf(language, locale, timeZone);
  if (grammars.size >= MOST_GRAMMARS) grammars.clear();
  grammars.set(name, grammar);
  return { texts, ...grammar };
}

/** The same for a language alone. */
export function wordsIn<Texts extends FirstTexts>(
  language: string,
  texts: Texts,
  timeZone?: string,
): Words<Texts> {
  return wordsOfPage({ language, texts }, timeZone);
}
