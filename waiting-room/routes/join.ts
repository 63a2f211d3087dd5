import { randomBytes, randomUUID } from "node:crypto";
import { type JoinOutcome, type JoinRequest, LineUnavailable } from "@/lib/line/line-calls";
import type { Place } from "@/lib/line/place";
import { placeCookie } from "../cookies";
import {
  type Exchange,
  HttpError,
  readForm,
  redirect,
  requireOwnPage,
  sendJson,
  wantsJson,
} from "../http";
import type { Room } from "../room";
import { admittedUrl, findEvent, readVisit, standingOf, type Visit } from "../visit";
import { waitingAnswer } from "../waiting-answer";

const JOIN_ID = /^[\w-]{22}$/;
const FULL_RETRY_MS = 10_000;

/** `POST /line/{c}/{e}/join`: the only way to a number. The same `joinId` gets the same number. */
export async function join(
  room: Room,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  requireOwnPage(exchange);
  const form = await readForm(exchange);
  const line = await findEvent(room, customerId, eventId);
  const visit = readVisit(room, exchange, line);
  const standing = standingOf(visit);
  const target = form.get("t");
  if (standing.type === "admitted") {
    const redirectUrl = await admittedUrl(room, line, standing, target);
    return answer(exchange, visit, target, {
      status: "admitted",
      number: standing.place.number,
      redirectUrl,
    });
  }
  if (standing.type !== "none") {
    return answer(exchange, visit, target, waitingAnswer(visit, standing.place));
  }
  const lane = 0;
  const outcome = await tryJoin(visit, { ...readJoin(form), lane }, room.log);
  if (outcome.type === "closed") return answer(exchange, visit, target, { status: "closed" });
  if (outcome.type === "full") {
    const retryAfterMs = Math.round(FULL_RETRY_MS * (0.75 + 0.5 * Math.random()));
    return answer(exchange, visit, target, { status: "full", retryAfterMs });
  }
  const place: Place = {
    runId: line.settings.runId,
    lane,
    number: outcome.number,
    queueId: randomUUID(),
    joinedAtMs: outcome.lineTimeMs,
    seenAtMs: outcome.lineTimeMs,
    wonInterval: null,
    admission: null,
  };
  const cookie = placeCookie(exchange, room.sealer, visit.event, place);
  answer(exchange, visit, target, waitingAnswer(visit, place), [cookie]);
}

function readJoin(form: URLSearchParams) {
  const text = form.get("joinId");
  if (text !== null && !JOIN_ID.test(text)) throw new HttpError("bad-request");
  const joinId = text === null ? randomBytes(16) : Buffer.from(text, "base64url");
  const agoMs = Number(form.get("ago") ?? "0");
  if (!Number.isFinite(agoMs)) throw new HttpError("bad-request");
  const isRepeated = form.get("retry") === "1";
  return { joinId, repeatedAfterMs: isRepeated ? Math.max(0, agoMs) : null };
}

async function tryJoin(
  { line }: Visit,
  request: JoinRequest,
  log: (error: unknown) => void,
): Promise<JoinOutcome> {
  try {
    return await line.join(request);
  } catch (error) {
    if (error instanceof LineUnavailable) throw new HttpError("recovering", error.retryAfterMs);
    log(error);
    throw new HttpError("recovering", 2_000);
  }
}

function answer(
  exchange: Exchange,
  { event }: Visit,
  target: string | null,
  body: object,
  cookies: readonly string[] = [],
): void {
  if (wantsJson(exchange)) {
    sendJson(exchange, 200, body, cookies.length === 0 ? {} : { "set-cookie": cookies });
    return;
  }
  const query = new URLSearchParams({ c: event.customerId, e: event.eventId });
  if (target !== null) query.set("t", target);
  redirect(exchange, 303, `/?${query}`, cookies);
}
