import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { EventSettings } from "@/lib/domain/event/settings";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import { type Exchange, redirect, send } from "@/waiting-room/http/http";
import { type MessageCode, messageOf, wordsOfMessage } from "@/waiting-room/http/messages";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { type PageAction, renderMessagePage } from "@/waiting-room/pages/message-page";
import { linkedCodeCookie, readLinkedCode } from "@/waiting-room/place/code-cookie";
import { claimCookieOf } from "@/waiting-room/visit/request/cookie-support";
import { keptFields, withKept } from "@/waiting-room/visit/request/display-parameters";
import { pageBrand } from "./page-brand";
import { languageHeaders, wordsOf } from "./page-words";

/** Codes after which joining (again) is the next step. */
const JOINABLE: ReadonlySet<MessageCode> = new Set([
  "token-hash",
  "token-timestamp",
  "token-eventid",
  "token-ip",
  "token-qidlimit",
  "token-other",
  "session-state",
  "join-again",
  "used-elsewhere",
  "cancelled",
  "left",
]);

/** After so many seconds the page of an event that is not open yet looks whether it is. */
const LOOKS_AGAIN_SECONDS = 30;

export type MessageOptions = {
  /** What the page says instead of the code's own words. */
  readonly lead?: string;
  /** The next step; default: the one that goes with the code. */
  readonly action?: PageAction | null;
  /** What else the visitor may do. */
  readonly secondAction?: PageAction | null;
  /** Of the visitor's place, where it is known. */
  readonly supportCode?: string | null;
  readonly cookies?: readonly string[];
  /** Instead of the code's own. */
  readonly status?: number;
  /** After how many seconds the page loads again by itself; null for never. */
  readonly refreshSeconds?: number | null;
};

/** Sends a page with one message, in the event's brand where the event is known. */
export function sendMessage(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings | null,
  {
    lead,
    action = nextStep(exchange, code, settings),
    secondAction = null,
    supportCode = null,
    cookies = [],
    status = messageOf(code).status,
    refreshSeconds = code === "not-open" ? LOOKS_AGAIN_SECONDS : null,
  }: MessageOptions = {},
): void {
  const brand = settings === null ? null : pageBrand(settings, exchange);
  const eventName = settings?.name ?? null;
  const words = wordsOf(exchange, settings);
  const body = renderMessagePage({
    code,
    ...words,
    brand,
    eventName,
    ...(lead === undefined ? {} : { lead }),
    action,
    secondAction,
    ...(supportCode === null ? {} : { supportCode }),
  });
  // Whoever is asked for a code joins with it next.
  const joins = settings !== null && action?.kind === "ask";
  const allCookies = joins ? [...cookies, ...claimCookieOf(exchange, settings)] : cookies;
  const hosts =
    settings === null ? [] : [new URL(settings.targetUrl).host, ...settings.allowedHosts];
  send(
    exchange,
    status,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(wordsOfMessage(code, words).language),
      "content-security-policy": contentSecurityPolicy(
        brand ?? { colour: EVENT_DEFAULTS.brandColour },
        hosts,
        // Nothing is on that page but the way to a window of its own.
        code === "frame-refused" ? "everybody" : settings?.frameOrigins,
      ),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      ...(allCookies.length === 0 ? {} : { "set-cookie": allCookies }),
      ...(refreshSeconds === null ? {} : { refresh: String(refreshSeconds) }),
    },
    body,
  );
}

/** Codes after which an access code may help. */
const CODE_MAY_HELP: ReadonlySet<MessageCode> = new Set([
  "invitation-needed",
  "invitation-invalid",
  "invitation-used",
  "code-mistyped",
  "code-unknown",
  "code-spent",
  "code-revoked",
  "code-early",
  "code-late",
]);

function nextStep(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings | null,
): PageAction | null {
  if (settings === null) return null;
  if (code === "frame-refused") return ownWindow(exchange, settings);
  if (CODE_MAY_HELP.has(code)) return codeForm(exchange, settings);
  if (code === "pass-refused") return tryAgain(exchange, settings);
  if (code === "cookies-needed") return toSite(exchange, settings);
  return joinAction(exchange, code, settings);
}

function toSite(exchange: Exchange, settings: EventSettings): PageAction {
  const label = wordsOf(exchange, settings).texts.actions.goToSite;
  return { kind: "link", label, href: allowedTarget(exchange.query.get("t"), settings) };
}

/** The form with which somebody who was let in asks for the pass again, or for its renewal. */
export function tryAgain(exchange: Exchange, settings: EventSettings): PageAction {
  return {
    kind: "post",
    label: wordsOf(exchange, settings).texts.page.tryAgainButton,
    path: joinPath(exchange, settings),
    fields: targetField(exchange),
  };
}

function targetField(exchange: Exchange): Readonly<Record<string, string>> {
  const target = exchange.query.get("t");
  return target === null ? {} : { t: target };
}

/** The form that joins with an access code. */
export function codeForm(exchange: Exchange, settings: EventSettings): PageAction {
  const { actions } = wordsOf(exchange, settings).texts;
  const value = exchange.typedCode || readLinkedCode(exchange, settings);
  return {
    kind: "ask",
    label: actions.joinWithCode,
    path: joinPath(exchange, settings),
    fields: targetField(exchange),
    input: { name: "code", label: actions.codeLabel, value },
  };
}

/**
 * Leads from a link with a code to the form in which it stands as if typed. The code goes by a cookie: it is in no address
 * that stays, and in no history. Nothing is used up until the visitor presses the button.
 */
export function toCodeForm(exchange: Exchange, settings: EventSettings, code: string): void {
  const { customerId, eventId } = settings;
  const query = new URLSearchParams({ ...targetField(exchange), ...keptFields(exchange) });
  const path = exchange.link(
    `/line/${customerId}/${eventId}/code${query.size > 0 ? "?" : ""}${query}`,
  );
  redirect(exchange, 303, path, [linkedCodeCookie(exchange, settings, code)]);
}

function joinPath(exchange: Exchange, { customerId, eventId }: EventSettings): string {
  return withKept(exchange, exchange.link(`/line/${customerId}/${eventId}/join`));
}

function joinAction(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings,
): PageAction | null {
  if (!JOINABLE.has(code)) return null;
  const label = wordsOf(exchange, settings).texts.actions.joinLine;
  return { kind: "link", label, href: waitingPageOf(exchange, settings) };
}

function ownWindow(exchange: Exchange, settings: EventSettings): PageAction {
  const label = wordsOf(exchange, settings).texts.page.openWindowLink;
  return { kind: "link", label, href: waitingPageOf(exchange, settings), inNewWindow: true };
}

/** The waiting page that leads where this request was to lead. */
export function waitingPageOf(exchange: Exchange, settings: EventSettings): string {
  const { customerId: c, eventId: e } = settings;
  const query = new URLSearchParams({ c, e, ...keptFields(exchange) });
  for (const name of ["t", "man", "enqueuetoken"]) {
    const value = exchange.query.get(name);
    if (value !== null) query.set(name, value);
  }
  return exchange.link(`/?${query}`);
}
