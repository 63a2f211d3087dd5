import type { CompiledConfig, Rule } from "../../core/compile-config.ts";
import { findRules } from "../../core/find-rules.ts";
import { decodePercent, encodePercent } from "../../core/percent-encoding.ts";
import { removeQueueToken } from "../../core/queue-token-url.ts";
import { baseUrl, cancelUrl, formatQuery, type RedirectContext } from "../../core/redirect-urls.ts";
import {
  type ConnectorRequest,
  type RequestView,
  readCookies,
  viewRequest,
} from "../../core/request.ts";
import { sessionCookieName } from "../../core/session-fields.ts";
import { setSession } from "../../core/set-cookie.ts";
import { goesOn, needsRenewal, readPageSession, TIMEOUT_SESSION } from "./session.ts";

/** A question that only the waiting room can answer: a script at the address does. */
export interface Asked {
  readonly rule: Rule;
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
      readonly rule: Rule;
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

function contextOf(page: JudgedPage, rule: Rule): RedirectContext {
  const { queuePathPrefix = rule.pathPrefix } = page;
  return { rule: { ...rule, pathPrefix: queuePathPrefix }, options: page };
}

/** Asks what the page tells the waiting room, in the order of the protocol. */
function questionAddress(
  page: JudgedPage,
  rule: Rule,
  queueToken: string,
  session: string,
): string {
  const path = [page.customerId, rule.eventId, String(page.nowMs)].map(encodePercent).join("/");
  const query = formatQuery({
    t: rule.targetUrl ?? removeQueueToken(page.request.url),
    queueittoken: queueToken,
    ver: page.connectorVersion,
    cver: page.config.version,
    man: rule.name,
    ...rule.look,
    enqueuetoken: page.enqueueToken?.(rule.eventId),
    _cval: session,
    _cv: rule.validityMinutes,
  });
  return `${baseUrl(contextOf(page, rule))}javascriptqueue/${path}?${query}`;
}

/** Whatever the page holds as sessions of a rule, and what it says of itself. */
function findSessions({ eventIds }: Rule, view: RequestView) {
  return eventIds.flatMap((eventId) =>
    readCookies(view, sessionCookieName(eventId))
      .map((sent) => decodePercent(sent))
      .filter((value) => value !== "")
      .map((value) => ({ eventId, value, session: readPageSession(value, eventId) })),
  );
}

function clearingCookies(
  page: JudgedPage,
  rule: Rule,
  found: readonly { readonly eventId: string }[],
): readonly string[] {
  const eventIds = new Set(found.map(({ eventId }) => eventId));
  return [...eventIds].map((eventId) => setSession(rule, page.request.url, eventId, ""));
}

function judgeQueue(page: JudgedPage, rule: Rule, view: RequestView): Judgement {
  const nowUnixSeconds = Math.floor(page.nowMs / 1000);
  const found = findSessions(rule, view);
  const askWith = (held: string): Asked => ({
    rule,
    address: questionAddress(page, rule, view.queueToken, held),
    cookies: clearingCookies(page, rule, found),
  });
  const isMain = ({ eventId }: { readonly eventId: string }) => eventId === rule.eventId;
  for (const one of found) {
    const { value, session } = one;
    if (value === TIMEOUT_SESSION && view.queueToken === "") {
      return { type: "in", rule, session: value, renewal: null };
    }
    if (session === null || !goesOn(session, rule.validityMinutes, nowUnixSeconds)) continue;
    const isDue = rule.isExtended && needsRenewal(session, nowUnixSeconds);
    const renewal = isDue && isMain(one) ? askWith(value) : null;
    return { type: "in", rule, session: value, renewal };
  }
  return { type: "ask", ...askWith(found.find(isMain)?.value ?? "") };
}

function judgeCancel(page: JudgedPage, rule: Rule, view: RequestView): Judgement {
  const found = findSessions(rule, view);
  const ended = found.flatMap(({ eventId, session }) =>
    session === null ? [] : [{ eventId, queueId: session.queueId }],
  );
  if (ended.length === 0) return { type: "show" };
  const address = cancelUrl(contextOf(page, rule), ended, view.pageUrl);
  return { type: "leave", address, cookies: clearingCookies(page, rule, found) };
}

/**
 * Says what the first rule with a matching trigger makes of a page. Does no I/O, never throws, and
 * believes what the page's cookie says of itself: it spares honest visitors a question, and keeps
 * nobody out.
 */
export function judge(page: JudgedPage): Judgement {
  const { request, config } = page;
  const view = viewRequest({ ...request, url: withoutFragment(request.url) }, false);
  const [rule] = findRules(view, config);
  if (rule?.action === "Queue") return judgeQueue(page, rule, view);
  return rule?.action === "Cancel" ? judgeCancel(page, rule, view) : { type: "show" };
}
