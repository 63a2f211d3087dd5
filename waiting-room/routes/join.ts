import { randomBytes, randomUUID } from "node:crypto";
import { type Guess, takeGuess } from "@/lib/line/commands/code-guesses";
import { addressGroup } from "@/waiting-room/http/address-group";
import { type Form, readForm } from "@/waiting-room/http/body";
import {
  type Exchange,
  HttpError,
  redirect,
  requireOwnPage,
  sendJsonText,
  wantsJson,
} from "@/waiting-room/http/http";
import type { JoinRequest } from "@/waiting-room/line/join-calls";
import type {
  CredentialJoinOutcome,
  CredentialJoinRequest,
} from "@/waiting-room/line/join-with-credential";
import { placeCookie, receiptCookie } from "@/waiting-room/place/cookies";
import { newPlace, type Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission";
import { refusalOfClosed } from "@/waiting-room/visit/count-refusal";
import { answerInside } from "@/waiting-room/visit/inside-page";
import { laneOfRule } from "@/waiting-room/visit/lane-of-rule";
import { lineFailure } from "@/waiting-room/visit/line-failure";
import { readJoinCredential } from "@/waiting-room/visit/read-join-credential";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  findLine,
  knownLine,
  queuePageOf,
  readVisit,
  standingByLine,
  standingOf,
  type Visit,
} from "@/waiting-room/visit/visit";
import { waitingAnswer } from "@/waiting-room/visit/waiting-answer";

const JOIN_ID = /^[\w-]{22}$/;
const FULL_RETRY_MS = 10_000;

/** `POST /line/{c}/{e}/join`: the only way to a number. The same `joinId` gets the same number. */
export async function join(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  requireOwnPage(exchange);
  const form = await readForm(exchange);
  const line =
    knownLine(context, customerId, eventId) ?? (await findLine(context, customerId, eventId));
  const visit = readVisit(context, exchange, line);
  const standing = await standingByLine(visit).catch((error: unknown) => {
    const known = standingOf(visit);
    // Without the line nobody can be told to have no place.
    if (known.type === "none") throw lineFailure(error, context.log);
    return known;
  });
  const target = form.get("t");
  if (standing.type === "admitted") {
    const redirectUrl = await admittedUrl(context, line, standing, target);
    const { number } = standing.place;
    if (!wantsJson(exchange)) return redirect(exchange, 303, redirectUrl);
    return sendJsonText(exchange, JSON.stringify({ status: "admitted", number, redirectUrl }));
  }
  if (standing.type === "inside") {
    return answerInside(exchange, { visit, untilMs: standing.untilMs, target });
  }
  const credential =
    standing.type === "renewable"
      ? null
      : await readJoinCredential(context, exchange, { line, form });
  if (standing.type !== "none" && credential === null) {
    return answer(
      exchange,
      visit,
      target,
      waitingAnswer(exchange, visit, { place: standing.place }),
    );
  }
  const outcome =
    credential === null
      ? await joinByRule(context, visit, form)
      : await joinWithCredential(context, exchange, visit, { ...credential, ...readJoin(form) });
  const askedLane = credential?.lane ?? line.defaultLane;
  if (outcome.type === "closed") {
    line.counts.note(refusalOfClosed(line), askedLane);
    return answer(exchange, visit, target, '{"status":"closed"}');
  }
  if (outcome.type === "full") {
    line.counts.note("refused-full", askedLane);
    const retryAfterMs = Math.round(FULL_RETRY_MS * (0.75 + 0.5 * Math.random()));
    return answer(exchange, visit, target, JSON.stringify({ status: "full", retryAfterMs }));
  }
  const { place } = outcome;
  line.checkIns.note(place.lane);
  if (visit.place !== null) await giveBack(context, visit, place);
  const cookies = [placeCookie(exchange, context.sealer, visit.event, place)];
  const { receipt } = outcome;
  if (receipt !== null) cookies.push(receiptCookie(exchange, visit.event, receipt));
  answer(exchange, visit, target, waitingAnswer(exchange, visit, { place, receipt }), cookies);
}

type Outcome =
  | { readonly type: "joined"; readonly place: Place; readonly receipt: string | null }
  | { readonly type: "full" }
  | { readonly type: "closed" };

/** A visitor who joined with a credential gives back the place that they held before. */
async function giveBack(
  context: ServerContext,
  { line, place: held }: Visit,
  place: Place,
): Promise<void> {
  const isSame = held?.number === place.number && held.lane === place.lane;
  if (held === null || held.admission !== null || isSame) return;
  await line.leave(held).catch(context.log);
}

function readJoin(form: Form) {
  const text = form.get("joinId");
  if (text !== null && !JOIN_ID.test(text)) throw new HttpError("bad-request");
  const joinId = text === null ? randomBytes(16) : Buffer.from(text, "base64url");
  return { joinId };
}

/** Joins the lane of the visitor's rule, else the default one. What was signed for one visitor leads nobody else there. */
async function joinByRule(context: ServerContext, visit: Visit, form: Form): Promise<Outcome> {
  const { line } = visit;
  const { joinId } = readJoin(form);
  const byRule = await laneOfRule(context, line, form);
  if (byRule !== null && byRule.rightId !== "") {
    const { lane, rightId: tokenId } = byRule;
    const request = { lane, tokenId, tokenKey: "", codeId: "", joinId, queueId: randomUUID() };
    const outcome = await line.joinWithCredential(request).catch((error: unknown) => {
      throw lineFailure(error, context.log);
    });
    if (outcome.type === "placed") return placedAs(visit, outcome);
    if (outcome.type === "full" || outcome.type === "closed") return { type: outcome.type };
  }
  const lane = byRule === null || byRule.rightId !== "" ? line.defaultLane : byRule.lane;
  return tryJoin(visit, { lane, joinId }, context.log);
}

async function tryJoin(
  visit: Visit,
  request: JoinRequest,
  log: (error: unknown) => void,
): Promise<Outcome> {
  try {
    const outcome = await visit.line.join(request);
    if (outcome.type !== "joined") return outcome;
    const { number, lineTimeMs, ticket } = outcome;
    const { lane } = request;
    const queueId = ticket?.queueId ?? randomUUID();
    const joinedAtMs = ticket?.joinedAtMs ?? lineTimeMs;
    const { runId } = visit.line.settings;
    const place = newPlace({ runId, lane, number, joinedAtMs, queueId });
    return { type: "joined", place, receipt: ticket?.receipt ?? null };
  } catch (error) {
    throw lineFailure(error, log);
  }
}

const REFUSALS = {
  used: "invitation-used",
  unknown: "code-unknown",
  spent: "code-spent",
  revoked: "code-revoked",
} as const;

async function joinWithCredential(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  request: Omit<CredentialJoinRequest, "queueId">,
): Promise<Outcome> {
  const guess = request.codeId === "" ? null : await countGuess(context, exchange, visit);
  const outcome = await visit.line
    .joinWithCredential({ ...request, queueId: randomUUID() })
    .catch((error: unknown) => {
      throw lineFailure(error, context.log);
    });
  if (outcome.type !== "unknown") guess?.giveBack().catch(context.log);
  if (outcome.type === "full" || outcome.type === "closed") return { type: outcome.type };
  if (outcome.type !== "placed")
    throw new HttpError(REFUSALS[outcome.type], undefined, visit.line.settings);
  return placedAs(visit, outcome);
}

function placedAs(
  { line }: Visit,
  placed: Extract<CredentialJoinOutcome, { type: "placed" }>,
): Outcome {
  const place = newPlace({ ...placed, runId: line.settings.runId });
  return { type: "joined", place, receipt: placed.ticket?.receipt ?? null };
}

/** Throws 429 where too many codes were wrong, also for a right one: else it would tell which are right. */
async function countGuess(
  { redis, log }: ServerContext,
  exchange: Exchange,
  { line: { settings } }: Visit,
): Promise<Guess> {
  const guess = await takeGuess(redis, settings, addressGroup(exchange.address)).catch(
    (error: unknown) => {
      throw lineFailure(error, log);
    },
  );
  if (guess.waitSeconds > 0)
    throw new HttpError("code-guesses", guess.waitSeconds * 1_000, settings);
  return guess;
}

function answer(
  exchange: Exchange,
  { event }: Visit,
  target: string | null,
  json: string,
  cookies: readonly string[] = [],
): void {
  if (wantsJson(exchange)) {
    sendJsonText(exchange, json, cookies);
    return;
  }
  redirect(exchange, 303, queuePageOf(exchange, event, target), cookies);
}
