import { type Exchange, header, send } from "../http";
import { publicLine } from "../public-line";
import type { Room } from "../room";
import { findEvent } from "../visit";

/** `GET /line/{c}/{e}/{run}/line.json`: the line as everybody sees it; any CDN may keep it a second. */
export async function lineJson(
  room: Room,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line = await findEvent(room, customerId, eventId);
  const asked = Number(exchange.query.get("lane") ?? "0");
  const shown = publicLine(line, line.lane(asked) === null ? 0 : asked);
  const etag = `"${shown.settings}-${shown.now}-${shown.lane}"`;
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": shown.stale ? "no-store" : "public, max-age=0, s-maxage=1",
    "access-control-allow-origin": "*",
    etag,
  };
  if (header(exchange.request, "if-none-match") === etag) return send(exchange, 304, headers);
  send(exchange, 200, headers, JSON.stringify(shown));
}
