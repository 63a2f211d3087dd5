import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from "parse5";
import { refusedHeadElement, ruleOfAttribute, ruleOfElement } from "./html-rules";
import type { Placeholders } from "./placeholders";

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const SVG = "http://www.w3.org/2000/svg";

export type Cleaning = {
  readonly placeholders: Placeholders;
  /** Hears what was taken away. */
  readonly onRemoved: (node: ChildNode, reason: string) => void;
  /** Hears where Mustache may not fill something in. */
  readonly onProblem: (node: ChildNode, reason: string) => void;
  /** True for a tag that gives digits, which may stand in a style. */
  readonly isNumber: (tag: number) => boolean;
};

/** Takes everything from a parsed page that is not on the list of what a template may have. */
export function cleanPage(node: ParentNode, cleaning: Cleaning): void {
  const kept: ChildNode[] = [];
  for (const child of node.childNodes) kept.push(...cleanNode(child, cleaning));
  for (const child of kept) child.parentNode = node;
  node.childNodes = kept;
}

/** The node as it stays, its content, or nothing. */
function cleanNode(node: ChildNode, cleaning: Cleaning): ChildNode[] {
  const { placeholders } = cleaning;
  if (defaultTreeAdapter.isTextNode(node)) {
    if (!isStyle(node.parentNode)) node.value = placeholders.withoutBraces(node.value);
    return [node];
  }
  if (defaultTreeAdapter.isCommentNode(node)) {
    return /^\w+$/.test(node.data) && placeholders.indexesIn(node.data).length === 1 ? [node] : [];
  }
  if (!defaultTreeAdapter.isElementNode(node)) return [];
  const rule = ruleOfElement(node.tagName, node.namespaceURI === SVG);
  const refused = rule.does === "keep" ? refusedHeadElement(node.tagName, node.attrs) : null;
  if (refused !== null) {
    cleaning.onRemoved(node, refused);
    return [];
  }
  if (rule.does !== "keep") cleaning.onRemoved(node, rule.reason);
  if (rule.does === "remove") return [];
  cleanPage(node, cleaning);
  if (rule.does === "unwrap") return node.childNodes;
  cleanAttributes(node, cleaning);
  return [node];
}

function isStyle(parent: ParentNode | null): boolean {
  return parent !== null && parent.nodeName === "style";
}

function cleanAttributes(element: Element, cleaning: Cleaning): void {
  const { placeholders, onRemoved, onProblem } = cleaning;
  const of = { tagName: element.tagName, isDrawing: element.namespaceURI === SVG };
  element.attrs = element.attrs.filter((attribute) => {
    const { name, value } = attribute;
    // What follows a colon belongs to a namespace of its own: nothing that a page needs.
    const rule = ruleOfAttribute(
      of,
      attribute.prefix ? { name: `${attribute.prefix}:`, value } : attribute,
    );
    if (rule.does === "remove") {
      onRemoved(element, rule.reason);
      return false;
    }
    const tags = placeholders.indexesIn(value);
    if (rule.does === "fixed" && tags.length > 0) {
      onProblem(element, `Variables are not allowed in ${name}.`);
    }
    if (name === "style" && !tags.every(cleaning.isNumber)) {
      onProblem(element, "Only numbers and sections are allowed in styles.");
    }
    attribute.value = placeholders.withoutBraces(value);
    return true;
  });
  if (element.tagName === "a" && element.attrs.some(({ name }) => name === "href")) {
    element.attrs.push({ name: "rel", value: "noopener noreferrer" });
    element.attrs.push({ name: "target", value: "_blank" });
  }
}
