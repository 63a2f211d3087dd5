import mustache from "mustache";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { TemplateToken } from "./template-tokens";
import {
  CLOUDFLARE_VARIABLES,
  type CustomPageVariable,
  OWN_VARIABLES,
  PAGE_PARTS,
  type PagePart,
} from "./variables";

/** A value for each variable of a custom page. */
export type CustomPageValues = Readonly<Record<CustomPageVariable, string | number | boolean>>;

export type Filling = {
  readonly values: CustomPageValues;
  readonly texts: Texts;
  /** HTML of our parts of the page. */
  readonly pageParts: Readonly<Record<PagePart, string>>;
};

const NAMES = [...Object.keys(CLOUDFLARE_VARIABLES), ...Object.keys(OWN_VARIABLES), ...PAGE_PARTS];

/**
 * Fills in a part of a compiled template. Values are escaped for text and for quoted attributes; only our parts of the page
 * stand as they are. Names that objects have by themselves are not found.
 */
export function renderPart(part: readonly TemplateToken[], filling: Filling): string {
  const view: Record<string, unknown> = Object.create(null);
  const known = new Map<string, unknown>(
    Object.entries({ ...filling.values, ...filling.pageParts }),
  );
  for (const name of NAMES) view[name] = known.get(name) ?? "";
  view["texts"] = filling.texts;
  // The library's types say that all of a token is text, which a section's content is not.
  const tokens = part as unknown as string[][];
  return new mustache.Writer().renderTokens(tokens, new mustache.Context(view));
}
