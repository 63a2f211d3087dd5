import type { PublicLine } from "@/lib/domain/line/public-line";
import type { EnterAnswer, MovedAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { readForm } from "@/waiting-room/http/body";
import {
  type Exchange,
  HttpError,
  redirect,
  sendJson,
  sendJsonText,
  wrongField,
} from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { publicLine } from "@/waiting-room/line/public-line";
import { languageAsked } from "@/waiting-room/line/said";
import { isClaim, readClaim } from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission/admission";
import { type EntryRefusal, goIn } from "@/waiting-room/visit/admission/go-in";
import type { AdmittedPlace } from "@/waiting-room/visit/admission/pass-waiting";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { withoutPlace } from "@/waiting-room/visit/place/place-given-back";
import { answerElsewhere } from "@/waiting-room/visit/place/possession";
import { answerInside } from "@/waiting-room/visit/screens/inside-page";
import { sendMovePage } from "@/waiting-room/visit/screens/send-move-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { queuePageOf, readVisit, stillThere, type Visit } from "@/waiting-room/visit/visit";

type Answer =
  | { readonly status: "admitted"; readonly redirectUrl: string; readonly kept?: string }
  | { readonly status: "none" }
  | EntryRefusal;

/**
 * `POST /line/{c}/{e}/enter`: takes a slot for a number that has been called. Repeating it with the same
 * claim gets the same token.
 */
export async function enter(
  context: ServerContext,
  exchange: Exchange,
  asked: EventLine,
): Promise<void> {
  const form = await readForm(exchange);
  const found = asked.isGone ? await stillThere(context, asked) : asked;
  const visit = readVisit(context, exchange, found, form);
  const claim = form.get("claim") ?? readClaim(exchange, visit.event);
  const target = form.get("t") ?? exchange.asked("t");
  const leftMs = Number(form.get("left") ?? exchange.asked("left")) || 0;
  if (visit.place === null) return answer(exchange, visit, target, { status: "none" });
  if (!isClaim(claim)) throw wrongField("claim", "22 characters of base64url", claim);
  const { place } = visit;
  const entry = await goIn(context, exchange, { visit, place, claim }, leftMs);
  switch (entry.type) {
    case "admitted":
      return admit(context, exchange, visit, entry, target);
    case "inside":
      return answerInside(exchange, { visit, untilMs: entry.untilMs, target });
    case "moved":
      return answerMoved(context, exchange, { visit, place, target });
    case "elsewhere":
      return answerElsewhere(exchange, { visit, target });
    case "refused":
      return answer(exchange, visit, target, entry.answer);
  }
}

/** Tells a visitor whose place went to another device, and marks the place, so that each page says so from here on. */
function answerMoved(
  context: ServerContext,
  exchange: Exchange,
  moved: { readonly visit: Visit; readonly place: Place; readonly target: string | null },
): void {
  const { visit, place, target } = moved;
  const { cookies, kept } = handOver(context, exchange, visit, { ...place, hasMoveCode: true });
  const pageUrl = queuePageOf(exchange, visit.event, target);
  const answered: MovedAnswer = { status: "moved", pageUrl };
  const body = kept === null ? answered : { ...answered, kept };
  if (exchange.wantsJson) sendJson(exchange, 200, body, { "set-cookie": cookies });
  else sendMovePage(exchange, { visit, target, cookies, view: { state: "moved" } });
}

/** Answers with the token of an admission, and seals the admission into the place. */
async function admit(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { permit, place }: AdmittedPlace,
  target: string | null,
): Promise<void> {
  const { admission } = place;
  const url = admittedUrl(
    context,
    { line: visit.line, exchange },
    { permit, place, admission },
    target,
  );
  const redirectUrl = typeof url === "string" ? url : await url;
  const { cookies, kept } = handOver(context, exchange, visit, place);
  const keeps = kept === null ? {} : { kept };
  answer(exchange, visit, target, { status: "admitted", redirectUrl, ...keeps }, cookies);
}

function lineFor({ request }: Exchange, { line, place }: Visit): PublicLine {
  return publicLine(line, place?.lane, languageAsked(line.settings, request.url));
}

function shownTo(exchange: Exchange, visit: Visit, body: Answer): EnterAnswer<PublicLine> {
  if (body.status === "wait") return { ...body, line: lineFor(exchange, visit) };
  return body.status === "spent" ? { ...body, ...withoutPlace(visit) } : body;
}

function answer(
  exchange: Exchange,
  visit: Visit,
  target: string | null,
  body: Answer,
  cookies: readonly string[] = [],
): void {
  if (exchange.wantsJson) {
    sendJsonText(exchange, JSON.stringify(shownTo(exchange, visit, body)), cookies);
    return;
  }
  if (body.status === "admitted") {
    redirect(exchange, 303, body.redirectUrl, cookies);
    return;
  }
  const { settings } = visit.line;
  if (body.status === "used") throw new HttpError("used-elsewhere", undefined, settings);
  if (body.status === "soldout") throw new HttpError("sold-out", undefined, settings);
  if (body.status === "spent") throw new HttpError("join-again", undefined, settings);
  redirect(exchange, 303, queuePageOf(exchange, visit.event, target));
}
