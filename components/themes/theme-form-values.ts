import type { Overrides } from "@/lib/domain/page-texts/texts-in";
import type { SurfaceColours, Theme } from "@/lib/domain/theme/theme";

type SurfaceValues = Record<keyof SurfaceColours, string>;

/** What the form of a theme holds: texts as typed, empty for none. Texts of pages are kept apart. */
export type ThemeFormValues = {
  name: string;
  logo: { light: string | null; dark: string | null };
  colours: { brand: string; light: SurfaceValues; dark: SurfaceValues };
  font: { asset: string | null; family: string };
  background: { image: string | null; position: Theme["background"]["position"] };
  links: { privacy: string; imprint: string };
  arrangement: Theme["arrangement"];
  appearance: Theme["appearance"];
};

export function toThemeFormValues(name: string, theme: Theme): ThemeFormValues {
  const { colours, font, links } = theme;
  return {
    name,
    logo: { ...theme.logo },
    colours: {
      brand: colours.brand ?? "",
      light: toSurfaceValues(colours.light),
      dark: toSurfaceValues(colours.dark),
    },
    font: { asset: font?.asset ?? null, family: font?.family ?? "" },
    background: { ...theme.background },
    links: { privacy: links.privacy ?? "", imprint: links.imprint ?? "" },
    arrangement: theme.arrangement,
    appearance: theme.appearance,
  };
}

/** What is no part of the form stays as it is stored. */
export function toTheme(
  values: ThemeFormValues,
  kept: { readonly texts: Overrides; readonly template: string | null },
): Theme {
  const { colours, font, links } = values;
  return {
    logo: values.logo,
    colours: {
      brand: orNull(colours.brand),
      light: toSurfaces(colours.light),
      dark: toSurfaces(colours.dark),
    },
    font: font.asset === null ? null : { asset: font.asset, family: font.family },
    background: values.background,
    links: { privacy: orNull(links.privacy), imprint: orNull(links.imprint) },
    arrangement: values.arrangement,
    appearance: values.appearance,
    ...kept,
  };
}

function toSurfaceValues({ page, card, text }: SurfaceColours): SurfaceValues {
  return { page: page ?? "", card: card ?? "", text: text ?? "" };
}

function toSurfaces({ page, card, text }: SurfaceValues): SurfaceColours {
  return { page: orNull(page), card: orNull(card), text: orNull(text) };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

const SETTINGS = "settings.";
const TEXTS = "settings.texts.";

/** The reasons of a refusal at the fields of the form, and those about texts by `language.key`. */
export function splitFieldErrors(fields: Readonly<Record<string, string>>) {
  const own: Record<string, string> = {};
  const texts: Record<string, string> = {};
  for (const [path, reason] of Object.entries(fields)) {
    if (path.startsWith(TEXTS)) texts[path.slice(TEXTS.length)] = reason;
    else own[path.startsWith(SETTINGS) ? path.slice(SETTINGS.length) : path] = reason;
  }
  return { own, texts };
}
