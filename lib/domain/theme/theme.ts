import type { Overrides } from "@/lib/domain/page-texts/texts-in";

/** A file that a customer has uploaded for themes: the first 32 hexadecimal digits of its SHA-256. */
export type AssetHash = string;

export const ASSET_KINDS = ["logo", "background", "font", "template"] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** What the parts of a page stand on, and what is written there, in light or in dark; null: as we have it. */
export type SurfaceColours = {
  readonly page: string | null;
  readonly card: string | null;
  readonly text: string | null;
};

/** How a page is laid out: `card` in the middle, `wide` with the image at one side, `plain` without a card. */
export const ARRANGEMENTS = ["card", "wide", "plain"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** `auto`: as the visitor's device is set. */
export const APPEARANCES = ["auto", "light", "dark"] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** Which part of the image stays in sight where it does not fit. */
export const IMAGE_POSITIONS = ["center", "top", "bottom", "left", "right"] as const;
export type ImagePosition = (typeof IMAGE_POSITIONS)[number];

/**
 * How the pages of a customer's events look, and what they say otherwise. Connectors name one in `l`, as a
 * "layout". What a theme leaves open is as the event has it.
 */
export type Theme = {
  /** `dark`: for dark pages, where the other cannot be seen; null: the same for both. */
  readonly logo: { readonly light: AssetHash | null; readonly dark: AssetHash | null };
  readonly colours: {
    /** `#rrggbb`; null: the event's. */
    readonly brand: string | null;
    readonly light: SurfaceColours;
    readonly dark: SurfaceColours;
  };
  /** `family` is what people call it. */
  readonly font: { readonly asset: AssetHash; readonly family: string } | null;
  readonly background: { readonly image: AssetHash | null; readonly position: ImagePosition };
  /** https addresses. */
  readonly links: { readonly privacy: string | null; readonly imprint: string | null };
  readonly texts: Overrides;
  readonly arrangement: Arrangement;
  readonly appearance: Appearance;
  /** A page of the customer's own HTML. */
  readonly template: AssetHash | null;
};

const AS_WE_HAVE_IT: SurfaceColours = { page: null, card: null, text: null };

/** A theme that changes nothing. */
export const PLAIN_THEME: Theme = {
  logo: { light: null, dark: null },
  colours: { brand: null, light: AS_WE_HAVE_IT, dark: AS_WE_HAVE_IT },
  font: null,
  background: { image: null, position: "center" },
  links: { privacy: null, imprint: null },
  texts: {},
  arrangement: "card",
  appearance: "auto",
  template: null,
};

/** Where a theme names an uploaded file: the field, what it has to be, and its hash. */
export type AssetUse = {
  readonly field: string;
  readonly kind: AssetKind;
  readonly hash: AssetHash;
};

/** Every uploaded file that a theme uses. */
export function assetUses(theme: Theme): readonly AssetUse[] {
  const named = [
    { field: "logo.light", kind: "logo", hash: theme.logo.light },
    { field: "logo.dark", kind: "logo", hash: theme.logo.dark },
    { field: "background.image", kind: "background", hash: theme.background.image },
    { field: "font.asset", kind: "font", hash: theme.font?.asset ?? null },
    { field: "template", kind: "template", hash: theme.template },
  ] as const;
  return named.flatMap(({ field, kind, hash }) => (hash === null ? [] : [{ field, kind, hash }]));
}

/** What is known of an uploaded file besides its bytes. */
export type AssetFacts = {
  /** In pixels; null for what has none. */
  readonly width: number | null;
  readonly height: number | null;
  /** A font that has every weight between thin and black. */
  readonly isVariable: boolean;
};

/** A theme as waiting rooms get it. A `revision` never comes back: what is known under it stays true. */
export type PublishedTheme = {
  readonly revision: string;
  readonly theme: Theme;
  /** By hash, of those that the theme uses. */
  readonly assets: Readonly<Record<AssetHash, AssetFacts>>;
};
