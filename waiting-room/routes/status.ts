import { type Exchange, sendJson } from "../http";
import { publicLine } from "../public-line";
import type { Room } from "../room";
import { admittedUrl, findEvent, readVisit, standingOf } from "../visit";

/**
 * `GET /line/{c}/{e}/status`: the personal check-in. Answers from memory, takes nothing and seals
 * nothing anew.
 */
export async function status(
  room: Room,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line = await findEvent(room, customerId, eventId);
  const standing = standingOf(readVisit(room, exchange, line));
  if (standing.type === "none") return sendJson(exchange, 200, { status: "none" });
  const { number, joinedAtMs } = standing.place;
  if (standing.type === "admitted") {
    const redirectUrl = await admittedUrl(room, line, standing, exchange.query.get("t"));
    return sendJson(exchange, 200, { status: "admitted", number, redirectUrl });
  }
  const answer = { status: "waiting", number, joinedAt: joinedAtMs, line: publicLine(line) };
  sendJson(exchange, 200, answer);
}
