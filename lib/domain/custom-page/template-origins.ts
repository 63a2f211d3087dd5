import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from "parse5";
import { parseUrl } from "@/lib/domain/parse-url";

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const ADDRESS = /https?:\/\/[^\s"'()<>\\,;]+/gi;
const LOADING = new Set(["src", "srcset", "style"]);

/** The origins from which a page loads something: images, style sheets, and what its styles name. */
export function addressesIn(page: ParentNode): readonly string[] {
  const origins = new Set<string>();
  const visit = (parent: ParentNode): void => {
    for (const node of parent.childNodes) {
      for (const [address] of namesIn(node, parent).matchAll(ADDRESS)) {
        const url = parseUrl(address);
        if (url !== null) origins.add(url.origin);
      }
      if (defaultTreeAdapter.isElementNode(node)) visit(node);
    }
  };
  visit(page);
  return [...origins].sort();
}

/** What of a node may name something to load. */
function namesIn(node: ChildNode, parent: ParentNode): string {
  if (defaultTreeAdapter.isTextNode(node)) return parent.nodeName === "style" ? node.value : "";
  if (!defaultTreeAdapter.isElementNode(node)) return "";
  const isLink = node.tagName === "link";
  const loading = node.attrs.filter(({ name }) => LOADING.has(name) || (isLink && name === "href"));
  return loading.map(({ value }) => value).join(" ");
}
