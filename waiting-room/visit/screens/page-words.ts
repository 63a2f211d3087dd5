import { languageOfEvent } from "@/lib/domain/event/language-of-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import { chooseLanguage } from "@/lib/domain/page-texts/choose-language";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { type Exchange, header } from "@/waiting-room/http/http";
import { themeOf } from "./wear-theme";

/** The language in which a page is written, and its texts. */
export type PageWords = { readonly language: Language; readonly texts: Texts };

type SpeakingEvent = Pick<EventSettings, "customerId" | "language">;

/** What a page in one of the languages that we have says of it. */
export function languageHeaders(language: Language): Readonly<Record<string, string>> {
  return { "content-language": language, vary: "accept-language" };
}

/** The language of a request: what its link says (`cid`), else its browser, else the event. */
export function languageOf(exchange: Exchange, settings: SpeakingEvent | null): Language {
  return chooseLanguage({
    asked: exchange.query.get("cid"),
    acceptLanguage: header(exchange.request, "accept-language") ?? null,
    default: languageOfEvent(settings),
  });
}

/** The words of a request's page, with those that the customer has replaced. */
export function wordsOf(exchange: Exchange, settings: SpeakingEvent | null): PageWords {
  const language = languageOf(exchange, settings);
  return { language, texts: textsIn(language, themeOf(exchange, settings)?.texts) };
}
