import type { EventSettings } from "@/lib/domain/event/settings";
import type { JoinAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Form, readForm } from "@/waiting-room/http/body";
import {
  type Exchange,
  header,
  redirect,
  sendJsonText,
  wrongField,
} from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { usedCodeCookies } from "@/waiting-room/place/code-cookie";
import { receiptCookie } from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission/admission";
import { answerAdmitted } from "@/waiting-room/visit/admission/answer-admitted";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import { answerStop } from "@/waiting-room/visit/gate/answer-stop";
import { bindsToBrowser } from "@/waiting-room/visit/gate/gate-plan";
import { cameBy } from "@/waiting-room/visit/join/credential-of-place";
import { lineFailure } from "@/waiting-room/visit/join/line-failure";
import {
  type JoinCredential,
  readJoinCredential,
} from "@/waiting-room/visit/join/read-join-credential";
import { JOIN_ID_FORM, takePlace } from "@/waiting-room/visit/join/take-place";
import { answerDropped, isLeftDropped } from "@/waiting-room/visit/place/dropped-by-draw";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { giveBack } from "@/waiting-room/visit/place/leave-former-place";
import { isGivenBack } from "@/waiting-room/visit/place/place-given-back";
import { hasMoved } from "@/waiting-room/visit/place/place-on-other-device";
import { withKey } from "@/waiting-room/visit/place/possession";
import { waitingAnswer } from "@/waiting-room/visit/place/waiting-answer";
import { requireCookies } from "@/waiting-room/visit/request/cookie-support";
import { withQuestion } from "@/waiting-room/visit/request/program-links";
import { answerInside } from "@/waiting-room/visit/screens/inside-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  queuePageOf,
  readVisit,
  type Standing,
  standingByLine,
  standingOf,
  stillThere,
  type Visit,
} from "@/waiting-room/visit/visit";

const FULL_RETRY_MS = 10_000;

/** `POST /line/{c}/{e}/join`: the only way to a number. The same `joinId` gets the same number. */
export async function join(
  context: ServerContext,
  exchange: Exchange,
  asked: EventLine,
): Promise<void> {
  const sent = await readForm(exchange);
  const form = exchange.hasQuestion ? withQuestion(exchange, sent) : sent;
  const line = asked.isGone ? await stillThere(context, asked) : asked;
  const visit = readVisit(context, exchange, line, form);
  // Most who join bring nothing that has to be looked up first.
  if (visit.place === null && visit.dropped === undefined)
    await joinAnew(context, exchange, visit, form);
  else await joinWith(context, exchange, visit, form);
}

/** Of somebody who brings a place, also one that the draw has dropped. */
async function joinWith(
  context: ServerContext,
  exchange: Exchange,
  read: Visit,
  form: Form,
): Promise<void> {
  const visit = await heldHere(context, read);
  if (isLeftDropped(visit, form)) return answerDropped(exchange, visit, form.get("t"));
  const standing = visit.place?.admission
    ? await standingOfAdmitted(context, visit)
    : standingOf(visit);
  if (standing.type === "none") return joinAnew(context, exchange, visit, form);
  return joinAgain(context, exchange, { visit, form, standing });
}

/** Of somebody without a place that counts. */
function joinAnew(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  form: Form,
): Promise<void> {
  const { line } = visit;
  if (visit.place === null && !exchange.wantsJson) requireCookies(exchange, line.settings);
  const read = mayBeInvited(line.settings, form)
    ? readJoinCredential(context, exchange, { line, form })
    : null;
  const joinBy = (credential: JoinCredential | null) =>
    joinLine(context, exchange, visit, { form, credential });
  return read instanceof Promise ? read.then(joinBy) : joinBy(read);
}

type Held = {
  readonly visit: Visit;
  readonly form: Form;
  readonly standing: Exclude<Standing, { type: "none" }>;
};

/** Of somebody who has a place, or is in. */
async function joinAgain(
  context: ServerContext,
  exchange: Exchange,
  { visit, form, standing }: Held,
): Promise<void> {
  const { line } = visit;
  const target = form.get("t");
  if (standing.type === "admitted") {
    if (exchange.wantsJson) return answerAdmitted(context, exchange, { visit, standing, target });
    const url = await admittedUrl(context, { line, exchange }, standing, target);
    return redirect(exchange, 303, url);
  }
  if (standing.type === "inside")
    return answerInside(exchange, { visit, untilMs: standing.untilMs, target });
  const credential =
    standing.type === "waiting" && mayBeInvited(line.settings, form)
      ? await readJoinCredential(context, exchange, { line, form })
      : null;
  const { place } = standing;
  // What has led here leads nowhere else: opened or typed again it is not used again, and the place is kept.
  if (credential !== null && !cameBy(place.queueId, credential))
    return joinLine(context, exchange, visit, { form, credential });
  const { cookies, kept } = handOver(context, exchange, visit, place);
  const body = waitingAnswer(exchange, visit, { place, kept });
  answer(exchange, visit, target, body, cookies);
}

/** Takes a place in line, if the gate lets the visitor. */
async function joinLine(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { form, credential }: { readonly form: Form; readonly credential: JoinCredential | null },
): Promise<void> {
  const target = form.get("t");
  requireJoinId(exchange, form);
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
  if (outcome.type === "stopped")
    return answerStop(context, exchange, visit, { form, verdict: outcome.verdict });
  const joined = heldAlready(visit, outcome.place) ?? outcome.place;
  const place = bindsToBrowser(visit.line.settings) ? withKey(exchange, joined) : joined;
  if (visit.place !== null) await giveBack(context, visit, place);
  const { cookies, kept } = handOver(context, exchange, visit, place);
  const { receipt, gateCookies } = outcome;
  const proof = receipt === null ? [] : [receiptCookie(exchange, visit.event, receipt)];
  const json = waitingAnswer(exchange, visit, { place, receipt, kept });
  const used = credential?.codeId ? usedCodeCookies(exchange, visit.event) : [];
  const isPlain = proof.length + gateCookies.length + used.length === 0;
  const all = isPlain ? cookies : [...cookies, ...proof, ...gateCookies, ...used];
  answer(exchange, visit, target, json, all);
}

/**
 * Without an id each join would hand out another number, also that of a program which only lost the answer. A form of a
 * page may lack it: browsers ask before they send one again.
 */
function requireJoinId(exchange: Exchange, form: Form): void {
  const isOfPage = header(exchange.request, "accept")?.includes("text/html") === true;
  if (!isOfPage && !form.get("joinId")) throw wrongField("joinId", JOIN_ID_FORM);
}

/** A visitor whose place went to another device, or was given back, joins like one without a place. */
async function heldHere(context: ServerContext, read: Visit): Promise<Visit> {
  const visit = await releasedVisit(context, read);
  const isGone = (await hasMoved(context, visit)) || (await isGivenBack(context, visit));
  return isGone ? { ...visit, place: null } : visit;
}

/** Without the line nobody can be told to have no place. */
async function standingOfAdmitted(context: ServerContext, visit: Visit): Promise<Standing> {
  return standingByLine(visit).catch((error: unknown) => {
    const known = standingOf(visit);
    if (known.type === "none") throw lineFailure(error, context.log);
    return known;
  });
}

/** False for most joins: nothing leads them in, and nothing has to. */
function mayBeInvited({ inviteOnly }: EventSettings, form: Form): boolean {
  return inviteOnly || Boolean(form.get("enqueueToken")) || Boolean(form.get("code"));
}

/** The place as the visitor holds it, where a join has led to it again: it may have moved since. */
function heldAlready({ place: held }: Visit, { number, lane, moves }: Place): Place | null {
  const isSame = held?.number === number && held.lane === lane && held.moves >= moves;
  return isSame && held.admission === null ? held : null;
}

function answer(
  exchange: Exchange,
  { event }: Visit,
  target: string | null,
  json: string,
  cookies: readonly string[] = [],
): void {
  if (exchange.wantsJson) {
    sendJsonText(exchange, json, cookies);
    return;
  }
  redirect(exchange, 303, queuePageOf(exchange, event, target), cookies);
}
