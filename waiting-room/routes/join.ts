import { randomBytes, randomUUID } from "node:crypto";
import type { JoinAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Guess, takeGuess } from "@/lib/line/commands/code-guesses";
import { type Form, readForm } from "@/waiting-room/http/body";
import {
  type Exchange,
  HttpError,
  redirect,
  sendJsonText,
  wantsJson,
} from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { Busy, JoinRequest } from "@/waiting-room/line/join-calls";
import type {
  CredentialJoinOutcome,
  CredentialJoinRequest,
} from "@/waiting-room/line/join-with-credential";
import { receiptCookie } from "@/waiting-room/place/cookies";
import { newPlace, type Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission";
import { answerAdmitted } from "@/waiting-room/visit/answer-admitted";
import { handOver } from "@/waiting-room/visit/carry";
import { requireCookies } from "@/waiting-room/visit/cookies-kept";
import { refusalOfClosed } from "@/waiting-room/visit/count-refusal";
import { answerDropped, isLeftDropped } from "@/waiting-room/visit/dropped";
import { noteAnswerTime } from "@/waiting-room/visit/false-queue/answer-time";
import { joinFalsely } from "@/waiting-room/visit/false-queue/join-falsely";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import { answerStop } from "@/waiting-room/visit/gate/answer-stop";
import { countsJoins } from "@/waiting-room/visit/gate/judge-by-rules";
import { judgeJoin } from "@/waiting-room/visit/gate/judge-join";
import { mayPassBy } from "@/waiting-room/visit/gate/let-by";
import { offerChallenge } from "@/waiting-room/visit/gate/offer-challenge";
import { guessersOf, noteJoin } from "@/waiting-room/visit/gate/sources-of";
import type { JoinVerdict, StopVerdict } from "@/waiting-room/visit/gate/verdict";
import { giveBack } from "@/waiting-room/visit/give-back";
import { answerInside } from "@/waiting-room/visit/inside-page";
import { laneOfRule } from "@/waiting-room/visit/lane-of-rule";
import { lineFailure } from "@/waiting-room/visit/line-failure";
import { hasMoved } from "@/waiting-room/visit/moved";
import { marksOfKey, withKey } from "@/waiting-room/visit/possession";
import { queueIdOf } from "@/waiting-room/visit/queue-id-of";
import { type JoinCredential, readJoinCredential } from "@/waiting-room/visit/read-join-credential";
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
  const form = await readForm(exchange);
  const line =
    knownLine(context, customerId, eventId) ?? (await findLine(context, customerId, eventId));
  const read = await releasedVisit(context, readVisit(context, exchange, line, form));
  const visit = await heldHere(context, read);
  if (isLeftDropped(visit, form)) return answerDropped(exchange, visit, form.get("t"));
  const standing = await standingByLine(visit).catch((error: unknown) => {
    const known = standingOf(visit);
    // Without the line nobody can be told to have no place.
    if (known.type === "none") throw lineFailure(error, context.log);
    return known;
  });
  const target = form.get("t");
  if (standing.type === "admitted") {
    if (wantsJson(exchange)) return answerAdmitted(context, exchange, { visit, standing, target });
    return redirect(
      exchange,
      303,
      await admittedUrl(context, { line, exchange }, standing, target),
    );
  }
  if (standing.type === "inside") {
    return answerInside(exchange, { visit, untilMs: standing.untilMs, target });
  }
  const credential =
    standing.type === "renewable" ? null : await credentialOf(context, exchange, { visit, form });
  if (standing.type !== "none" && credential === null) {
    const { place } = standing;
    const { cookies, kept } = handOver(context, exchange, visit, place);
    const body = waitingAnswer(exchange, visit, { place, kept });
    return answer(exchange, visit, target, body, cookies);
  }
  const outcome = await takePlace(context, exchange, visit, { form, credential });
  if (outcome.type === "closed") {
    const closed: JoinAnswer = { status: "closed" };
    return answer(exchange, visit, target, JSON.stringify(closed));
  }
  if (outcome.type === "full") {
    const retryAfterMs = Math.round(FULL_RETRY_MS * (0.75 + 0.5 * Math.random()));
    const full: JoinAnswer = { status: "full", retryAfterMs };
    return answer(exchange, visit, target, JSON.stringify(full));
  }
  if (outcome.type === "stopped") {
    return answerStop(context, exchange, visit, { form, verdict: outcome.verdict });
  }
  const joined = heldAlready(visit, outcome.place) ?? outcome.place;
  const place = withKey(exchange, line, joined);
  if (visit.place !== null) await giveBack(context, visit, place);
  const { cookies, kept } = handOver(context, exchange, visit, place);
  const { receipt, gateCookies } = outcome;
  const proof = receipt === null ? [] : [receiptCookie(exchange, visit.event, receipt)];
  const json = waitingAnswer(exchange, visit, { place, receipt, kept });
  answer(exchange, visit, target, json, [...cookies, ...proof, ...gateCookies]);
}

type Joining = {
  /** With `joinId`, `lane` and `rule`. */
  readonly form: Form;
  readonly credential: JoinCredential | null;
};

/** Joins with a credential or by the visitor's rule, if the gate lets them, and counts what becomes of it. */
export async function takePlace(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, credential }: Joining,
): Promise<(JoinEnd & { readonly gateCookies: readonly string[] }) | Stopped> {
  const line = visit.ofFalseQueue?.line ?? visit.line;
  const isDropped = visit.dropped !== undefined;
  const verdict = await judgeJoin(context, exchange, { line, form, isDropped });
  if (verdict.type === "false-queue") {
    const lane = credential?.lane ?? (await laneOfRule(context, line, form))?.lane;
    const standing = line.standingOf(lane ?? line.joinedLane);
    const falsely = { lane: standing.lane, ...readJoin(form) };
    return { ...(await joinFalsely(context, line, falsely)), gateCookies: [] };
  }
  if (verdict.type === "let-by" && !mayPassBy(line)) return { type: "closed", gateCookies: [] };
  if (verdict.type !== "join") return { type: "stopped", verdict };
  const startedAtMs = performance.now();
  const joining = { form, credential, verdict };
  const outcome = await joinJudged(context, exchange, { ...visit, line }, joining);
  noteAnswerTime(line, startedAtMs);
  if (outcome.type === "busy") {
    const { load, isFinal } = outcome;
    if (isFinal) return { type: "stopped", verdict: { type: "block", reason: "" } };
    return { type: "stopped", verdict: offerChallenge(context, exchange, { line, form }, load) };
  }
  const askedLane = line.standingOf(credential?.lane ?? line.joinedLane).lane;
  if (outcome.type === "closed") line.counts.note(refusalOfClosed(line), askedLane);
  if (outcome.type === "full") line.counts.note("refused-full", askedLane);
  if (outcome.type === "joined") noteJoined(context, exchange, line, outcome.place);
  return { ...outcome, gateCookies: verdict.cookies };
}

function noteJoined(
  context: Pick<ServerContext, "customerSums" | "joinsSeen">,
  exchange: Exchange,
  line: EventLine,
  { lane }: Place,
): void {
  line.checkIns.note(lane);
  noteJoin(context, exchange, line);
  if (countsJoins(line)) context.joinsSeen.note(line, exchange.address, performance.now());
}

function joinJudged(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, credential, verdict }: Joining & { readonly verdict: JoinVerdict },
): Promise<JoinOutcome> {
  const { sources, proven: isProven, marks } = verdict;
  const keyMarks = marksOfKey(exchange, visit.line.settings);
  const joiner = { ...readJoin(form), sources, isProven, marks: marks | keyMarks };
  if (credential === null) return joinByRule(context, visit, { form, joiner });
  return joinWithCredential(context, exchange, visit, { ...credential, ...joiner });
}

/** A visitor whose place went to another device joins like one without a place. */
async function heldHere(context: ServerContext, visit: Visit): Promise<Visit> {
  return (await hasMoved(context, visit)) ? { ...visit, place: null } : visit;
}

function credentialOf(
  context: ServerContext,
  exchange: Exchange,
  { visit, form }: { readonly visit: Visit; readonly form: Form },
) {
  const { line, place } = visit;
  if (place === null) requireCookies(exchange, line.settings);
  return readJoinCredential(context, exchange, { line, form });
}

/** How a join call has ended; `busy`: a source is over its limit by so many times, and nothing was taken. */
type JoinOutcome = JoinEnd | Busy;

/** How a join has ended. */
type JoinEnd =
  | { readonly type: "joined"; readonly place: Place; readonly receipt: string | null }
  | { readonly type: "full" }
  | { readonly type: "closed" };

/** The gate has asked for something else first. */
type Stopped = { readonly type: "stopped"; readonly verdict: StopVerdict };

/** The place as the visitor holds it, where a join has led to it again: it may have moved since. */
function heldAlready({ place: held }: Visit, { number, lane, moves }: Place): Place | null {
  const isSame = held?.number === number && held.lane === lane && held.moves >= moves;
  return isSame && held.admission === null ? held : null;
}

function readJoin(form: Form) {
  const text = form.get("joinId");
  if (text !== null && !JOIN_ID.test(text)) throw new HttpError("bad-request");
  const joinId = text === null ? randomBytes(16) : Buffer.from(text, "base64url");
  return { joinId };
}

/** Joins the lane of the visitor's rule, else the default one. What was signed for one visitor leads nobody else there. */
async function joinByRule(
  context: ServerContext,
  visit: Visit,
  { form, joiner }: { readonly form: Form; readonly joiner: Omit<JoinRequest, "lane"> },
): Promise<JoinOutcome> {
  const { line } = visit;
  const byRule = await laneOfRule(context, line, form);
  if (byRule !== null && byRule.rightId !== "") {
    const { lane, rightId: tokenId } = byRule;
    const request = { ...joiner, lane, tokenId, tokenKey: "", codeId: "", queueId: randomUUID() };
    const outcome = await line.joinWithCredential(request).catch((error: unknown) => {
      throw lineFailure(error, context.log);
    });
    if (outcome.type === "placed") return placedAs(visit, outcome);
    if (outcome.type === "busy") return outcome;
    if (outcome.type === "full" || outcome.type === "closed") return { type: outcome.type };
  }
  const lane = byRule === null || byRule.rightId !== "" ? line.joinedLane : byRule.lane;
  return tryJoin(visit, { ...joiner, lane }, context.log);
}

async function tryJoin(
  visit: Visit,
  request: JoinRequest,
  log: (error: unknown) => void,
): Promise<JoinOutcome> {
  try {
    const outcome = await visit.line.join(request);
    if (outcome.type !== "joined") return outcome;
    const { number, lineTimeMs, ticket } = outcome;
    const { joinId } = request;
    const { lane } = visit.line.standingOf(request.lane);
    const queueId = ticket?.queueId ?? queueIdOf(visit, { lane, number }, joinId);
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
): Promise<JoinOutcome> {
  const guess = request.codeId === "" ? null : await countGuess(context, exchange, visit);
  const outcome = await visit.line
    .joinWithCredential({ ...request, queueId: randomUUID() })
    .catch((error: unknown) => {
      throw lineFailure(error, context.log);
    });
  if (outcome.type !== "unknown") guess?.giveBack().catch(context.log);
  if (outcome.type === "busy") return outcome;
  if (outcome.type === "full" || outcome.type === "closed") return { type: outcome.type };
  if (outcome.type !== "placed")
    throw new HttpError(REFUSALS[outcome.type], undefined, visit.line.settings);
  return placedAs(visit, outcome);
}

function placedAs(
  { line }: Visit,
  placed: Extract<CredentialJoinOutcome, { type: "placed" }>,
): JoinOutcome {
  const place = newPlace({ ...placed, runId: line.settings.runId });
  return {
    type: "joined",
    place: { ...place, moves: placed.moves },
    receipt: placed.ticket?.receipt ?? null,
  };
}

/** Throws 429 where too many codes were wrong, also for a right one: else it would tell which are right. */
async function countGuess(
  context: ServerContext,
  exchange: Exchange,
  { line }: Visit,
): Promise<Guess> {
  const { settings } = line;
  const guessers = guessersOf(context, exchange, line);
  const guess = await takeGuess(context.redis, settings, guessers).catch((error: unknown) => {
    throw lineFailure(error, context.log);
  });
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
