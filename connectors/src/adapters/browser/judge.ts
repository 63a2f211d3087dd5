import type { CompiledAction, CompiledConfig, Protection } from "../../core/compile-config.ts";
import { clearSession, formatSetCookie } from "../../core/cookie-change.ts";
import { encodePercent } from "../../core/percent-encoding.ts";
import { splitQueueToken } from "../../core/queue-token-url.ts";
import { baseUrl, cancelUrl, type RedirectContext } from "../../core/redirect-urls.ts";
import { type ConnectorRequest, RequestView } from "../../core/request.ts";
import { sessionCookieName } from "../../core/session-cookie.ts";
import { goesOn, needsRenewal, readPageSession, TIMEOUT_SESSION } from "./session.ts";

type QueueAction = Extract<CompiledAction, { readonly type: "queue" }>;

/** What a page may do by what it holds itself. */
export type Judgement =
  /** No rule asks for anything. */
  | { readonly type: "show" }
  /** It has a session; `renewal` extends it in the background. */
  | {
      readonly type: "in";
      readonly protection: Protection;
      /** The value of its cookie. */
      readonly session: string;
      readonly renewal: string | null;
    }
  /** Only the waiting room can say: a script at this address does. */
  | { readonly type: "ask"; readonly protection: Protection; readonly address: string }
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

function judgeQueue(page: JudgedPage, action: QueueAction, view: RequestView): Judgement {
  const { cookieValidityMinutes, extendCookieValidity, protection } = action;
  const { queueToken } = splitQueueToken(page.request.url);
  const nowUnixSeconds = Math.floor(page.nowMs / 1000);
  for (const eventId of protection.eventIds) {
    const [value = ""] = view.cookies(sessionCookieName(eventId), 1);
    if (value === TIMEOUT_SESSION && queueToken === null) {
      return { type: "in", protection, session: value, renewal: null };
    }
    const session = readPageSession(value, eventId);
    if (session === null || !goesOn(session, cookieValidityMinutes, nowUnixSeconds)) continue;
    const isDue = extendCookieValidity && needsRenewal(session, nowUnixSeconds);
    const renewal =
      isDue && eventId === protection.eventId ? questionAddress(page, action, value) : null;
    return { type: "in", protection, session: value, renewal };
  }
  const [value = ""] = view.cookies(sessionCookieName(protection.eventId), 1);
  return { type: "ask", protection, address: questionAddress(page, action, value) };
}

function judgeCancel(page: JudgedPage, protection: Protection, view: RequestView): Judgement {
  const found = protection.eventIds.flatMap((eventId) => {
    const [value = ""] = view.cookies(sessionCookieName(eventId), 1);
    const session = readPageSession(value, eventId);
    return session === null ? [] : [{ eventId, queueId: session.queueId }];
  });
  if (found.length === 0) return { type: "show" };
  const address = cancelUrl(contextOf(page, protection), found, view.pageUrl);
  const cookies = found.map(({ eventId }) => formatSetCookie(clearSession(protection, eventId)));
  return { type: "leave", address, cookies };
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
