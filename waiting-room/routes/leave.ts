import type { LeaveAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Form, readForm } from "@/waiting-room/http/body";
import { type Exchange, header, redirect, sendJson } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { clearedPlaceCookies, sealedPlaceCookie } from "@/waiting-room/place/cookies";
import { leftCookie } from "@/waiting-room/place/left-cookie";
import { lineFailure } from "@/waiting-room/visit/join/line-failure";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { leaveNow } from "@/waiting-room/visit/place/leavers";
import { withoutPlace } from "@/waiting-room/visit/place/place-given-back";
import { takeBack } from "@/waiting-room/visit/place/take-back";
import { sendLeavePage, sendLeftPage } from "@/waiting-room/visit/screens/leave-pages";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { queuePageOf, readVisit, stillThere, type Visit } from "@/waiting-room/visit/visit";

/**
 * `POST /line/{c}/{e}/leave`: the visitor gives the place back, or ends the visit at the site. The number
 * takes no slot and is never handed out again. Whoever waits is asked first by a page, unless `sure` is sent, and may
 * take the place back for a while with `undo`. A program that asks for JSON asks its visitor itself.
 */
export async function leave(
  context: ServerContext,
  exchange: Exchange,
  asked: EventLine,
): Promise<void> {
  const form = await readForm(exchange);
  const found = await stillThere(context, asked);
  const visit = readVisit(context, exchange, found, form);
  if (!exchange.wantsJson) {
    if (form.get("undo") !== null) return undo(context, exchange, visit, form);
    if (visit.place?.admission === null) return leaveByPage(context, exchange, visit, form);
  }
  await leaveAtOnce(context, exchange, visit);
}

async function leaveAtOnce(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): Promise<void> {
  const { line, place, event } = visit;
  if (place !== null)
    await leaveNow(line, place).catch((error: unknown) => {
      throw lineFailure(error, context.log);
    });
  const cookies = clearedPlaceCookies(exchange, event);
  if (exchange.wantsJson) {
    const left: LeaveAnswer = { status: "left", ...withoutPlace(visit) };
    return sendJson(exchange, 200, left, { "set-cookie": cookies });
  }
  sendMessage(exchange, "left", line.settings, { cookies });
}

/** Of somebody who waits, and has a page. */
function leaveByPage(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  form: Form,
): void | Promise<void> {
  const { line, event, place, carried } = visit;
  if (place === null) return leaveAtOnce(context, exchange, visit);
  const target = targetAsked(exchange, form);
  const sealed = carried.text ?? context.sealer.seal(event, place);
  if (form.get("sure") === null) {
    const { cookies } = handOver(context, exchange, visit, place);
    return sendLeavePage(exchange, { visit, target, sealed, cookies });
  }
  // What is taken back comes as a cookie.
  if (!carried.inCookie) return leaveAtOnce(context, exchange, visit);
  context.leavers.leaveSoon(line, place);
  const left = { sealed, leftAtMs: line.lineNow() };
  const cookies = [...clearedPlaceCookies(exchange, event), leftCookie(exchange, event, left)];
  redirect(exchange, 303, queuePageOf(exchange, event, target), cookies);
}

async function undo(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  form: Form,
): Promise<void> {
  const { line, event } = visit;
  const target = form.get("t");
  const taken = await takeBack(context, visit).catch((error: unknown) => {
    throw lineFailure(error, context.log);
  });
  if (taken === null) {
    return sendLeftPage(exchange, { visit, target, left: null });
  }
  line.checkIns.note(taken.lane);
  const sealed = context.sealer.seal(event, taken);
  const cookies = [sealedPlaceCookie(exchange, event, sealed), leftCookie(exchange, event, null)];
  redirect(exchange, 303, queuePageOf(exchange, event, target), cookies);
}

/** Where the visitor wants to go: the form of the waiting page does not say it, its address does. */
function targetAsked({ request }: Exchange, form: Form): string | null {
  const referrer = header(request, "referer") ?? "";
  const asked = URL.canParse(referrer) ? new URL(referrer).searchParams.get("t") : null;
  return form.get("t") ?? asked;
}
