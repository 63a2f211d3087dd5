import type { Page } from "playwright";

/** A text of a page that a reader cannot read whole. */
export type CutText = { readonly text: string; readonly reason: string };

/**
 * Texts of the page that reach beyond the window, are cut off by a box, or lie over another text. What is
 * hidden from everybody, meant for screen readers only, or in a box that scrolls sideways does not count.
 */
export async function findCutText(page: Page): Promise<readonly CutText[]> {
  // What runs in the page comes through tsx, which gives functions their names by one of its own.
  await page.evaluate("globalThis.__name ??= (named) => named");
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  const cut = await findCutPieces(page);
  return wider > 0 ? [...cut, { text: "(the page)", reason: `is ${wider} px too wide` }] : cut;
}

function findCutPieces(page: Page): Promise<readonly CutText[]> {
  return page.evaluate(() => {
    type Piece = { readonly node: Node; readonly text: string; readonly box: DOMRect };
    const TOLERANCE_PIXELS = 1.5;

    const isLeftOut = (element: Element): boolean => {
      const { visibility, clipPath, overflowX } = getComputedStyle(element);
      const isScrolled = element.scrollWidth > element.clientWidth && /auto|scroll/.test(overflowX);
      return isScrolled || visibility === "hidden" || clipPath.startsWith("inset(50%");
    };
    const isSeen = (element: Element | null): boolean => {
      for (let at = element; at !== null; at = at.parentElement) if (isLeftOut(at)) return false;
      return true;
    };
    const boxesOf = (node: Node): DOMRect[] => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    };
    const pieces = (): Piece[] => {
      const found: Piece[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? "";
        if (text === "" || !isSeen(node.parentElement)) continue;
        found.push(...boxesOf(node).map((box) => ({ node, text, box })));
      }
      return found;
    };
    const isBeyondWindow = ({ left, right }: DOMRect): boolean =>
      left < -TOLERANCE_PIXELS || right > document.documentElement.clientWidth + TOLERANCE_PIXELS;
    const isCutOff = ({ node, box }: Piece): boolean => {
      for (
        let at = node.parentElement;
        at !== null && at !== document.body;
        at = at.parentElement
      ) {
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
    /** Where the letters are: a line of text has room above and below them. */
    const lettersOf = ({ top, bottom, height }: DOMRect) => ({
      top: top + 0.22 * height,
      bottom: bottom - 0.22 * height,
    });
    const lieOverEachOther = (one: DOMRect, other: DOMRect): boolean => {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const [letters, others] = [lettersOf(one), lettersOf(other)];
      const height = Math.min(letters.bottom, others.bottom) - Math.max(letters.top, others.top);
      return width > TOLERANCE_PIXELS && height > TOLERANCE_PIXELS;
    };

    const all = pieces();
    const cut: { text: string; reason: string }[] = [];
    all.forEach((piece, index) => {
      const text = piece.text.slice(0, 60);
      if (isBeyondWindow(piece.box)) cut.push({ text, reason: "reaches beyond the window" });
      if (isCutOff(piece)) cut.push({ text, reason: "is cut off" });
      const over = all
        .slice(index + 1)
        .find(({ node, box }) => node !== piece.node && lieOverEachOther(piece.box, box));
      if (over !== undefined) cut.push({ text, reason: `lies over "${over.text.slice(0, 60)}"` });
    });
    return cut;
  });
}
