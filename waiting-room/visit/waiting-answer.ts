import { lineText } from "@/waiting-room/line/lane-text";
import type { Place } from "@/waiting-room/place/place";
import { isCalled, type Visit } from "./visit";

/**
 * What a visitor in line is told, as JSON: the own number, the line, whether to ask for a slot now, and
 * with a draw the receipt of the join.
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
