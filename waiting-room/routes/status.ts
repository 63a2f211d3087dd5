import type { MovedAnswer, StatusAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Exchange, sendJson, sendJsonText } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { readReceipt } from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import { answerAdmitted } from "@/waiting-room/visit/admission/answer-admitted";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import { bindsToBrowser } from "@/waiting-room/visit/gate/gate-plan";
import { checkIn } from "@/waiting-room/visit/place/check-in";
import { answerDropped } from "@/waiting-room/visit/place/dropped-by-draw";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { hasMoved } from "@/waiting-room/visit/place/place-on-other-device";
import { withKey } from "@/waiting-room/visit/place/possession";
import { waitingAnswer } from "@/waiting-room/visit/place/waiting-answer";
import { answerInside } from "@/waiting-room/visit/screens/inside-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  queuePageOf,
  readVisit,
  standingOf,
  standingOrKnown,
  type Visit,
} from "@/waiting-room/visit/visit";

/**
 * `GET /line/{c}/{e}/status`: the personal check-in, answered from memory. The place is sealed again where it
 * has changed: with the moment of the check-in, where check-ins decide something (in random order, or where
 * absence ends a place), with its new number after the draw of a pre-queue,
 * and with the current key if a former one sealed it.
 */
export function status(
  context: ServerContext,
  exchange: Exchange,
  line: EventLine,
): Promise<void> | void {
  const visit = readVisit(context, exchange, line);
  const { place, dropped, ofFalseQueue } = visit;
  const isPlain =
    place !== null &&
    place.admission === null &&
    !place.hasMoveCode &&
    dropped === undefined &&
    ofFalseQueue === undefined;
  // Nearly all who ask wait, and are answered without any question to the line.
  return isPlain
    ? answerWaiting(context, exchange, visit, place)
    : answerOthers(context, exchange, visit);
}

async function answerOthers(
  context: ServerContext,
  exchange: Exchange,
  read: Visit,
): Promise<void> {
  const visit = read.ofFalseQueue === undefined ? read : await releasedVisit(context, read);
  if (visit.place?.hasMoveCode === true && (await hasMoved(context, visit))) {
    const pageUrl = queuePageOf(exchange, visit.event, exchange.query.get("t"));
    const moved: MovedAnswer = { status: "moved", pageUrl };
    return sendJson(exchange, 200, moved);
  }
  if (visit.dropped !== undefined) return answerDropped(exchange, visit, exchange.query.get("t"));
  const standing = visit.place?.admission
    ? await standingOrKnown(context, visit)
    : standingOf(visit);
  if (standing.type === "none") {
    return sendJson(exchange, 200, { status: "none" } satisfies StatusAnswer);
  }
  if (standing.type === "inside") {
    const { untilMs } = standing;
    return answerInside(exchange, { visit, untilMs, target: exchange.query.get("t") });
  }
  if (standing.type === "admitted") {
    return answerAdmitted(context, exchange, { visit, standing, target: exchange.query.get("t") });
  }
  answerWaiting(context, exchange, visit, standing.place);
}

function answerWaiting(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  place: Place,
): void {
  const { line } = visit;
  const keyed = bindsToBrowser(line.settings) ? withKey(exchange, place) : place;
  const seen = checkIn(context, line, keyed, leftMs(exchange.request.url));
  const { cookies, kept } = handOver(context, exchange, visit, seen);
  const receipt = line.settings.draw === null ? null : readReceipt(exchange, visit.event);
  const body = waitingAnswer(exchange, visit, { place: seen, receipt, kept });
  sendJsonText(exchange, body, cookies);
}

const LEFT = /[?&]left=(\d{1,6})(?:&|$)/;

/** How long the visitor still counts from the previous check-in. */
function leftMs(url = ""): number {
  return Number(LEFT.exec(url)?.[1] ?? 0);
}
