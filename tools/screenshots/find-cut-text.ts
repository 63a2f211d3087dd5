import type { Page } from "playwright";

/** A text of a page that a reader cannot read whole. */
export type CutText = { readonly text: string; readonly reason: string };

/**
 * Texts of the page that reach beyond the window, are cut off by a box, or lie over another text. What is
 * hidden from everybody, or meant for screen readers only, does not count.
 */
export function findCutText(page: Page): Promise<readonly CutText[]> {
  return page.evaluate(() => {
    type Piece = { readonly node: Text; readonly box: DOMRect };
    const TOLERANCE_PIXELS = 1.5;

    const isForReaders = (element: Element): boolean => {
      const { visibility, clipPath } = getComputedStyle(element);
      return visibility === "hidden" || clipPath.startsWith("inset(50%");
    };
    const isSeen = (element: Element | null): boolean => {
      for (let at = element; at !== null; at = at.parentElement) if (isForReaders(at)) return false;
      return true;
    };
    const pieces = (): Piece[] => {
      const found: Piece[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (!(node instanceof Text) || node.data.trim() === "" || !isSeen(node.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          if (box.width > 0 && box.height > 0) found.push({ node, box });
        }
      }
      return found;
    };
    const isBeyondWindow = ({ left, right }: DOMRect): boolean =>
      left < -TOLERANCE_PIXELS || right > document.documentElement.clientWidth + TOLERANCE_PIXELS;
    const isCutOff = ({ node, box }: Piece): boolean => {
      for (let at = node.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue;
        const frame = at.getBoundingClientRect();
        const isInside =
          box.left >= frame.left - TOLERANCE_PIXELS &&
          box.right <= frame.right + TOLERANCE_PIXELS &&
          box.top >= frame.top - TOLERANCE_PIXELS &&
          box.bottom <= frame.bottom + TOLERANCE_PIXELS;
        if (!isInside) return true;
      }
      return false;
    };
    /** Lines of text have room above and below their letters, which may touch. */
    const lieOverEachOther = (one: DOMRect, other: DOMRect): boolean => {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return width > TOLERANCE_PIXELS && height > 0.4 * Math.min(one.height, other.height);
    };

    const all = pieces();
    const cut: { text: string; reason: string }[] = [];
    all.forEach((piece, index) => {
      const text = piece.node.data.trim().slice(0, 60);
      if (isBeyondWindow(piece.box)) cut.push({ text, reason: "reaches beyond the window" });
      if (isCutOff(piece)) cut.push({ text, reason: "is cut off" });
      const over = all
        .slice(index + 1)
        .find(({ node, box }) => node !== piece.node && lieOverEachOther(piece.box, box));
      if (over !== undefined) cut.push({ text, reason: `lies over "${over.node.data.trim().slice(0, 60)}"` });
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      cut.push({ text: "(the page)", reason: `is ${scrollWidth - clientWidth} px too wide` });
    return cut;
  });
}
