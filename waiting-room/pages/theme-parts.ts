import type { Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import type { PagePicture, PageTheme } from "@/lib/domain/theme/page-theme";
import { escapeHtml } from "./html";

type Themed = { readonly name: string; readonly theme?: PageTheme | null };

const LOGO_HEIGHT = 32;

/** What the page says to browsers of its lightness before they read its styles. */
export function colorScheme({ theme }: Themed): string {
  return !theme || theme.appearance === "auto" ? "light dark" : theme.appearance;
}

/** The theme's logo as HTML, for light and dark pages where there are two; null without one. */
export function themeLogo({ name, theme }: Themed): string | null {
  if (!theme?.logo) return null;
  const { light, dark } = theme.logo;
  if (theme.appearance === "light" || dark === null) return image(light, name);
  if (theme.appearance === "dark") return image(dark, name);
  return `<picture><source media="(prefers-color-scheme:dark)" srcset="${escapeHtml(dark.url)}"${sizeOf(dark)}>${image(light, name)}</picture>`;
}

function image(picture: PagePicture, name: string): string {
  return `<img src="${escapeHtml(picture.url)}" alt="${escapeHtml(name)}"${sizeOf(picture)}>`;
}

/** The room that it takes, before it is there. */
function sizeOf({ width, height }: PagePicture): string {
  const shownWidth = width && height ? Math.round((LOGO_HEIGHT * width) / height) : null;
  return `${shownWidth === null ? "" : ` width="${shownWidth}"`} height="${LOGO_HEIGHT}"`;
}

/** Links for the foot of the page, in a window of their own: the waiting page stays open. */
export function themeLinks({ theme }: Themed, language: Language): string {
  if (!theme) return "";
  const { page } = textsIn(language, theme.texts);
  const { privacy, imprint } = theme.links;
  return link(privacy, page.privacyLink) + link(imprint, page.imprintLink);
}

function link(address: string | null, label: string): string {
  if (address === null || !address.startsWith("https://")) return "";
  return ` · <a href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(label)}</a>`;
}
