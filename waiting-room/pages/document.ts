import { brandColours } from "@/lib/domain/brand/colour";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import type { PageTheme } from "@/lib/domain/theme/page-theme";
import { escapeHtml, logoAddress } from "./html";
import { stylesOf } from "./page-styles";
import { colorScheme, themeLinks, themeLogo } from "./theme-parts";

export type PageBrand = {
  readonly name: string;
  /** `#rrggbb`; anything else gives the default colour. */
  readonly colour: string;
  /** A path of this host or an inlined image. */
  readonly logoUrl: string | null;
  /** What the customer has designed; absent or null: nothing. */
  readonly theme?: PageTheme | null;
  /** As in `StyledBrand`. */
  readonly isLine?: boolean;
};

type PageDocument = {
  readonly language: Language;
  readonly brand: PageBrand;
  readonly title: string;
  /** HTML. */
  readonly head: string;
  /** Attributes of the body, HTML. */
  readonly bodyAttributes: string;
  /** HTML. */
  readonly main: string;
  /** How the line decides, in a few words for the foot of the page; null where no line is shown. */
  readonly motto: string | null;
};

/** A complete page, whose headers say that it is never indexed: no request but those that `head` and the logo ask for. */
export function renderDocument(page: PageDocument): string {
  const { direction } = LANGUAGES[page.language];
  return `<!doctype html><html lang="${page.language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(page.title)}</title><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="${colorScheme(page.brand)}"><link rel="icon" href="${icon(page.brand)}"><style>${stylesOf(page.brand).text}</style>${page.head}</head><body ${page.bodyAttributes}>${brandHeader(page.brand)}<main id="main">${page.main}</main><footer>${page.motto === null ? "" : `${escapeHtml(page.motto)} · `}Stanchion${themeLinks(page.brand, page.language)}</footer></body></html>`;
}

function brandHeader(brand: PageBrand): string {
  const picture = themeLogo(brand);
  if (picture !== null) return `<header>${picture}</header>`;
  const logo = logoAddress(brand.logoUrl);
  if (logo !== null) {
    return `<header><img src="${escapeHtml(logo)}" alt="${escapeHtml(brand.name)}" height="32"></header>`;
  }
  const initial = [...brand.name.trim()][0] ?? "·";
  return `<header><span class="mark" aria-hidden="true">${escapeHtml(initial.toUpperCase())}</span><span>${escapeHtml(brand.name)}</span></header>`;
}

/** Inlined, so that browsers do not ask for `/favicon.ico`. */
function icon(brand: PageBrand): string {
  const fill = brandColours(brand.theme?.colour ?? brand.colour).accentLight.replace("#", "%23");
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='5' fill='${fill}'/%3E%3C/svg%3E`;
}
