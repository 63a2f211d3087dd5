import { brandColours, contrast, SURFACES } from "@/lib/domain/brand/colour";
import type { FoundColour } from "@/lib/domain/theme/website/found-colours";
import type { FoundPicture, WebsiteLooks } from "@/lib/services/event/theme/read-website";

/** What a theme takes of a website; "" for what stays as it is. */
export type Taken = {
  readonly brand: string;
  readonly light: string;
  readonly dark: string;
  /** Contents in base64. */
  readonly logo: string;
  readonly background: string;
};

export const NOTHING_TAKEN: Taken = { brand: "", light: "", dark: "", logo: "", background: "" };

/** What can be chosen for each place: page colours only where text on them is easy to read. */
export type Choices = {
  readonly brand: readonly FoundColour[];
  readonly light: readonly FoundColour[];
  readonly dark: readonly FoundColour[];
  readonly logo: readonly FoundPicture[];
  readonly background: readonly FoundPicture[];
};

const INK = { light: "#18181b", dark: "#f4f4f5" } as const;
const EASY_CONTRAST = 10;

export function choicesOf({ colours, pictures }: WebsiteLooks): Choices {
  const pages = (mode: keyof typeof INK) =>
    colours.filter(({ colour }) => contrast(colour, INK[mode]) >= EASY_CONTRAST);
  return {
    brand: colours,
    light: pages("light"),
    dark: pages("dark"),
    logo: pictures.filter(({ use }) => use === "logo"),
    background: pictures.filter(({ use }) => use === "background"),
  };
}

/** How text in a brand's colour can be read, and what becomes of it where it cannot. */
export function contrastWords(colour: string): string {
  const { accentLight, accentDark } = brandColours(colour);
  const on = (mode: string, surface: string, accent: string) => {
    const ratio = (Math.floor(contrast(colour, surface) * 10) / 10).toFixed(1);
    return `${ratio} on ${mode}${accent === colour ? "" : `, shown as ${accent}`}`;
  };
  return `Contrast ${on("light pages", SURFACES.light, accentLight)}; ${on("dark pages", SURFACES.dark, accentDark)}.`;
}

/** Page colours: with the text that stands on them. */
export function pageWords(colour: string, mode: keyof typeof INK): string {
  return `Contrast ${(Math.floor(contrast(colour, INK[mode]) * 10) / 10).toFixed(1)} with the text.`;
}
