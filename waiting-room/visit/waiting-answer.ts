import type { Exchange } from "@/waiting-room/http/http";
import { lineText } from "@/waiting-room/line/lane-text";
import { languageAsked } from "@/waiting-room/line/said";
import type { Place } from "@/waiting-room/place/place";
import { isCalled, type Visit } from "./visit";

/**
 * The answer to a visitor in line, as JSON: their number, the line, whether it is their turn to enter, and
 * the receipt of a draw.
 */
export function waitingAnswer(
  exchange: Exchange,
  { line }: Visit,
  { place, receipt = null }: { readonly place: Place; readonly receipt?: string | null },
): string {
  const { number, joinedAtMs, lane } = place;
  const own = `"number":${number},"joinedAt":${joinedAtMs},"turn":${isCalled(line, place)}`;
  const text = lineText(line, lane, languageAsked(line.settings, exchange.request.url));
  const shown = receipt === null ? "" : `,"receipt":${JSON.stringify(receipt)}`;
  return `{"status":"waiting",${own},"line":${text}${shown}}`;
}
