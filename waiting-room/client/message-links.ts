import { linkParts } from "./link-parts";

/** Makes links of the addresses in the operator's words, also of those that come later. */
export function linkMessage(): void {
  const box = document.getElementById("message-text");
  if (box === null) return;
  const link = () => {
    const parts = linkParts(box.textContent ?? "");
    if (box.firstElementChild === null && parts.some(({ isLink }) => isLink))
      box.replaceChildren(
        ...parts.map(({ text, isLink }) => (isLink ? linkTo(text) : document.createTextNode(text))),
      );
  };
  link();
  new MutationObserver(link).observe(box, { childList: true, characterData: true, subtree: true });
}

function linkTo(address: string): HTMLElement {
  const link = document.createElement("a");
  link.setAttribute("href", address);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener");
  link.textContent = address;
  return link;
}
