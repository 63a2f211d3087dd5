import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";

/** Bounds that keep parsing fast whatever somebody writes: without them its time grows with the square. */
const ELEMENTS_MAX = 10_000;
const DEPTH_MAX = 200;
/** In one element. */
const ATTRIBUTES_MAX = 2_000;

/** A template that is refused as a whole. */
export class TooComplex extends Error {
  override readonly name = "TooComplex";
}

/**
 * Parses a page like a browser would, with the place of each part where it `isPlaced`. Throws `TooComplex` for one
 * that would take long.
 */
export function parseBounded(html: string, isPlaced: boolean): DefaultTreeAdapterTypes.Document {
  refuseManyAttributes(html);
  let elements = 0;
  let depth = 0;
  return parse(html, {
    sourceCodeLocationInfo: isPlaced,
    treeAdapter: {
      ...defaultTreeAdapter,
      // Where something ends is not asked for, and for each word of a text it would be noted anew.
      updateNodeSourceCodeLocation: () => undefined,
      createElement: (name, namespace, attributes) => {
        elements += 1;
        if (elements > ELEMENTS_MAX) throw new TooComplex(`More than ${ELEMENTS_MAX} elements.`);
        return defaultTreeAdapter.createElement(name, namespace, attributes);
      },
      onItemPush: () => {
        depth += 1;
        if (depth > DEPTH_MAX)
          throw new TooComplex(`Elements are nested more than ${DEPTH_MAX} deep.`);
      },
      onItemPop: () => {
        depth -= 1;
      },
    },
  });
}

/** The tokenizer compares each attribute with all before it. */
function refuseManyAttributes(html: string): void {
  for (const [tag] of html.matchAll(/<[a-z][^>]*/gi)) {
    if (tag.length < ATTRIBUTES_MAX) continue;
    const gaps = tag.match(/[\s/"'=]+/g)?.length ?? 0;
    if (gaps > 2 * ATTRIBUTES_MAX) throw new TooComplex(`More than ${ATTRIBUTES_MAX} attributes.`);
  }
}
