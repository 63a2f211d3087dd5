import type { PageTheme } from "@/lib/domain/theme/page-theme";
import { pageStyles, styleHash } from "./styles";
import { themeStyles } from "./theme-styles";

/** Of a brand, what decides how its pages look. */
export type StyledBrand = {
  readonly colour: string;
  readonly theme?: PageTheme | null;
  /** The waiting page itself, which has to be small. */
  readonly isLine?: boolean;
};

/** The style sheet of a page, and the source of `style-src` that allows exactly this text. */
export type Styles = { readonly text: string; readonly hash: string };

const COLOURS_KEPT = 1_000;

const ofColour = new Map<string, Styles>();
const ofTheme = new WeakMap<PageTheme, Map<string, Styles>>();

/** Made once for each colour and kind of page, and for each theme as long as it is in memory. */
export function stylesOf({ colour, theme = null, isLine = false }: StyledBrand): Styles {
  const known = theme === null ? ofColour : stylesOfTheme(theme);
  const name = `${colour} ${isLine}`;
  const held = known.get(name);
  if (held !== undefined) return held;
  if (known.size >= COLOURS_KEPT) known.clear();
  const base = pageStyles(theme?.colour ?? colour, isLine);
  const text = theme === null ? base : base + themeStyles(theme, colour);
  const styles = { text, hash: styleHash(text) };
  known.set(name, styles);
  return styles;
}

function stylesOfTheme(theme: PageTheme): Map<string, Styles> {
  const held = ofTheme.get(theme);
  if (held !== undefined) return held;
  const made = new Map<string, Styles>();
  ofTheme.set(theme, made);
  return made;
}
