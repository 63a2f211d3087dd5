import { type Exchange, header, write } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { sentLine } from "@/waiting-room/line/lane-text";
import { languageAsked } from "@/waiting-room/line/said";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findAnnounced, knownLine } from "@/waiting-room/visit/visit";

/** Parsing the whole query would cost more than the rest of the answer. */
const LANE = /[?&]lane=(\d{1,3})(?:&|$)/;

/**
 * `GET /line/{c}/{e}/{run}/line.json?lane=&language=`: the line as everybody of a lane sees it who reads a
 * language, or without `lane` as visitors without a place see it; any CDN may keep it a second.
 */
export function lineJson(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> | void {
  const line = knownLine(context, customerId, eventId);
  if (line !== null) return sendLine(exchange, line);
  return findAnnounced(context, customerId, eventId).then((found) => sendLine(exchange, found));
}

function sendLine(exchange: Exchange, line: EventLine): void {
  const { url = "" } = exchange.request;
  const language = languageAsked(line.settings, url);
  const text = LANE.exec(url)?.[1];
  const asked = Number(text ?? 0);
  const lane = line.lane(asked) === null ? 0 : asked;
  // In an event with one lane all read the same, with a place or without.
  const hasLines = line.settings.lanes.lanes.length > 1;
  const read = text === undefined && hasLines ? undefined : lane;
  const { body, headers, etag } = sentLine(line, read, language);
  const isKept = header(exchange.request, "if-none-match") === etag;
  write(exchange, isKept ? 304 : 200, headers, isKept ? "" : body);
}
