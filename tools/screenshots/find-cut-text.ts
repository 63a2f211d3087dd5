import type { Page } from "playwright";

type CutText = { readonly text: string; readonly reason: string };

type Piece = {
  readonly text: string;
  /** Pieces of the same text have the same number. */
  readonly node: number;
  /** What stays while the page scrolls under it; -1 for the page. */
  readonly layer: number;
  readonly box: Box;
  readonly isCutOff: boolean;
};
type Box = Readonly<Record<"left" | "right" | "top" | "bottom", number>>;

const TOLERANCE_PIXELS = 1.5;

/**
 * Texts of the page that reach beyond the window, are cut off by a box, or lie over another text. What is
 * hidden from everybody, folded away, meant for screen readers only, or in a box that scrolls does not count,
 * nor that what stays in its place lies over what scrolls under it.
 */
export async function findCutText(page: Page): Promise<readonly CutText[]> {
  // What runs in the page comes through tsx, which gives functions their names by one of its own.
  await page.evaluate("globalThis.__name ??= (named) => named");
  const { wide, seen } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { wide: scrollWidth, seen: clientWidth };
  });
  const pieces = await findPieces(page);
  const cut = pieces.flatMap((piece, index) => reasonsOf(piece, pieces.slice(index + 1), seen));
  return wide > seen
    ? [...cut, { text: "(the page)", reason: `is ${wide - seen} px too wide` }]
    : cut;
}

function reasonsOf(piece: Piece, others: readonly Piece[], windowWidth: number): CutText[] {
  const { left, right } = piece.box;
  const isBeyond = left < -TOLERANCE_PIXELS || right > windowWidth + TOLERANCE_PIXELS;
  const over = others.find(
    ({ node, layer, box }) =>
      node !== piece.node && layer === piece.layer && lieOverEachOther(piece.box, box),
  );
  const reasons = [
    ...(isBeyond ? ["reaches beyond the window"] : []),
    ...(piece.isCutOff ? ["is cut off"] : []),
    ...(over === undefined ? [] : [`lies over "${over.text}"`]),
  ];
  return reasons.map((reason) => ({ text: piece.text, reason }));
}

function lieOverEachOther(one: Box, other: Box): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const [letters, others] = [lettersOf(one), lettersOf(other)];
  const height = Math.min(letters.bottom, others.bottom) - Math.max(letters.top, others.top);
  return width > TOLERANCE_PIXELS && height > TOLERANCE_PIXELS;
}

/** Where the letters are: a line of text has room above and below them. */
function lettersOf({ top, bottom }: Box) {
  const room = 0.22 * (bottom - top);
  return { top: top + room, bottom: bottom - room };
}

function findPieces(page: Page): Promise<readonly Piece[]> {
  return page.evaluate((tolerance) => {
    const isLeftOut = (element: Element): boolean => {
      const { visibility, clipPath, overflowX, overflowY } = getComputedStyle(element);
      const isScrolled =
        (element.scrollWidth > element.clientWidth && /auto|scroll/.test(overflowX)) ||
        (element.scrollHeight > element.clientHeight && /auto|scroll/.test(overflowY));
      return isScrolled || visibility === "hidden" || clipPath.startsWith("inset(50%");
    };
    const isSeen = (element: Element | null): boolean => {
      if (element?.checkVisibility() === false) return false;
      for (let at = element; at !== null; at = at.parentElement) if (isLeftOut(at)) return false;
      return true;
    };
    const isCutOff = (element: Element | null, box: DOMRect): boolean => {
      for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue;
        const frame = at.getBoundingClientRect();
        const outside = [frame.left - box.left, box.right - frame.right];
        outside.push(frame.top - box.top, box.bottom - frame.bottom);
        if (Math.max(...outside) > tolerance) return true;
      }
      return false;
    };
    const layers: Element[] = [];
    const layerOf = (element: Element | null): number => {
      for (let at = element; at !== null; at = at.parentElement)
        if (/sticky|fixed/.test(getComputedStyle(at).position))
          return layers.includes(at) ? layers.indexOf(at) : layers.push(at) - 1;
      return -1;
    };
    const found: Piece[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let number = 0; walker.nextNode() !== null; number += 1) {
      const element = walker.currentNode.parentElement;
      const text = (walker.currentNode.textContent ?? "").trim().slice(0, 60);
      if (text === "" || !isSeen(element)) continue;
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) {
        if (box.width === 0 || box.height === 0) continue;
        const { left, right, top, bottom } = box;
        const place = { layer: layerOf(element), box: { left, right, top, bottom } };
        found.push({ text, node: number, ...place, isCutOff: isCutOff(element, box) });
      }
    }
    return found;
  }, TOLERANCE_PIXELS);
}
