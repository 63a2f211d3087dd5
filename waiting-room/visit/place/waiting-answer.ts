import { supportCode } from "@/lib/domain/support-code/support-code";
import type { WaitingAnswer } from "@/lib/domain/visitor-api/visitor-api";
import type { Exchange } from "@/waiting-room/http/http";
import { lineText } from "@/waiting-room/line/lane-text";
import { languageAsked } from "@/waiting-room/line/said";
import type { Place } from "@/waiting-room/place/place";
import { isCalled, type Visit } from "@/waiting-room/visit/visit";
import { mayRunOut } from "./may-run-out";

/**
 * The answer to a visitor in line, as JSON: their number, the line, whether it is their turn to enter, the
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
  const own: Omit<WaitingAnswer, "line"> = {
    status: "waiting",
    number,
    joinedAt: joinedAtMs,
    turn: isCalled(line, place),
    supportCode: supportCodeOf(place),
    ...(receipt === null ? {} : { receipt }),
    ...(keyPrint === null ? {} : { queueId }),
    ...(kept === null ? {} : { kept }),
    ...(mayRunOut(line, place) && { stockMayEnd: true }),
  };
  // The line is written once for many visitors.
  const language = line.hasLanguages ? languageAsked(line.settings, exchange.request.url) : null;
  const text = lineText(line, lane, language);
  return `${JSON.stringify(own).slice(0, -1)},"line":${text}}`;
}

/** The code by which staff find a place; it is that of the join, also after a draw. */
export function supportCodeOf({ runId, lane, number, drawIndex, falseCode }: Place): string {
  return supportCode({ runId, lane, number: falseCode ?? drawIndex ?? number });
}
