import type { JoinAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Form, readForm } from "@/waiting-room/http/body";
import {
  type Exchange,
  header,
  redirect,
  sendJsonText,
  wantsJson,
  wrongField,
} from "@/waiting-room/http/http";
import { receiptCookie } from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission";
import { answerAdmitted } from "@/waiting-room/visit/answer-admitted";
import { handOver } from "@/waiting-room/visit/carry";
import { requireCookies } from "@/waiting-room/visit/cookies-kept";
import { answerDropped, isLeftDropped } from "@/waiting-room/visit/dropped";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import { answerStop } from "@/waiting-room/visit/gate/answer-stop";
import { giveBack } from "@/waiting-room/visit/give-back";
import { isGivenBack } from "@/waiting-room/visit/given-back";
import { answerInside } from "@/waiting-room/visit/inside-page";
import { lineFailure } from "@/waiting-room/visit/line-failure";
import { hasMoved } from "@/waiting-room/visit/moved";
import { withKey } from "@/waiting-room/visit/possession";
import { withQuestion } from "@/waiting-room/visit/program-links";
import { readJoinCredential } from "@/waiting-room/visit/read-join-credential";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { JOIN_ID_FORM, takePlace } from "@/waiting-room/visit/take-place";
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

const FULL_RETRY_MS = 10_000;

/** `POST /line/{c}/{e}/join`: the only way to a number. The same `joinId` gets the same number. */
export async function join(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const form = withQuestion(exchange, await readForm(exchange));
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

/**
 * Without an id each join would hand out another number, also that of a program which only lost the answer. A form of a
 * page may lack it: browsers ask before they send one again.
 */
function requireJoinId(exchange: Exchange, form: Form): void {
  const isOfPage = header(exchange.request, "accept")?.includes("text/html") === true;
  if (!isOfPage && !form.get("joinId")) throw wrongField("joinId", JOIN_ID_FORM);
}

/** A visitor whose place went to another device, or was given back, joins like one without a place. */
async function heldHere(context: ServerContext, visit: Visit): Promise<Visit> {
  const isGone = (await hasMoved(context, visit)) || (await isGivenBack(context, visit));
  return isGone ? { ...visit, place: null } : visit;
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
  if (wantsJson(exchange)) {
    sendJsonText(exchange, json, cookies);
    return;
  }
  redirect(exchange, 303, queuePageOf(exchange, event, target), cookies);
}
