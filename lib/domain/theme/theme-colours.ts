import {
  brandColours,
  contrast,
  mixColours,
  readableAgainst,
  SURFACES,
  TEXT_CONTRAST,
  textOn,
} from "@/lib/domain/brand/colour";
import type { SurfaceColours, Theme } from "./theme";

/** The colours of one page, light or dark; every text has a contrast of 4.5 or more with what it stands on. */
export type PageColours = {
  readonly brand: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly page: string;
  readonly card: string;
  readonly text: string;
  readonly soft: string;
  readonly line: string;
  readonly track: string;
};

export const MODES = ["light", "dark"] as const;
export type Mode = (typeof MODES)[number];

const OURS = {
  light: { page: "#fafafa", card: SURFACES.light, text: "#18181b" },
  dark: { page: "#09090b", card: SURFACES.dark, text: "#f4f4f5" },
} as const;

/**
 * The colours of a theme's pages. A text colour that cannot be read on both surfaces is replaced by one that can, where
 * there is one; `colourProblems` says beforehand what a customer has to change.
 */
export function pageColours(
  colours: Theme["colours"],
  mode: Mode,
  eventColour: string,
): PageColours {
  const { brand } = brandColours(colours.brand ?? eventColour);
  const { page, card } = surfacesOf(colours[mode], mode);
  const text = textOf(colours[mode], { page, card }, mode);
  const accent = readableOnBoth(brand, page, card);
  return {
    brand,
    accent,
    onAccent: textOn(accent),
    page,
    card,
    text,
    soft: readableOnBoth(mixColours(text, card, 0.35), page, card),
    line: mixColours(card, text, 0.12),
    track: mixColours(card, text, 0.09),
  };
}

export type ColourProblem = { readonly field: string; readonly reason: string };

/** What cannot be read with these colours, and what to do about it. */
export function colourProblems(colours: Theme["colours"]): readonly ColourProblem[] {
  return MODES.flatMap((mode) => surfaceProblems(colours[mode], mode));
}

function surfaceProblems(given: SurfaceColours, mode: Mode): readonly ColourProblem[] {
  const { page, card } = surfacesOf(given, mode);
  const { text } = given;
  const field = `colours.${mode}`;
  if (text === null) {
    if (page === card || canBeReadOn(OURS[mode].text, page, card)) return [];
    if (["#000000", "#ffffff"].some((one) => canBeReadOn(one, page, card))) return [];
    const reason = `No text colour is readable on both the page (${page}) and the card (${card}). Choose two light or two dark colours.`;
    return [{ field: `${field}.card`, reason }];
  }
  const [worst] = [page, card].sort((a, b) => contrast(text, a) - contrast(text, b));
  const ratio = contrast(text, worst ?? page);
  if (ratio >= TEXT_CONTRAST) return [];
  const where = worst === card ? "card" : "page";
  const better = readableAgainst(text, worst ?? page);
  const advice = canBeReadOn(better, page, card) ? `, for example ${better}` : "";
  const reason = `Text contrast on the ${where} (${worst}) is ${floored(ratio)}; at least ${TEXT_CONTRAST} is required. Choose another colour${advice}, or leave this empty.`;
  return [{ field: `${field}.text`, reason }];
}

/** Never more than there is: 4.496 is not 4.5. */
function floored(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}

/** A customer who chooses the page alone gets a card of the same colour. */
function surfacesOf({ page, card }: SurfaceColours, mode: Mode) {
  const ours = OURS[mode];
  return { page: page ?? ours.page, card: card ?? page ?? ours.card };
}

function textOf(
  { text }: SurfaceColours,
  { page, card }: { readonly page: string; readonly card: string },
  mode: Mode,
): string {
  const wanted = text ?? OURS[mode].text;
  return canBeReadOn(wanted, page, card) ? wanted : textOn(card);
}

function canBeReadOn(text: string, page: string, card: string): boolean {
  return contrast(text, page) >= TEXT_CONTRAST && contrast(text, card) >= TEXT_CONTRAST;
}

/** The colour, moved as far as text on either surface needs. */
function readableOnBoth(colour: string, page: string, card: string): string {
  const onPage = readableAgainst(colour, page);
  const onBoth = readableAgainst(onPage, card);
  return canBeReadOn(onBoth, page, card) ? onBoth : readableAgainst(onBoth, page);
}
