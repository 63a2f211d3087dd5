import { isGrey, readColour } from "./read-colour";

/** A colour of a website, and where it stands there. */
export type FoundColour = { readonly colour: string; readonly from: string };

/** Where a website says what its colours are, the surest first. */
export type ColourSources = {
  /** Of `<meta name="theme-color">`. */
  readonly themeColours: readonly string[];
  /** The manifest's text; null without one. */
  readonly manifest: string | null;
  readonly css: string;
};

const NAMED = /--([\w-]{0,40}(?:brand|primary|accent)[\w-]{0,40})\s{0,5}:\s{0,5}([^;{}]{1,60})/gi;
const USED = /#[0-9a-f]{3,8}\b|rgba?\([^()]{1,40}\)/gi;
const MOST_NAMED = 5;
const MOST_USED = 4;
const LEAST_USES = 3;
const MOST = 10;

/** The colours that a website goes by, each once: what it names, then what it uses most. Pure. */
export function foundColours({ themeColours, manifest, css }: ColourSources): FoundColour[] {
  const told = [
    ...themeColours.map((text) => ({ text, from: "theme-color" })),
    ...coloursOfManifest(manifest),
    ...namedColours(css),
  ].flatMap(({ text, from }) => {
    const colour = readColour(text);
    return colour === null ? [] : [{ colour, from }];
  });
  const byColour = new Map<string, FoundColour>();
  for (const found of [...told, ...usedColours(css)]) {
    if (!byColour.has(found.colour)) byColour.set(found.colour, found);
  }
  return [...byColour.values()].slice(0, MOST);
}

type Told = { readonly text: string; readonly from: string };

function coloursOfManifest(manifest: string | null): readonly Told[] {
  const held = readManifest(manifest);
  return [
    { text: held["theme_color"], from: "manifest: theme" },
    { text: held["background_color"], from: "manifest: background" },
  ].flatMap(({ text, from }) => (typeof text === "string" ? [{ text, from }] : []));
}

/** What a manifest holds; nothing for what is none. */
export function readManifest(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const held: unknown = JSON.parse(text ?? "");
    return typeof held === "object" && held !== null ? { ...held } : {};
  } catch {
    return {};
  }
}

function namedColours(css: string): readonly Told[] {
  return [...css.matchAll(NAMED)]
    .map(([, name = "", text = ""]) => ({ text, from: `--${name}` }))
    .filter(({ text }) => readColour(text) !== null)
    .slice(0, MOST_NAMED);
}

function usedColours(css: string): readonly FoundColour[] {
  const uses = new Map<string, number>();
  for (const [text] of css.matchAll(USED)) {
    const colour = readColour(text);
    if (colour !== null && !isGrey(colour)) uses.set(colour, (uses.get(colour) ?? 0) + 1);
  }
  return [...uses]
    .filter(([, count]) => count >= LEAST_USES)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_USED)
    .map(([colour, count]) => ({ colour, from: `used ${count} times` }));
}
