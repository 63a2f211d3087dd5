import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { EventSettings } from "@/lib/domain/event/settings";
import { type Exchange, send } from "@/waiting-room/http/http";
import { type MessageCode, messageOf } from "@/waiting-room/http/messages";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { type PageAction, renderMessagePage } from "@/waiting-room/pages/message-page";
import { pageBrand } from "./page-brand";

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

export type MessageOptions = {
  /** What the page says instead of the code's own words. */
  readonly lead?: string;
  /** The next step; default: the one that goes with the code. */
  readonly action?: PageAction | null;
  /** What else the visitor may do. */
  readonly secondAction?: PageAction | null;
  readonly cookies?: readonly string[];
  /** After how many seconds the page loads again by itself; null for never. */
  readonly refreshSeconds?: number | null;
};

/** Sends a page with one message, in the event's brand where the event is known. */
export function sendMessage(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings | null,
  {
    lead = messageOf(code).lead,
    action = nextStep(exchange, code, settings),
    secondAction = null,
    cookies = [],
    refreshSeconds = null,
  }: MessageOptions = {},
): void {
  const brand = settings === null ? null : pageBrand(settings, exchange);
  const eventName = settings?.name ?? null;
  const body = renderMessagePage({ code, brand, eventName, lead, action, secondAction });
  const hosts =
    settings === null ? [] : [new URL(settings.targetUrl).host, ...settings.allowedHosts];
  send(
    exchange,
    messageOf(code).status,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": contentSecurityPolicy(
        brand?.colour ?? EVENT_DEFAULTS.brandColour,
        hosts,
      ),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      ...(cookies.length === 0 ? {} : { "set-cookie": cookies }),
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
]);

function nextStep(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings | null,
): PageAction | null {
  if (settings === null) return null;
  if (CODE_MAY_HELP.has(code)) return codeForm(exchange, settings);
  if (code === "pass-refused") return tryAgain(exchange, settings);
  return joinAction(exchange, code, settings);
}

/** The form with which somebody who was let in asks for the pass again, or for its renewal. */
export function tryAgain(exchange: Exchange, { customerId, eventId }: EventSettings): PageAction {
  return {
    kind: "post",
    label: "Try again",
    path: exchange.link(`/line/${customerId}/${eventId}/join`),
    fields: targetField(exchange),
  };
}

function targetField(exchange: Exchange): Readonly<Record<string, string>> {
  const target = exchange.query.get("t");
  return target === null ? {} : { t: target };
}

/** The form that joins with an access code. */
export function codeForm(exchange: Exchange, { customerId, eventId }: EventSettings): PageAction {
  return {
    kind: "ask",
    label: "Join with this code",
    path: exchange.link(`/line/${customerId}/${eventId}/join`),
    fields: targetField(exchange),
    input: { name: "code", label: "Access code" },
  };
}

function joinAction(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings,
): PageAction | null {
  if (!JOINABLE.has(code)) return null;
  const query = new URLSearchParams({ c: settings.customerId, e: settings.eventId });
  for (const name of ["t", "man"]) {
    const value = exchange.query.get(name);
    if (value !== null) query.set(name, value);
  }
  return { kind: "link", label: "Join the line", href: exchange.link(`/?${query}`) };
}
