import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import { firstScreen } from "./first-screen";
import { otherScreen } from "./other-screen";
import type { Screen } from "./screen";
import type { Visitor } from "./visitor";
import type { Words } from "./words";

/** What the visitor sees at this moment. */
export function screenOf(visitor: Visitor, atMs: number, words: Words<ScreenTexts>): Screen {
  return firstScreen(visitor, words) ?? otherScreen(visitor, atMs, words);
}
