import { isLanguage, LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml } from "./html";

export type LanguagePageModel = {
  readonly language: Language;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly eventName: string;
  /** Where the choice is sent. */
  readonly path: string;
  /** The page that the visitor came from. */
  readonly backPath: string;
  /** What is sent with the choice. */
  readonly fields: Readonly<Record<string, string>>;
};

/** The page on which visitors choose the language of the others. It needs no JavaScript; every string is escaped. */
export function renderLanguagePage(model: LanguagePageModel): string {
  const { language, texts, brand, eventName, path, backPath, fields } = model;
  const { languageTitle } = texts.page;
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const choices = Object.keys(LANGUAGES)
    .filter(isLanguage)
    .map((one) => choice(one, language));
  return renderDocument({
    language,
    brand,
    title: `${languageTitle} · ${eventName}`,
    head: "",
    motto: null,
    bodyAttributes: 'data-screen="language" data-layout="message" data-tone="calm"',
    main: `<p class="event">${escapeHtml(eventName)}</p><h1>${escapeHtml(languageTitle)}</h1><form class="choices" method="post" action="${escapeHtml(path)}">${hidden.join("")}${choices.join("")}</form><div class="more"><a href="${escapeHtml(backPath)}">${escapeHtml(texts.move.backLink)}</a></div>`,
  });
}

function choice(one: Language, current: Language): string {
  const { name, direction } = LANGUAGES[one];
  return `<button name="to" value="${one}" lang="${one}" dir="${direction}"${one === current ? ' aria-current="true"' : ""}>${name}</button>`;
}
