import { type Exchange, sendJson, sendJsonText } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { placeCookie, readReceipt } from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission";
import { answerInside } from "@/waiting-room/visit/inside-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  findLine,
  knownLine,
  readVisit,
  standingOf,
  standingOrKnown,
} from "@/waiting-room/visit/visit";
import { waitingAnswer } from "@/waiting-room/visit/waiting-answer";

/**
 * `GET /line/{c}/{e}/status`: the personal check-in, answered from memory. The place is sealed again where it
 * has changed: with the moment of the check-in, where check-ins decide something (in random order, or where
 * absence ends a place), with its new number after the draw of a pre-queue,
 * and with the current key if a former one sealed it.
 */
export async function status(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line =
    knownLine(context, customerId, eventId) ?? (await findLine(context, customerId, eventId));
  const visit = readVisit(context, exchange, line);
  // Nearly all who ask wait, and are answered without any question to the line.
  const standing = visit.place?.admission
    ? await standingOrKnown(context, visit)
    : standingOf(visit);
  if (standing.type === "none") return sendJson(exchange, 200, { status: "none" });
  const { place } = standing;
  if (standing.type === "inside") {
    const { untilMs } = standing;
    return answerInside(exchange, { visit, untilMs, target: exchange.query.get("t") });
  }
  if (standing.type === "admitted") {
    const redirectUrl = await admittedUrl(context, line, standing, exchange.query.get("t"));
    return sendJson(exchange, 200, { status: "admitted", number: place.number, redirectUrl });
  }
  const seen = place.admission === null ? checkIn(context, line, place) : place;
  if (line.settings.method !== "random" || seen !== place) {
    line.checkIns.note(place.lane, { leftMs: leftMs(exchange.request.url) });
  }
  const isKept = seen === place && place.drawIndex === null && !visit.isFormer;
  const cookies = isKept ? [] : [placeCookie(exchange, context.sealer, visit.event, seen)];
  const receipt = line.settings.draw === null ? null : readReceipt(exchange, visit.event);
  sendJsonText(exchange, waitingAnswer(exchange, visit, { place: seen, receipt }), cookies);
}

const LEFT = /[?&]left=(\d{1,6})(?:&|$)/;

/** How long the visitor still counts from the previous check-in. */
function leftMs(url = ""): number {
  return Number(LEFT.exec(url)?.[1] ?? 0);
}

/** The place with the moment of this check-in, where check-ins decide something. */
function checkIn(context: ServerContext, line: EventLine, place: Place): Place {
  if (line.settings.method === "random") return context.randomDraw.checkIn(line, place);
  return line.settings.absenceMinutes === null ? place : { ...place, seenAtMs: line.lineNow() };
}
