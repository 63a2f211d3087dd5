import type { LeaveAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { readForm } from "@/waiting-room/http/body";
import { type Exchange, HttpError, sendJson, wantsJson } from "@/waiting-room/http/http";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { clearedPlaceCookies } from "@/waiting-room/place/cookies";
import { withoutPlace } from "@/waiting-room/visit/place/place-given-back";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, readVisit } from "@/waiting-room/visit/visit";

/** The average share of a visitor's counted time that is left when they leave; the form does not say. */
const LEFT_SHARE = 2 / 3;

/**
 * `POST /line/{c}/{e}/leave`: the visitor gives the place back, or ends the visit at the site. The number
 * takes no slot and is never handed out again.
 */
export async function leave(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const form = await readForm(exchange);
  const found = await findLine(context, customerId, eventId);
  const visit = readVisit(context, exchange, found, form);
  const { line, place, event } = visit;
  if (place !== null) {
    await line.leave(place).catch((error: unknown) => {
      if (!(error instanceof LineUnavailable)) context.log(error);
      throw new HttpError("recovering", 1_000);
    });
    if (place.admission === null)
      line.checkIns.noteGone(place.lane, LEFT_SHARE * line.checkIns.countedMs);
  }
  const cookies = clearedPlaceCookies(exchange, event);
  if (wantsJson(exchange)) {
    const left: LeaveAnswer = { status: "left", ...withoutPlace(visit) };
    return sendJson(exchange, 200, left, { "set-cookie": cookies });
  }
  sendMessage(exchange, "left", line.settings, { cookies });
}
