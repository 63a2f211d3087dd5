import { randomUUID } from "node:crypto";
import { type Exchange, HttpError, redirect, sendJson } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { newPlace } from "@/waiting-room/place/place";
import { addressToBind, admittedUrl, passOnce } from "@/waiting-room/visit/admission/admission";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { askForCookie, sourcesOfBrowser } from "@/waiting-room/visit/request/cookie-support";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { permitOf, type Visit } from "@/waiting-room/visit/visit";

/** False where nobody may pass by the line: the event lets nobody in, or the installation holds it. */
export function mayPassBy(line: EventLine): boolean {
  return permitOf(line, "rule") !== null;
}

/**
 * Lets a visitor past the line, as a staff link does: counted, outside the cap. Throws `HttpError` when that may not be,
 * or cannot be counted.
 */
export async function answerLetBy(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  target: string | null,
): Promise<void> {
  const { line } = visit;
  const queueId = visit.place?.queueId ?? randomUUID();
  const address = addressToBind(line, exchange);
  const permit = permitOf(line, "rule");
  if (permit === null) throw new HttpError("recovering", 2_000, line.settings);
  const sources = sourcesOfBrowser(context, exchange, visit, target ?? "");
  const admission = await passOnce(context, line, { permit, queueId, address, sources });
  if (admission === null) return askForCookie(exchange, visit);
  const { runId } = line.settings;
  const joinedAtMs = admission.admittedAtMs;
  const place = { ...newPlace({ runId, lane: 0, number: 0, queueId, joinedAtMs }), admission };
  const redirectUrl = await admittedUrl(
    context,
    { line, exchange },
    { permit, place, admission },
    target,
  );
  const { cookies, kept } = handOver(context, exchange, visit, place);
  if (!exchange.wantsJson) return redirect(exchange, 303, redirectUrl, cookies);
  const body = { status: "admitted", redirectUrl, ...(kept === null ? {} : { kept }) };
  sendJson(exchange, 200, body, { "set-cookie": cookies });
}
