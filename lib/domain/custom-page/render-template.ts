import mustache from "mustache";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { TemplateToken } from "./template-tokens";
import {
  CLOUDFLARE_VARIABLES,
  type CustomPageVariable,
  OWN_VARIABLES,
  SLOTS,
  type Slot,
} from "./variables";

/** A value for each variable of a custom page. */
export type CustomPageValues = Readonly<Record<CustomPageVariable, string | number | boolean>>;

export type Filling = {
  readonly values: CustomPageValues;
  readonly texts: Texts;
  /** HTML of our parts of the page. */
  readonly slots: Readonly<Record<Slot, string>>;
};

const NAMES = [...Object.keys(CLOUDFLARE_VARIABLES), ...Object.keys(OWN_VARIABLES), ...SLOTS];

/**
 * Fills in a part of a compiled template. Values are escaped for text and for quoted attributes; only slots stand as they
 * are. Names that objects have by themselves are not found.
 */
export function renderPart(part: readonly TemplateToken[], filling: Filling): string {
  const view: Record<string, unknown> = Object.create(null);
  const known = new Map<string, unknown>(Object.entries({ ...filling.values, ...filling.slots }));
  for (const name of NAMES) view[name] = known.get(name) ?? "";
  view["texts"] = filling.texts;
  // The library's types say that all of a token is text, which a section's content is not.
  const tokens = part as unknown as string[][];
  return new mustache.Writer().renderTokens(tokens, new mustache.Context(view));
}
