import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";

/** How long a message may be: it stands on narrow phones, and travels with every answer about the line. */
export const MESSAGE_CHARACTERS = 300;

/** What an operator says to those who wait, in one or several languages. */
export type MessageTexts = Partial<Readonly<Record<Language, string>>>;

/** What an operator tells everybody in line. */
export type LineMessage = {
  readonly texts: MessageTexts;
  /** Line time in milliseconds. */
  readonly sentAtMs: number;
};

/** The languages that a message is written in, always in the same order. */
export function languagesOf(texts: MessageTexts): readonly Language[] {
  const tags: readonly string[] = Object.keys(LANGUAGES);
  return tags.filter((tag): tag is Language => Object.hasOwn(texts, tag));
}

/**
 * A message for readers of a language: in it, else in the event's language, else in the first that it is
 * written in. Null for a message without words.
 */
export function messageIn(
  texts: MessageTexts,
  language: Language | null,
  eventLanguage: Language,
): string | null {
  const [first] = languagesOf(texts);
  const own = language === null ? undefined : texts[language];
  return own ?? texts[eventLanguage] ?? (first === undefined ? null : (texts[first] ?? null));
}
