import { type Exchange, send } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { type NoticeView, renderNoticePage } from "@/waiting-room/pages/notice-page";
import { keptFields, withKept } from "@/waiting-room/visit/request/display-parameters";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { queuePageOf } from "@/waiting-room/visit/visit";
import { pageBrand } from "./page-brand";
import { languageHeaders, wordsOf } from "./page-words";

/** What forms of the page say again: how pages look, and where the visitor wants to go in the end. */
function keptQuery(exchange: Exchange): string {
  const target = exchange.query.get("t");
  const query = new URLSearchParams({
    ...keptFields(exchange),
    ...(target === null ? {} : { t: target }),
  });
  return query.size === 0 ? "" : `?${query}`;
}

export type NoticeAnswer = {
  readonly line: EventLine;
  readonly view: NoticeView;
  readonly cookies?: readonly string[];
};

/** Sends the page on which visitors ask to be told, in what it has to say now. */
export function sendNoticePage(
  context: ServerContext,
  exchange: Exchange,
  { line, view, cookies = [] }: NoticeAnswer,
): void {
  const { settings } = line;
  const brand = pageBrand(settings, exchange);
  const words = wordsOf(exchange, settings);
  const base = exchange.link(`/line/${settings.customerId}/${settings.eventId}/notices`);
  const body = renderNoticePage({
    ...words,
    brand,
    eventName: settings.name,
    path: base,
    workerPath: `${base}-worker.js`,
    scriptUrl: exchange.link(context.noticesScript.path),
    backUrl: withKept(exchange, queuePageOf(exchange, settings, exchange.query.get("t"))),
    kept: keptQuery(exchange),
    view,
  });
  send(
    exchange,
    view.state === "invalid" ? 410 : 200,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy": contentSecurityPolicy(brand),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      ...(cookies.length === 0 ? {} : { "set-cookie": cookies }),
    },
    body,
  );
}
