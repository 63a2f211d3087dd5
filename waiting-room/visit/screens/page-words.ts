import { languageOfEvent } from "@/lib/domain/event/language-of-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import { chooseLanguage, regionsOf } from "@/lib/domain/page-texts/choose-language";
import type { Language } from "@/lib/domain/page-texts/languages";
import { localeOf } from "@/lib/domain/page-texts/locale";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { type Exchange, header } from "@/waiting-room/http/http";
import { readLanguage } from "@/waiting-room/place/language-cookie";
import { themeOf } from "./wear-theme";

/** The language in which a page is written, its texts, and how the visitor's region writes numbers and times in it. */
export type PageWords = {
  readonly language: Language;
  readonly locale: string;
  readonly texts: Texts;
};

type SpeakingEvent = Pick<EventSettings, "customerId" | "language">;

/** What a page in one of the languages that we have says of it. */
export function languageHeaders(language: Language): Readonly<Record<string, string>> {
  return { "content-language": language, vary: "accept-language" };
}

/** The language of a request: what was chosen in its browser, else what its link says (`cid`), else its browser, else the event. */
export function languageOf(exchange: Exchange, settings: SpeakingEvent | null): Language {
  return readLanguage(exchange) ?? languageAsked(exchange, settings);
}

/** The same whatever was chosen in the browser, for what caches keep for others. */
export function languageAsked(exchange: Exchange, settings: SpeakingEvent | null): Language {
  return chooseLanguage({
    asked: exchange.query.get("cid"),
    acceptLanguage: header(exchange.request, "accept-language") ?? null,
    default: languageOfEvent(settings),
  });
}

/** The words of a request's page, with those that the customer has replaced. */
export function wordsOf(
  exchange: Exchange,
  settings: SpeakingEvent | null,
  language: Language = languageOf(exchange, settings),
): PageWords {
  const regions = regionsOf(header(exchange.request, "accept-language") ?? "");
  const texts = textsIn(language, themeOf(exchange, settings)?.texts);
  return { language, locale: localeOf(regions, language), texts };
}
