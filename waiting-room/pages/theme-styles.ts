import type { PageTheme } from "@/lib/domain/theme/page-theme";
import { type Mode, pageColours } from "@/lib/domain/theme/theme-colours";
import { SHADES } from "./styles";

const SYSTEM_FONTS =
  'ui-sans-serif,-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif';

/**
 * What a theme changes in the style sheet of a page, as rules behind it. Text never stands on the image: whatever it
 * shows, the colours that were checked are what is behind the text.
 */
export function themeStyles(theme: PageTheme, eventColour: string): string {
  return [
    colourRules(theme, eventColour),
    fontRules(theme),
    ARRANGED[theme.arrangement],
    imageRules(theme),
    "footer a{color:inherit;padding:4px 0}",
  ].join("");
}

function colourRules(theme: PageTheme, eventColour: string): string {
  const root = (mode: Mode) => `:root{${variables(theme, mode, eventColour)}}`;
  if (theme.appearance === "auto") {
    return `${root("light")}@media (prefers-color-scheme:dark){${root("dark")}}`;
  }
  return `${root(theme.appearance)}html{color-scheme:${theme.appearance}}`;
}

function variables({ colours }: PageTheme, mode: Mode, eventColour: string): string {
  const { brand, accent, onAccent, page, card, text, soft, line, track } = pageColours(
    colours,
    mode,
    eventColour,
  );
  const parts = { brand, accent, "on-accent": onAccent, page, card, text, soft, line, track };
  const list = Object.entries(parts).map(([name, colour]) => `--${name}:${colour}`);
  // The glow of the brand would change the page's colour behind the text.
  const glow = colours[mode].page === null ? [] : ["--glow:0%"];
  return [...list, SHADES[mode], ...glow].join(";");
}

function fontRules({ font }: PageTheme): string {
  if (font === null) return "";
  const family = `"${font.family.replace(/[^\p{L}\p{N} _-]/gu, "")}"`;
  const weights = font.isVariable ? "font-weight:100 900;" : "";
  return `@font-face{font-family:${family};src:${url(font.url)} format("woff2");${weights}font-display:swap}body{font-family:${family},${SYSTEM_FONTS}}`;
}

const ARRANGED: Readonly<Record<PageTheme["arrangement"], string>> = {
  card: "",
  wide: "",
  plain:
    "body{background:var(--page)}body::before{display:none}.card{border:0;border-radius:0;box-shadow:none;background:none}.top,.facts>div,.why{padding-inline:0}progress{width:100%;margin-inline:0}.facts{background:none;gap:0 24px}.facts>div{background:none}.facts>div+div{border:0}",
};

function imageRules({ background, arrangement }: PageTheme): string {
  if (background === null) return "";
  const image = `${url(background.url)} ${background.position}/cover no-repeat`;
  return arrangement === "wide" ? sideImage(image) : imageBehind(image);
}

/** On phones a band above the page, elsewhere the side at which lines end. */
function sideImage(image: string): string {
  return `body{background:var(--page)}body::after{content:"";order:-1;flex:none;height:clamp(96px,22vh,200px);background:${image}}@media (min-width:900px){body{padding-inline-end:42vw}body::after{position:fixed;inset-block:0;inset-inline-end:0;width:42vw;height:auto}}`;
}

/** The page is a sheet on the image. On phones the image is seen above it. */
function imageBehind(image: string): string {
  return `body{background:${image} fixed var(--page)}header,footer{background:var(--page)}main{flex:0 1 auto;margin:clamp(24px,7vh,80px) auto auto;padding:36px 32px 32px;border-radius:24px;background:var(--page)}footer{margin-top:clamp(24px,7vh,80px)}@media (max-width:640px){main{flex:1;margin:112px 0 0;padding:24px 20px 28px;border-radius:24px 24px 0 0;max-width:none}footer{margin:0}}`;
}

/** Addresses are paths of this host; what could end the text is written as CSS wants it. */
function url(address: string): string {
  return `url("${address.replace(/["\\\n<]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}")`;
}
