import { lineText } from "@/waiting-room/line/lane-text";
import type { Place } from "@/waiting-room/place/place";
import { isCalled, type Visit } from "./visit";

/**
 * The answer to a visitor in line, as JSON: their number, the line, whether it is their turn to enter, and
 * the receipt of a draw.
 */
export function waitingAnswer(
  { line }: Visit,
  place: Place,
  receipt: string | null = null,
): string {
  const { number, joinedAtMs, lane } = place;
  const own = `"number":${number},"joinedAt":${joinedAtMs},"turn":${isCalled(line, place)}`;
  const shown = receipt === null ? "" : `,"receipt":${JSON.stringify(receipt)}`;
  return `{"status":"waiting",${own},"line":${lineText(line, lane)}${shown}}`;
}
