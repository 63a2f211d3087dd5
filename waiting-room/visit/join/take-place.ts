import { randomBytes, randomUUID } from "node:crypto";
import { readTypedCode } from "@/lib/domain/access-code/typed-code";
import { joinedLanes } from "@/lib/domain/lane/lane";
import { type Guess, takeGuess } from "@/lib/line/commands/code-guesses";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError, wrongField } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type {
  Busy,
  JoinRequest,
  JoinOutcome as LineJoinOutcome,
} from "@/waiting-room/line/join-calls";
import type {
  CredentialJoinOutcome,
  CredentialJoinRequest,
} from "@/waiting-room/line/join-with-credential";
import { newPlace, type Place } from "@/waiting-room/place/place";
import { joinFalsely } from "@/waiting-room/visit/false-queue/join-falsely";
import { offerChallenge } from "@/waiting-room/visit/gate/challenge/offer-challenge";
import { judgeJoin, tellJoined } from "@/waiting-room/visit/gate/judge-join";
import { guessersOf } from "@/waiting-room/visit/gate/limits/sources-of";
import { mayPassBy } from "@/waiting-room/visit/gate/rules/admit-by-rule";
import type { JoinVerdict, StopVerdict, Verdict } from "@/waiting-room/visit/gate/verdict";
import { queueIdOf } from "@/waiting-room/visit/place/queue-id-of";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";
import { refusalOfClosed } from "./count-refusal";
import { newQueueIdBy } from "./credential-of-place";
import { laneOfRule } from "./lane-of-rule";
import { lineFailure } from "./line-failure";
import type { JoinCredential } from "./read-join-credential";

const JOIN_ID = /^[\w-]{22}$/;
/** The same in words. */
export const JOIN_ID_FORM = "22 characters of base64url";

type Joining = {
  /** With `joinId`, `lane` and `rule`. */
  readonly form: Form;
  readonly credential: JoinCredential | null;
};

/** Joins with a credential or by the visitor's rule, if the gate lets them, and counts what becomes of it. */
export function takePlace(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  joining: Joining,
): Promise<Taken> {
  const line = visit.ofFalseQueue?.line ?? visit.line;
  const isDropped = visit.dropped !== undefined;
  const judged = judgeJoin(context, exchange, { line, form: joining.form, isDropped });
  // Most are judged, and take a place, without waiting for anything but the line.
  const goOn = (verdict: Verdict): Promise<Taken> => {
    const waits = opened(context, visit, verdict);
    const take = () => takeJudged(context, exchange, visit, { verdict, ...joining });
    return waits === null ? take() : waits.then(take);
  };
  return judged instanceof Promise ? judged.then(goOn) : goOn(judged);
}

type Taken = (JoinEnd & { readonly gateCookies: readonly string[] }) | Stopped;

async function takeJudged(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, credential, verdict }: Joining & { readonly verdict: Verdict },
): Promise<Taken> {
  const line = visit.ofFalseQueue?.line ?? visit.line;
  if (verdict.type === "false-queue") return joinFalseQueue(context, line, { form, credential });
  if (verdict.type === "let-by" && !mayPassBy(line)) return { type: "closed", gateCookies: [] };
  if (verdict.type !== "join") return { type: "stopped", verdict };
  const startedAtMs = performance.now();
  const joining = { form, credential, verdict };
  const own = visit.ofFalseQueue === undefined ? visit : { ...visit, line };
  let outcome = await joinJudged(context, exchange, own, joining);
  if (outcome.type === "busy")
    outcome = await joinIfBusy(context, exchange, own, { ...joining, busy: outcome });
  line.joinTookMs = performance.now() - startedAtMs;
  if (outcome.type === "busy") {
    const { load, isFinal } = outcome;
    if (isFinal) return { type: "stopped", verdict: { type: "block", reason: "" } };
    return { type: "stopped", verdict: offerChallenge(context, exchange, { line, form }, load) };
  }
  if (outcome.type === "joined") noteJoined(context, exchange, line, outcome.place);
  else countRefused(line, outcome, credential?.lane ?? line.joinedLane);
  // Last: V8 takes microseconds to add to an object literal that begins with a spread.
  return { gateCookies: verdict.cookies, ...outcome };
}

/** Joins beyond a limit by what the visitor has passed before, which is spent only here. */
async function joinIfBusy(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { busy, verdict, ...joining }: Joining & { readonly verdict: JoinVerdict; readonly busy: Busy },
): Promise<JoinOutcome> {
  const { sourcesIfBusy: sources } = verdict;
  if (sources === null || busy.isFinal) return busy;
  const again = { ...joining, verdict: { ...verdict, sources } };
  const outcome = await joinJudged(context, exchange, visit, again);
  return outcome.type === "busy" ? busy : outcome;
}

async function joinFalseQueue(
  context: ServerContext,
  line: EventLine,
  { form, credential }: Joining,
): Promise<JoinEnd & { readonly gateCookies: readonly string[] }> {
  const lane = credential?.lane ?? (await laneOfRule(context, line, form))?.lane;
  const standing = line.standingOf(lane ?? line.joinedLane);
  const falsely = { lane: standing.lane, joinId: readJoinId(form) };
  return { ...(await joinFalsely(context, line, falsely)), gateCookies: [] };
}

/** In the first seconds of an opening: when they are over, in random order. */
function opened({ log }: ServerContext, { line }: Visit, { type }: Verdict): Promise<void> | null {
  // Where nothing opens at a set time nobody waits for it.
  const mayWait = line.settings.startAtMs !== null && (type === "join" || type === "false-queue");
  const waits = mayWait ? line.opening.wait() : null;
  return (
    waits?.catch((error: unknown) => {
      throw lineFailure(error, log);
    }) ?? null
  );
}

function countRefused(line: EventLine, { type }: JoinEnd, joinedLane: number): void {
  const { lane } = line.standingOf(joinedLane);
  line.counts.note(type === "closed" ? refusalOfClosed(line) : "refused-full", lane);
}

function noteJoined(
  context: ServerContext,
  exchange: Exchange,
  line: EventLine,
  { lane }: Place,
): void {
  line.checkIns.note(lane);
  tellJoined(context, exchange, line);
}

function joinJudged(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, credential, verdict }: Joining & { readonly verdict: JoinVerdict },
): Promise<JoinOutcome> {
  const { sources, proven: isProven, marks } = verdict;
  const { socket: connection } = exchange.request;
  const joinId = readJoinId(form);
  const joiner = { joinId, sources, isProven, marks, connection };
  if (credential !== null)
    return joinWithCredential(context, exchange, visit, { form, ...credential, ...joiner });
  // Most events have one lane: no rule leads to another.
  if (visit.line.hasLanes) {
    const unruled = drawnLane(context, exchange, visit.line, joinId) ?? visit.line.joinedLane;
    return joinByRule(context, visit, { form, joiner, unruled });
  }
  return tryJoin(visit, { lane: visit.line.joinedLane, ...joiner }, context.log);
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

function readJoinId(form: Form): Buffer {
  const text = form.get("joinId");
  if (text !== null && !JOIN_ID.test(text)) throw wrongField("joinId", JOIN_ID_FORM, text);
  return text === null ? randomBytes(16) : Buffer.from(text, "base64url");
}

/** The lane of a visitor whom the lottery beside the line has drawn; null for all others. */
function drawnLane(
  { lottery }: ServerContext,
  exchange: Exchange,
  line: EventLine,
  joinId: Buffer,
): number | null {
  const { admission } = line.settings;
  if (admission?.lane === undefined) return null;
  const lane = joinedLanes(line.settings).lanes.findIndex(({ key }) => key === admission.lane);
  const isDrawn = () =>
    lottery.isDrawn(line, exchange, { admission, joinId: joinId.toString("base64url") });
  return lane !== -1 && isDrawn() ? lane : null;
}

type JoinByRule = {
  readonly form: Form;
  readonly joiner: Required<Omit<JoinRequest, "lane">>;
  /** The lane where no rule leads to one. */
  readonly unruled: number;
};

/** Joins the lane of the visitor's rule, else another. What was signed for one visitor leads nobody else there. */
async function joinByRule(
  context: ServerContext,
  visit: Visit,
  { form, joiner, unruled }: JoinByRule,
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
  const lane = byRule === null || byRule.rightId !== "" ? unruled : byRule.lane;
  return tryJoin(visit, { lane, ...joiner }, context.log);
}

function tryJoin(
  visit: Visit,
  request: JoinRequest,
  log: (error: unknown) => void,
): Promise<JoinOutcome> {
  return visit.line.join(request).then(
    (answer) => (answer.type === "joined" ? joinedAs(visit, request, answer) : answer),
    (error: unknown) => {
      throw lineFailure(error, log);
    },
  );
}

function joinedAs(
  visit: Visit,
  request: JoinRequest,
  { number, lineTimeMs, ticket }: Extract<LineJoinOutcome, { type: "joined" }>,
): JoinOutcome {
  const { runId } = visit.line.settings;
  const { lane } = visit.line.standingOf(request.lane);
  const queueId = ticket?.queueId ?? queueIdOf(visit, { lane, number }, request.joinId);
  const joinedAtMs = ticket?.joinedAtMs ?? lineTimeMs;
  const place = newPlace({ runId, lane, number, joinedAtMs, queueId });
  return { type: "joined", place, receipt: ticket?.receipt ?? null };
}

const REFUSALS = {
  used: "invitation-used",
  unknown: "code-unknown",
  spent: "code-spent",
  revoked: "code-revoked",
  early: "code-early",
  late: "code-late",
} as const;

async function joinWithCredential(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, ...request }: Omit<CredentialJoinRequest, "queueId"> & { readonly form: Form },
): Promise<JoinOutcome> {
  const guess = request.codeId === "" ? null : await countGuess(context, exchange, visit);
  const outcome = await visit.line
    .joinWithCredential({ ...request, queueId: newQueueIdBy(request) })
    .catch((error: unknown) => {
      throw lineFailure(error, context.log);
    });
  if (outcome.type !== "unknown") guess?.giveBack().catch(context.log);
  if (outcome.type === "busy") return outcome;
  if (outcome.type === "full" || outcome.type === "closed") return { type: outcome.type };
  if (outcome.type === "placed") return placedAs(visit, outcome);
  const isTypo = outcome.type === "unknown" && !readTypedCode(form.get("code") ?? "")?.isWellMade;
  throw new HttpError(
    isTypo ? "code-mistyped" : REFUSALS[outcome.type],
    undefined,
    visit.line.settings,
  );
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
