import { supportCode } from "@/lib/domain/support-code/support-code";
import type { Exchange } from "@/waiting-room/http/http";
import { lineText } from "@/waiting-room/line/lane-text";
import { languageAsked } from "@/waiting-room/line/said";
import type { Place } from "@/waiting-room/place/place";
import { isCalled, type Visit } from "@/waiting-room/visit/visit";
import { mayRunOut } from "./may-run-out";

/**
 * The answer to a visitor in line (`WaitingAnswer`) as JSON: their number, the line, whether it is their turn to enter, the
 * receipt of a draw, their support code, and the sealed place for the page to keep.
 */
export function waitingAnswer(
  exchange: Exchange,
  { line }: Visit,
  {
    place,
    receipt = null,
    kept = null,
  }: {
    readonly place: Place;
    readonly receipt?: string | null;
    readonly kept?: string | null;
  },
): string {
  const { number, joinedAtMs, lane, keyPrint, queueId } = place;
  const own =
    `"number":${number},"joinedAt":${joinedAtMs},"turn":${isCalled(line, place)}` +
    `,"supportCode":"${supportCodeOf(place)}"`;
  const more =
    textField("receipt", receipt) +
    textField("queueId", keyPrint === null ? null : queueId) +
    textField("kept", kept) +
    (mayRunOut(line, place) ? ',"stockMayEnd":true' : "");
  // The line is written once for many visitors.
  const language = line.hasLanguages ? languageAsked(line.settings, exchange.request.url) : null;
  return `{"status":"waiting",${own}${more},"line":${lineText(line, lane, language)}}`;
}

/** A field of JSON, with the comma before it; empty where there is none. */
function textField(name: string, text: string | null): string {
  return text === null ? "" : `,"${name}":${JSON.stringify(text)}`;
}

/** The code by which staff find a place; it is that of the join, also after a draw. */
export function supportCodeOf({ runId, lane, number, drawIndex, falseCode }: Place): string {
  return supportCode({ runId, lane, number: falseCode ?? drawIndex ?? number });
}
