/** Where a language is written from, and whether somebody who speaks it has read its texts. */
export type LanguageFacts = {
  /** The name of the language in itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** False: the texts were translated, and no speaker has read them yet. */
  readonly isReviewed: boolean;
};

const translated = (name: string, direction: "ltr" | "rtl" = "ltr"): LanguageFacts => ({
  name,
  direction,
  isReviewed: false,
});

/** The built-in languages of all visitors' pages, by their BCP 47 tag. */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr", isReviewed: true },
  ar: translated("العربية", "rtl"),
  bg: translated("Български"),
  cs: translated("Čeština"),
  da: translated("Dansk"),
  de: translated("Deutsch"),
  el: translated("Ελληνικά"),
  es: translated("Español"),
  fi: translated("Suomi"),
  fr: translated("Français"),
  he: translated("עברית", "rtl"),
  hi: translated("हिन्दी"),
  hu: translated("Magyar"),
  id: translated("Bahasa Indonesia"),
  it: translated("Italiano"),
  ja: translated("日本語"),
  ko: translated("한국어"),
  nb: translated("Norsk bokmål"),
  nl: translated("Nederlands"),
  pl: translated("Polski"),
  pt: translated("Português"),
  ro: translated("Română"),
  ru: translated("Русский"),
  sv: translated("Svenska"),
  th: translated("ไทย"),
  tr: translated("Türkçe"),
  uk: translated("Українська"),
  vi: translated("Tiếng Việt"),
  "zh-Hans": translated("简体中文"),
  "zh-Hant": translated("繁體中文"),
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
