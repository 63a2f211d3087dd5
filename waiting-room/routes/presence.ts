import type { NearAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Exchange, HttpError, sendJson, sendJsonText } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { lineText } from "@/waiting-room/line/lane-text";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { languageAsked } from "@/waiting-room/line/said";
import { answerElsewhere, provesPossession } from "@/waiting-room/visit/place/possession";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { readVisit, standingOf } from "@/waiting-room/visit/visit";

/**
 * `POST /line/{c}/{e}/near`: a browser that comes near the front confirms that it is there, and hears of the line. With
 * `again=1` it says so again where slots are rare, and whose turn it is not counts as gone when it does not.
 */
export async function confirmPresence(
  context: ServerContext,
  exchange: Exchange,
  found: EventLine,
): Promise<void> {
  const visit = readVisit(context, exchange, found);
  const { line } = visit;
  const standing = standingOf(visit);
  if (standing.type !== "waiting") {
    return sendJson(exchange, 200, { status: standing.type } satisfies NearAnswer);
  }
  const { place } = standing;
  if (!provesPossession(exchange, line, { place, purpose: "near" })) {
    return answerElsewhere(exchange, { visit, target: exchange.query.get("t") });
  }
  try {
    const { lane, number } = place;
    const saysAgain = exchange.query.get("again") === "1";
    await line.confirmPresence({ lane, number, saysAgain });
  } catch (error) {
    if (!(error instanceof LineUnavailable)) context.log(error);
    throw new HttpError("recovering", 1_000);
  }
  const language = languageAsked(line.settings, exchange.request.url);
  const text = lineText(line, place.lane, language);
  sendJsonText(exchange, `{"status":"ok","line":${text}}`);
}
