import { type Exchange, HttpError, requireOwnPage, sendJson } from "@/waiting-room/http/http";
import { LineUnavailable } from "@/waiting-room/line/line-calls";
import type { Room } from "@/waiting-room/visit/server-context";
import { findEvent, knownEvent, readVisit, standingOf } from "@/waiting-room/visit/visit";

/** `POST /line/{c}/{e}/near`: a browser near the front says once that it is there. */
export async function near(
  room: Room,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  requireOwnPage(exchange);
  const line =
    knownEvent(room, customerId, eventId) ?? (await findEvent(room, customerId, eventId));
  const standing = standingOf(readVisit(room, exchange, line));
  if (standing.type !== "waiting") return sendJson(exchange, 200, { status: standing.type });
  try {
    await line.near(standing.place);
  } catch (error) {
    if (!(error instanceof LineUnavailable)) room.log(error);
    throw new HttpError("recovering", 1_000);
  }
  sendJson(exchange, 200, { status: "ok" });
}
