import type { PagePicture, PageTheme } from "@/lib/domain/theme/page-theme";
import type { AssetFacts, PublishedTheme } from "@/lib/domain/theme/theme";

const NO_FACTS: AssetFacts = { width: null, height: null, isVariable: false };

/** A published theme as pages take it; `addressOf` is where a file of it is served. */
export function toPageTheme(
  customerId: string,
  { revision, theme, assets }: PublishedTheme,
  addressOf: (hash: string) => string,
): PageTheme {
  const factsOf = (hash: string) => assets[hash] ?? NO_FACTS;
  const picture = (hash: string): PagePicture => {
    const { width, height } = factsOf(hash);
    return { url: addressOf(hash), width, height };
  };
  const { logo, font, background, colours } = theme;
  return {
    customerId,
    revision,
    colour: colours.brand,
    colours,
    logo:
      logo.light === null
        ? null
        : { light: picture(logo.light), dark: logo.dark === null ? null : picture(logo.dark) },
    font:
      font === null
        ? null
        : {
            url: addressOf(font.asset),
            family: font.family,
            isVariable: factsOf(font.asset).isVariable,
          },
    background:
      background.image === null
        ? null
        : { url: addressOf(background.image), position: background.position },
    links: theme.links,
    texts: theme.texts,
    arrangement: theme.arrangement,
    appearance: theme.appearance,
    template: theme.template,
  };
}
