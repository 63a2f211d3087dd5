import { DEFAULT_COLOUR } from "./default-colour";

type Rgb = readonly [number, number, number];

/** The surfaces of the pages, light and dark; accents are made readable against them. */
export const SURFACES = { light: "#ffffff", dark: "#131316" } as const;

/** WCAG 2.2 AA for text. */
export const TEXT_CONTRAST = 4.5;

export type BrandColours = {
  /** As the customer chose it: `#rrggbb`. */
  readonly brand: string;
  /** The brand colour, moved only as far as text on the light surface needs. */
  readonly accentLight: string;
  readonly onAccentLight: string;
  readonly accentDark: string;
  readonly onAccentDark: string;
};

/** The colours of a page: every pair of text and background in it has a contrast of 4.5 or more. */
export function brandColours(colour: string): BrandColours {
  const brand = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : DEFAULT_COLOUR;
  const accentLight = readableAgainst(brand, SURFACES.light);
  const accentDark = readableAgainst(brand, SURFACES.dark);
  return {
    brand,
    accentLight,
    onAccentLight: textOn(accentLight),
    accentDark,
    onAccentDark: textOn(accentDark),
  };
}

/** Contrast ratio by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** White where it can be read, otherwise black. */
export function textOn(background: string): string {
  return contrast(background, "#ffffff") >= TEXT_CONTRAST ? "#ffffff" : "#000000";
}

/** The colour, moved towards black or white only as far as text on the surface needs. */
export function readableAgainst(colour: string, surface: string): string {
  const towards: Rgb = luminance(rgbOf(surface)) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = hexOf(mix(rgbOf(colour), towards, share));
    if (contrast(candidate, surface) >= TEXT_CONTRAST) return candidate;
  }
  return hexOf(towards);
}

/** So much of the other colour in the first: 0 is none, 1 all. */
export function mixColours(from: string, to: string, share: number): string {
  return hexOf(mix(rgbOf(from), rgbOf(to), share));
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
