import { readMailAddress, readPushSubscription } from "@/lib/domain/notice/asked";
import { isOffered, type NoticeMeans } from "@/lib/domain/notice/notice-setting";
import {
  addNoticeWish,
  isNoticeStopped,
  noteNoticeStop,
  readSpent,
} from "@/lib/line/commands/notices";
import { type NoticeClaims, type NoticeLinkUse, readNoticeLink } from "@/lib/secrets/notice-link";
import { type Form, readForm } from "@/waiting-room/http/body";
import {
  type Exchange,
  HttpError,
  redirect,
  requireOwnPage,
  sendJson,
} from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { noticeCookie, readNoticeLinks } from "@/waiting-room/place/notice-cookie";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import {
  type AskOutcome,
  askForNotice,
  type NoticeAsk,
} from "@/waiting-room/visit/screens/ask-for-notice";
import { findNotices } from "@/waiting-room/visit/screens/notices-offered";
import { languageOf } from "@/waiting-room/visit/screens/page-words";
import { sendNoticePage } from "@/waiting-room/visit/screens/send-notice-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  findLine,
  queuePageOf,
  readVisit,
  standingOf,
  type Visit,
} from "@/waiting-room/visit/visit";

type Ids = readonly string[];

/** `GET /line/{c}/{e}/notices`: where whoever holds a place asks to be told of their turn. */
export async function noticesPage(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const line = await findLine(context, ids[0], ids[1]);
  const visit = readVisit(context, exchange, line);
  const offered = await means(context, line);
  if (standingOf(visit).type !== "waiting" || !isOffered(offered))
    return toWaitingPage(exchange, visit);
  sendAskPage(context, exchange, { line, offered, problem: null });
}

/** `POST /line/{c}/{e}/notices`: with an address from the form, or a subscription from the page's script. */
export async function askNotices(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  requireOwnPage(exchange);
  const form = await readForm(exchange);
  const line = await findLine(context, ids[0], ids[1]);
  const visit = readVisit(context, exchange, line);
  const standing = standingOf(visit);
  const offered = await means(context, line);
  const isPush = form.get("endpoint") !== null;
  const isPossible = isPush ? offered.pushKey !== null : offered.mail;
  if (standing.type !== "waiting" || !isPossible) return toWaitingPage(exchange, visit);
  const language = languageOf(exchange, line.settings);
  const ask = isPush ? pushAsk(form, language) : mailAsk(form, language);
  if (ask === null) {
    if (isPush) throw new HttpError("bad-request");
    return sendAskPage(context, exchange, { line, offered, problem: "addressInvalid" });
  }
  const outcome = await orRecovering(
    context,
    askForNotice(context, exchange, { visit, place: standing.place, ask }),
  );
  answerAsk(context, exchange, { line, offered, ask, outcome });
}

type Answer = {
  readonly line: EventLine;
  readonly offered: NoticeMeans;
  readonly ask: NoticeAsk;
  readonly outcome: AskOutcome;
};

function answerAsk(
  context: ServerContext,
  exchange: Exchange,
  { line, offered, ask, outcome }: Answer,
): void {
  if (outcome.type !== "asked") {
    const isTooOften = outcome.type === "too-often";
    const problem = isTooOften ? "addressUsed" : "failed";
    if (exchange.wantsJson) sendJson(exchange, isTooOften ? 429 : 503, { status: outcome.type });
    else sendAskPage(context, exchange, { line, offered, problem });
    return;
  }
  const { stop } = outcome;
  const cookie = noticeCookie(exchange, line.settings, { kind: ask.kind, link: stop });
  if (exchange.wantsJson) {
    sendJson(exchange, 200, { status: "asked" }, { "set-cookie": [cookie] });
    return;
  }
  const view = { state: "asked", address: ask.address, stop } as const;
  sendNoticePage(context, exchange, { line, view, cookies: [cookie] });
}

/** `GET /line/{c}/{e}/notices/confirm?link=`: a button, since mail scanners open links and press none. */
export function confirmPage(context: ServerContext, exchange: Exchange, ids: Ids): Promise<void> {
  return showLink(context, exchange, { ids, use: "confirm" });
}

/** `GET /line/{c}/{e}/notices/stop?link=`: the same to hear nothing any more. */
export function stopPage(context: ServerContext, exchange: Exchange, ids: Ids): Promise<void> {
  return showLink(context, exchange, { ids, use: "stop" });
}

async function showLink(
  context: ServerContext,
  exchange: Exchange,
  { ids, use }: { readonly ids: Ids; readonly use: NoticeLinkUse },
): Promise<void> {
  const line = await findLine(context, ids[0], ids[1]);
  const link = exchange.query.get("link") ?? "";
  const claims = await readLink(context, line, { use, link });
  if (claims === null) return sendNoticePage(context, exchange, { line, view: INVALID });
  sendNoticePage(context, exchange, { line, view: { state: use, link } });
}

/** `POST /line/{c}/{e}/notices/confirm`: from now on the address is written to. */
export async function confirmNotice(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, claims } = await takeLink(context, exchange, { ids, use: "confirm" });
  if (claims === null) return sendNoticePage(context, exchange, { line, view: INVALID });
  const wish = { wish: "confirm", noticeId: claims.id, sealed: "" } as const;
  const isTaken = await orRecovering(context, addNoticeWish(context.redis, line.settings, wish));
  if (!isTaken) throw new HttpError("recovering", 5_000);
  sendNoticePage(context, exchange, { line, view: { state: "confirmed" } });
}

/** `POST /line/{c}/{e}/notices/stop`, from a page of ours, or from a mail program with one click (RFC 8058). */
export async function stopNotice(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, form, claims } = await takeLink(context, exchange, { ids, use: "stop" });
  if (claims === null) return sendNoticePage(context, exchange, { line, view: INVALID });
  const other = await readLink(context, line, { use: "stop", link: form.get("other") ?? "" });
  const cookies: string[] = [];
  for (const { id, kind } of other === null ? [claims] : [claims, other]) {
    await orRecovering(context, stopOne(context, line, id));
    cookies.push(noticeCookie(exchange, line.settings, { kind, link: null }));
  }
  sendNoticePage(context, exchange, { line, view: { state: "stopped" }, cookies });
}

/** Makes the links of a notice void at once; the worker deletes it. */
async function stopOne({ redis }: ServerContext, line: EventLine, noticeId: string): Promise<void> {
  await noteNoticeStop(redis, line.settings, noticeId);
  const wish = { wish: "stop", noticeId, sealed: "" } as const;
  if (!(await addNoticeWish(redis, line.settings, wish))) throw new HttpError("recovering", 5_000);
}

async function takeLink(
  context: ServerContext,
  exchange: Exchange,
  { ids, use }: { readonly ids: Ids; readonly use: NoticeLinkUse },
) {
  requireOwnPage(exchange);
  const form = await readForm(exchange);
  const line = await findLine(context, ids[0], ids[1]);
  const link = form.get("link") ?? exchange.query.get("link") ?? "";
  return { line, form, claims: await readLink(context, line, { use, link }) };
}

const INVALID = { state: "invalid" } as const;

/** What a link is about; null where it says nothing any more: forged, too old, of another run, stopped, or its place is gone. */
async function readLink(
  context: ServerContext,
  line: EventLine,
  { use, link }: { readonly use: NoticeLinkUse; readonly link: string },
): Promise<NoticeClaims | null> {
  const { settings } = line;
  const nowUnixSeconds = Math.floor(Date.now() / 1_000);
  const key = context.eventKeys.of(settings);
  const claims = readNoticeLink(key, settings, { use, text: link, nowUnixSeconds });
  if (claims === null || claims.runId !== settings.runId) return null;
  if (use === "stop") return claims;
  const isOver = await orRecovering(context, isPlaceOver(context, line, claims));
  return isOver ? null : claims;
}

async function isPlaceOver(
  { redis }: ServerContext,
  { settings, drawn }: EventLine,
  claims: NoticeClaims,
): Promise<boolean> {
  if (await isNoticeStopped(redis, settings, claims.id)) return true;
  // The number of before a draw is somebody else's after it.
  if (!claims.drawn && drawn !== null) return false;
  const [isSpent = false] = await readSpent(redis, settings, [claims]);
  return isSpent;
}

function mailAsk(form: Form, language: string): NoticeAsk | null {
  const address = readMailAddress(form.get("address") ?? "");
  return address === null ? null : { kind: "mail", language, address };
}

function pushAsk(form: Form, language: string): NoticeAsk | null {
  const [endpoint, p256dh, auth] = ["endpoint", "p256dh", "auth"].map(
    (name) => form.get(name) ?? "",
  );
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  const subscription = readPushSubscription({ endpoint, p256dh, auth });
  if (subscription === null) return null;
  return { kind: "push", language, address: JSON.stringify(subscription) };
}

type AskPage = {
  readonly line: EventLine;
  readonly offered: NoticeMeans;
  readonly problem: "addressInvalid" | "addressUsed" | "failed" | null;
};

function sendAskPage(
  context: ServerContext,
  exchange: Exchange,
  { line, offered, problem }: AskPage,
): void {
  const { settings } = line;
  const nowUnixSeconds = Math.floor(Date.now() / 1_000);
  const key = context.eventKeys.of(settings);
  const stops = readNoticeLinks(exchange, settings).filter((text) => {
    const claims = readNoticeLink(key, settings, { use: "stop", text, nowUnixSeconds });
    return claims?.runId === settings.runId;
  });
  const view = { state: "ask", ...offered, stops, problem } as const;
  sendNoticePage(context, exchange, { line, view });
}

function means(context: ServerContext, { settings }: EventLine): Promise<NoticeMeans> {
  return orRecovering(context, findNotices(context, settings));
}

function toWaitingPage(exchange: Exchange, { event }: Visit): void {
  if (exchange.wantsJson) throw new HttpError("bad-request");
  redirect(exchange, 303, withKept(exchange, queuePageOf(exchange, event, null)));
}

/** Redis is away: visitors keep their place, and try again. */
function orRecovering<Result>(context: ServerContext, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof HttpError) throw error;
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
}
