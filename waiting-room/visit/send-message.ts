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
  /** The next step; default: the one that goes with the code. */
  readonly action?: PageAction | null;
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
    action = nextStep(exchange, code, settings),
    cookies = [],
    refreshSeconds = null,
  }: MessageOptions = {},
): void {
  const brand = settings === null ? null : pageBrand(settings, exchange);
  const body = renderMessagePage({ code, brand, eventName: settings?.name ?? null, action });
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
]);

function nextStep(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings | null,
): PageAction | null {
  if (settings !== null && CODE_MAY_HELP.has(code)) return codeForm(exchange, settings);
  return joinAction(exchange, code, settings);
}

/** The form that joins with an access code. */
export function codeForm(exchange: Exchange, { customerId, eventId }: EventSettings): PageAction {
  const target = exchange.query.get("t");
  return {
    kind: "ask",
    label: "Join with this code",
    path: exchange.link(`/line/${customerId}/${eventId}/join`),
    fields: target === null ? {} : { t: target },
    input: { name: "code", label: "Access code" },
  };
}

function joinAction(
  exchange: Exchange,
  code: MessageCode,
  settings: EventSettings | null,
): PageAction | null {
  if (settings === null || !JOINABLE.has(code)) return null;
  const query = new URLSearchParams({ c: settings.customerId, e: settings.eventId });
  for (const name of ["t", "man"]) {
    const value = exchange.query.get(name);
    if (value !== null) query.set(name, value);
  }
  return { kind: "link", label: "Join the line", href: exchange.link(`/?${query}`) };
}
