import { allowedTarget } from "@/lib/domain/target/allowed-target";
import { isWireId } from "@/lib/domain/wire-id";
import { type Exchange, HttpError, redirect } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { unlessUnavailable } from "@/waiting-room/line/line-unavailable";
import { clearedPlaceCookies } from "@/waiting-room/place/cookies";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, readVisit } from "@/waiting-room/visit/visit";

/**
 * `GET /cancel/{c}/{e}[/{q}]` and `/cancel/multiple/{c}?wrl=`: the visit at the site is over. The request is
 * not signed, so it only ends the admission of the visitor's own place; a waiting place is kept.
 */
export async function cancel(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line = await findLine(context, customerId, eventId);
  finish(exchange, line, await endVisits(context, exchange, [line]));
}

export async function cancelMultiple(
  context: ServerContext,
  exchange: Exchange,
  [customerId]: readonly string[],
): Promise<void> {
  const eventIds = (exchange.query.get("wrl") ?? "")
    .split("_")
    .map((part) => part.split("~")[0] ?? "")
    .filter(isWireId)
    .slice(0, 20);
  const lines = await Promise.all(
    eventIds.map((eventId) => findLine(context, customerId, eventId).catch(ignoreUnknown)),
  );
  const found = lines.filter((line) => line !== null);
  const first = found[0];
  if (first === undefined) throw new HttpError("unknown-event");
  finish(exchange, first, await endVisits(context, exchange, found));
}

function ignoreUnknown(error: unknown): null {
  if (error instanceof HttpError && error.code === "unknown-event") return null;
  throw error;
}

/** Gives back the seats of the visitor's own admissions; answers the cookies that clear their places. */
async function endVisits(
  context: ServerContext,
  exchange: Exchange,
  lines: readonly EventLine[],
): Promise<string[]> {
  const visits = lines.map((line) => readVisit(context, exchange, line));
  const ended = visits.flatMap(({ line, event, place }) =>
    place?.admission ? [{ line, event, place }] : [],
  );
  await Promise.all(
    ended.map(({ line, place }) => line.leave(place).catch(unlessUnavailable(context.log))),
  );
  return ended.flatMap(({ event }) => clearedPlaceCookies(exchange, event));
}

function finish(exchange: Exchange, { settings }: EventLine, cookies: readonly string[]): void {
  const asked = exchange.query.get("r");
  if (asked === null) sendMessage(exchange, "cancelled", settings, { cookies });
  else redirect(exchange, 302, allowedTarget(asked, settings), cookies);
}
