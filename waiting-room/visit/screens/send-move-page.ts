import { type Exchange, send } from "@/waiting-room/http/http";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { type MoveView, renderMovePage } from "@/waiting-room/pages/move-page";
import { claimCookieOf } from "@/waiting-room/visit/request/cookie-support";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { queuePageOf, type Visit } from "@/waiting-room/visit/visit";
import { pageBrand } from "./page-brand";
import { languageHeaders, wordsOf } from "./page-words";

export type MovePage = {
  readonly visit: Visit;
  readonly view: MoveView;
  /** Where the visitor wants to go, as the request says. */
  readonly target: string | null;
  readonly cookies?: readonly string[];
};

const STATUS = { ask: 200, link: 200, made: 200, moved: 409, elsewhere: 409 } as const;

/** Sends the page on which a place goes to another device. */
export function sendMovePage(
  exchange: Exchange,
  { visit, view, target, cookies = [] }: MovePage,
): void {
  const { event, line } = visit;
  const { settings } = line;
  const brand = pageBrand(settings, exchange);
  const words = wordsOf(exchange, settings);
  const ofLine = (action: string) =>
    withKept(exchange, exchange.link(`/line/${event.customerId}/${event.eventId}/${action}`));
  const body = renderMovePage({
    ...words,
    brand,
    eventName: settings.name,
    path: ofLine("move"),
    joinPath: ofLine("join"),
    backPath: queuePageOf(exchange, event, target),
    target,
    view,
  });
  send(
    exchange,
    STATUS[view.state],
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy": contentSecurityPolicy(brand, [
        new URL(settings.targetUrl).host,
        ...settings.allowedHosts,
      ]),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      // The address of a link holds a code.
      "referrer-policy": "no-referrer",
      "set-cookie": [...cookies, ...claimCookieOf(exchange, event)],
    },
    body,
  );
}
