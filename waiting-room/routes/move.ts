import { randomBytes } from "node:crypto";
import { makeMoveCode, moveCodeId, readMoveCode } from "@/lib/domain/move-code/move-code";
import { takeGuess } from "@/lib/line/commands/code-guesses";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { readForm } from "@/waiting-room/http/body";
import {
  addressOf,
  type Exchange,
  HttpError,
  redirect,
  requireOwnPage,
  sendJson,
  sendJsonText,
} from "@/waiting-room/http/http";
import { MOVES_MAX, type Place, placeAfterDraw } from "@/waiting-room/place/place";
import { bindsToBrowser } from "@/waiting-room/visit/gate/gate-plan";
import { guessersOf } from "@/waiting-room/visit/gate/limits/sources-of";
import { lineFailure } from "@/waiting-room/visit/join/line-failure";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { giveBack } from "@/waiting-room/visit/place/leave-former-place";
import { hasMoved } from "@/waiting-room/visit/place/place-on-other-device";
import {
  answerElsewhere,
  provesPossession,
  signingOf,
  withKey,
} from "@/waiting-room/visit/place/possession";
import { waitingAnswer } from "@/waiting-room/visit/place/waiting-answer";
import { requireCookies } from "@/waiting-room/visit/request/cookie-support";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { sendMovePage } from "@/waiting-room/visit/screens/send-move-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  findLine,
  queuePageOf,
  readVisit,
  standingByLine,
  type Visit,
  wasAway,
} from "@/waiting-room/visit/visit";

type Ids = readonly string[];

/** `GET /line/{c}/{e}/move[?code=]`: makes and takes codes with which a place goes to another device. */
export async function movePage(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: Ids,
): Promise<void> {
  const line = await findLine(context, customerId, eventId);
  const visit = readVisit(context, exchange, line);
  const target = exchange.query.get("t");
  const asked = exchange.query.get("code");
  const code = asked === null ? null : readMoveCode(asked);
  if (code !== null)
    return sendMovePage(exchange, { visit, target, view: { state: "link", code } });
  if (await hasMoved(context, visit))
    return sendMovePage(exchange, { visit, target, view: { state: "moved" } });
  if (exchange.query.get("elsewhere") !== null)
    return sendMovePage(exchange, { visit, target, view: { state: "elsewhere" } });
  const signing = signingOf(context, exchange, visit);
  const view = {
    state: "ask",
    canMake: canMove(visit),
    wasRefused: asked !== null,
    signing,
  } as const;
  sendMovePage(exchange, { visit, target, view });
}

/** `POST /line/{c}/{e}/move`: with `make` a code for the visitor's place, with `code` the place of a code. */
export async function movePlace(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: Ids,
): Promise<void> {
  requireOwnPage(exchange);
  const form = await readForm(exchange);
  const line = await findLine(context, customerId, eventId);
  const visit = readVisit(context, exchange, line, form);
  const moving: Moving = { visit, target: form.get("t") };
  const typed = form.get("code");
  try {
    if (typed !== null) await takePlace(context, exchange, moving, typed);
    else await makeCode(context, exchange, moving, form.get("key"));
  } catch (error) {
    throw error instanceof HttpError ? error : lineFailure(error, context.log);
  }
}

type Moving = { readonly visit: Visit; readonly target: string | null };

function canMove({ place }: Visit): boolean {
  return place !== null && place.admission === null && place.moves < MOVES_MAX;
}

async function makeCode(
  context: ServerContext,
  exchange: Exchange,
  moving: Moving,
  shown: string | null,
): Promise<void> {
  const { visit, target } = moving;
  const { line, event, place } = visit;
  if (place === null || !canMove(visit)) return refuse(context, exchange, moving);
  // Else whoever holds a copy would take the place away with a code.
  if (!provesPossession(exchange, line, { place, purpose: "move", shown }))
    return answerElsewhere(exchange, moving);
  const code = makeMoveCode(randomBytes);
  const sealed = context.sealer.seal(event, { ...place, hasMoveCode: false });
  const outcome = await line.moves.make(place, codeIdOf(context, visit, code), sealed);
  if (outcome.type === "moved")
    return exchange.wantsJson
      ? sendJson(exchange, 200, { status: "moved", pageUrl: queuePageOf(exchange, event, target) })
      : sendMovePage(exchange, { visit, target, view: { state: "moved" } });
  if (outcome.type !== "made") return refuse(context, exchange, moving);
  const { untilMs } = outcome;
  const { cookies, kept } = handOver(context, exchange, visit, { ...place, hasMoveCode: true });
  const path = `/line/${event.customerId}/${event.eventId}/move`;
  const query = new URLSearchParams({ code, ...(target === null ? {} : { t: target }) });
  const link = addressOf(exchange, withKept(exchange, `${path}?${query}`));
  if (exchange.wantsJson) {
    const body = { status: "made", code, until: untilMs, link, ...(kept === null ? {} : { kept }) };
    return sendJson(exchange, 200, body, { "set-cookie": cookies });
  }
  const scriptUrl = exchange.link(context.moveScript.path);
  const leftMs = Math.max(0, untilMs - line.lineNow());
  const view = { state: "made", code, leftMs, link, scriptUrl } as const;
  sendMovePage(exchange, { visit, target, cookies, view });
}

/** Brings the place of a code here. A place that this visitor held already is given back. */
async function takePlace(
  context: ServerContext,
  exchange: Exchange,
  moving: Moving,
  typed: string,
): Promise<void> {
  const { visit, target } = moving;
  requireCookies(exchange, visit.line.settings);
  const standing = await standingByLine(visit);
  // Whoever was let in holds no other place while the session lasts.
  if (standing.type !== "none" && standing.type !== "waiting")
    return redirect(exchange, 303, queuePageOf(exchange, visit.event, target));
  const place = await placeOf(context, exchange, visit, typed);
  if (place === null) return refuse(context, exchange, moving);
  await giveBack(context, visit, place);
  const { cookies, kept } = handOver(context, exchange, visit, place);
  visit.line.checkIns.note(place.lane);
  if (exchange.wantsJson)
    return sendJsonText(exchange, waitingAnswer(exchange, visit, { place, kept }), cookies);
  redirect(exchange, 303, queuePageOf(exchange, visit.event, target), cookies);
}

/** The place that a code leads to, moved to this device; null for a code that is not good here. */
async function placeOf(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  typed: string,
): Promise<Place | null> {
  const { line, event } = visit;
  const code = readMoveCode(typed);
  if (code === null) return null;
  const guessers = guessersOf(context, exchange, line);
  const guess = await takeGuess(context.redis, event, guessers, "move-code");
  if (guess.waitSeconds > 0)
    throw new HttpError("code-guesses", guess.waitSeconds * 1_000, line.settings);
  const codeId = codeIdOf(context, visit, code);
  const sealed = await line.moves.look(codeId);
  if (sealed === null) return null;
  guess.giveBack().catch(context.log);
  const opened = context.sealer.open(event, sealed);
  // Another process has the key: the code stays good.
  if (opened.type === "unknown-key") throw new HttpError("recovering", 5_000);
  if (opened.type === "forged") return null;
  const place = placeAfterDraw(opened.place, line.drawn);
  if (place === null || place.runId !== line.settings.runId || wasAway(line, place)) return null;
  const moves = await line.moves.use(codeId);
  // The key stays where it is: the browser here shows its own with the next question.
  if (moves === null) return null;
  const moved = { ...place, moves, keyPrint: null };
  return bindsToBrowser(line.settings) ? withKey(exchange, moved) : moved;
}

function codeIdOf({ eventKeys }: ServerContext, { event, line }: Visit, code: string): string {
  return moveCodeId({ ...event, code }, accessCodeHash(eventKeys.of(line.settings)));
}

function refuse(context: ServerContext, exchange: Exchange, { visit, target }: Moving): void {
  const signing = signingOf(context, exchange, visit);
  const view = { state: "ask", canMake: canMove(visit), wasRefused: true, signing } as const;
  if (exchange.wantsJson) sendJson(exchange, 200, { status: "refused" });
  else sendMovePage(exchange, { visit, target, view });
}
