import { linkParts } from "./link-parts";

/** Makes links of the addresses in the operator's words. */
export function linkMessage(box: HTMLElement): void {
  const parts = linkParts(box.textContent ?? "");
  if (box.firstElementChild === null && parts.some(({ isLink }) => isLink))
    box.replaceChildren(
      ...parts.map(({ text, isLink }) => (isLink ? linkTo(text) : document.createTextNode(text))),
    );
}

function linkTo(address: string): HTMLElement {
  const link = document.createElement("a");
  link.setAttribute("href", address);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener");
  link.textContent = address;
  return link;
}
