import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from "parse5";
import { RAW_TEXT } from "./html-rules";
import type { Placeholders } from "./placeholders";

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Where a tag of Mustache stands in a parsed page. */
export type TagPlace = {
  /**
   * `text` · `comment`: where elements may stand · `value`: in an attribute · `title`: only text · `raw`: a style
   * or a script · `name`: of an element or attribute · `note`: a comment of the author.
   */
  readonly kind: "text" | "comment" | "value" | "title" | "raw" | "name" | "note";
  readonly element: string;
  /** Two tags stand in the same element or value when this is the same. */
  readonly where: unknown;
  readonly order: number;
};

type Noted = Omit<TagPlace, "order"> & { readonly text: string };

/** Finds all tags of Mustache in a parsed page. */
export function findTags(
  page: ParentNode,
  placeholders: Placeholders,
): ReadonlyMap<number, TagPlace> {
  const places = new Map<number, TagPlace>();
  const visit = (parent: ParentNode): void => {
    for (const node of parent.childNodes) {
      for (const { text, ...place } of textsOf(node, parent)) {
        for (const index of placeholders.indexesIn(text)) {
          places.set(index, { ...place, order: places.size });
        }
      }
      if (defaultTreeAdapter.isElementNode(node)) visit(node);
    }
  };
  visit(page);
  return places;
}

/** Whatever somebody can write into a node itself. */
function textsOf(node: ChildNode, parent: ParentNode): Noted[] {
  const element = parent.nodeName;
  if (defaultTreeAdapter.isTextNode(node)) {
    return [{ text: node.value, kind: kindOfText(element), element, where: parent }];
  }
  if (defaultTreeAdapter.isCommentNode(node)) {
    const isOwn = /^\w+$/.test(node.data);
    const place = isOwn
      ? ({ kind: "comment", where: parent } as const)
      : ({ kind: "note", where: node } as const);
    return [{ text: node.data, element, ...place }];
  }
  if (!defaultTreeAdapter.isElementNode(node)) return [];
  const own = { element: node.tagName, where: node };
  return [
    { text: node.tagName, kind: "name", ...own },
    ...node.attrs.flatMap((attribute): Noted[] => [
      { text: attribute.name, kind: "name", ...own },
      { text: attribute.value, kind: "value", element: node.tagName, where: attribute },
    ]),
  ];
}

function kindOfText(element: string): TagPlace["kind"] {
  if (RAW_TEXT.has(element)) return "raw";
  return element === "title" || element === "textarea" ? "title" : "text";
}
