import type { CompiledAction, CompiledConfig, Protection } from "../../core/compile-config.ts";
import { clearSession, formatSetCookie } from "../../core/cookie-change.ts";
import { encodePercent } from "../../core/percent-encoding.ts";
import { splitQueueToken } from "../../core/queue-token-url.ts";
import { baseUrl, cancelUrl, type RedirectContext } from "../../core/redirect-urls.ts";
import { type ConnectorRequest, RequestView } from "../../core/request.ts";
import { sessionCookieName } from "../../core/session-cookie.ts";
import { goesOn, needsRenewal, readPageSession, TIMEOUT_SESSION } from "./session.ts";

type QueueAction = Extract<CompiledAction, { readonly type: "queue" }>;

/** A question that only the waiting room can answer: a script at the address does. */
export interface Asked {
  readonly protection: Protection;
  readonly address: string;
  /** What to set when the answer is no: sessions that are none any more. */
  readonly cookies: readonly string[];
}

/** What a page may do by what it holds itself. */
export type Judgement =
  /** No rule asks for anything. */
  | { readonly type: "show" }
  | {
      /** It has a session; the question extends it in the background. */
      readonly type: "in";
      readonly protection: Protection;
      /** The value of its cookie. */
      readonly session: string;
      readonly renewal: Asked | null;
    }
  | (Asked & { readonly type: "ask" })
  /** The visitor gives the session back. */
  | { readonly type: "leave"; readonly address: string; readonly cookies: readonly string[] };

/** The page as the rules see it, and where its waiting room is. */
export interface JudgedPage {
  readonly request: ConnectorRequest;
  readonly config: CompiledConfig;
  readonly customerId: string;
  readonly connectorVersion: string;
  readonly nowMs: number;
  /** Replaces `https://` and the queue domain of the rules. */
  readonly waitingRoomOrigin?: string | undefined;
  readonly queuePathPrefix?: string | undefined;
  readonly enqueueToken?: ((eventId: string) => string | undefined) | undefined;
}

function withoutFragment(url: string): string {
  return url.split("#", 1)[0] ?? "";
}

function contextOf(page: JudgedPage, protection: Protection): RedirectContext {
  const { queuePathPrefix = protection.queuePathPrefix } = page;
  return {
    customerId: page.customerId,
    protection: { ...protection, queuePathPrefix },
    configVersion: page.config.version,
    connectorVersion: page.connectorVersion,
    waitingRoomOrigin: page.waitingRoomOrigin,
  };
}

function targetOf({ targetUrl }: QueueAction, pageUrl: string): string {
  if (targetUrl.type === "forced") return targetUrl.url;
  return targetUrl.type === "current-url" ? pageUrl : "";
}

/** What the page tells the waiting room, in the order of the protocol. */
function questionOf(page: JudgedPage, action: QueueAction, session: string): string {
  const { pageUrl, queueToken } = splitQueueToken(page.request.url);
  const { protection, cookieValidityMinutes } = action;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ["t", targetOf(action, pageUrl)],
    ["queueittoken", queueToken ?? ""],
    ["ver", page.connectorVersion],
    ["cver", String(page.config.version)],
    ["man", protection.name],
    ["cid", protection.culture],
    ["l", protection.layoutName],
    ["enqueuetoken", page.enqueueToken?.(protection.eventId) ?? ""],
    ["_cval", session],
    ["_cv", String(cookieValidityMinutes)],
  ];
  return fields
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodePercent(value)}`)
    .join("&");
}

function questionAddress(page: JudgedPage, action: QueueAction, session: string): string {
  const base = baseUrl(contextOf(page, action.protection));
  const path = [page.customerId, action.protection.eventId, String(page.nowMs)]
    .map(encodePercent)
    .join("/");
  return `${base}javascriptqueue/${path}?${questionOf(page, action, session)}`;
}

/** A visitor of several hosts or paths may have as many cookies of a name. */
const MAX_COOKIES = 3;

/** Whatever the page holds as sessions of a rule, and what it says of itself. */
function findSessions({ eventIds }: Protection, view: RequestView) {
  return eventIds.flatMap((eventId) =>
    view
      .cookies(sessionCookieName(eventId), MAX_COOKIES)
      .filter((value) => value !== "")
      .map((value) => ({ eventId, value, session: readPageSession(value, eventId) })),
  );
}

function clearingCookies(
  protection: Protection,
  found: readonly { readonly eventId: string }[],
): readonly string[] {
  const eventIds = new Set(found.map(({ eventId }) => eventId));
  return [...eventIds].map((eventId) => formatSetCookie(clearSession(protection, eventId)));
}

function judgeQueue(page: JudgedPage, action: QueueAction, view: RequestView): Judgement {
  const { cookieValidityMinutes, extendCookieValidity, protection } = action;
  const { queueToken } = splitQueueToken(page.request.url);
  const nowUnixSeconds = Math.floor(page.nowMs / 1000);
  const found = findSessions(protection, view);
  const askWith = (held: string): Asked => ({
    protection,
    address: questionAddress(page, action, held),
    cookies: clearingCookies(protection, found),
  });
  const isMain = ({ eventId }: { readonly eventId: string }) => eventId === protection.eventId;
  for (const one of found) {
    const { value, session } = one;
    if (value === TIMEOUT_SESSION && queueToken === null) {
      return { type: "in", protection, session: value, renewal: null };
    }
    if (session === null || !goesOn(session, cookieValidityMinutes, nowUnixSeconds)) continue;
    const isDue = extendCookieValidity && needsRenewal(session, nowUnixSeconds);
    const renewal = isDue && isMain(one) ? askWith(value) : null;
    return { type: "in", protection, session: value, renewal };
  }
  return { type: "ask", ...askWith(found.find(isMain)?.value ?? "") };
}

function judgeCancel(page: JudgedPage, protection: Protection, view: RequestView): Judgement {
  const found = findSessions(protection, view);
  const ended = found.flatMap(({ eventId, session }) =>
    session === null ? [] : [{ eventId, queueId: session.queueId }],
  );
  if (ended.length === 0) return { type: "show" };
  const address = cancelUrl(contextOf(page, protection), ended, view.pageUrl);
  return { type: "leave", address, cookies: clearingCookies(protection, found) };
}

/**
 * Says what the first rule with a matching trigger makes of a page. Does no I/O, never throws, and
 * believes what the page's cookie says of itself: it spares honest visitors a question, and keeps
 * nobody out.
 */
export function judge(page: JudgedPage): Judgement {
  const { request, config } = page;
  const url = withoutFragment(request.url);
  const view = new RequestView(request, splitQueueToken(url).pageUrl);
  const found = config.integrations.find(({ matches }) => matches(view));
  if (found === undefined || found.action.type === "ignore") return { type: "show" };
  const { action } = found;
  return action.type === "cancel"
    ? judgeCancel(page, action.protection, view)
    : judgeQueue(page, action, view);
}
