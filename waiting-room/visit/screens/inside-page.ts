import { sessionEndOf } from "@/lib/domain/line/seat";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import type { InsideAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { momentText } from "@/waiting-room/client/moments";
import { wordsOfPage } from "@/waiting-room/client/words";
import { type Exchange, redirect, sendJson } from "@/waiting-room/http/http";
import { supportCodeOf } from "@/waiting-room/visit/place/waiting-answer";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { cookiesPageOf, queuePageOf, type Visit } from "@/waiting-room/visit/visit";
import { wordsOf } from "./page-words";
import { sendMessage } from "./send-message";

/** A visitor who was let in, has no renewal left, and holds no other place until a line time. */
export type Inside = {
  readonly visit: Visit;
  readonly untilMs: number;
  /** Where the visitor wants to go, as the request says. */
  readonly target: string | null;
};

/** The page for somebody who is in: until when, the way to the site, and how to end the visit. */
export function sendInsidePage(exchange: Exchange, inside: Inside): void {
  const { visit, untilMs, target } = inside;
  const { settings } = visit.line;
  if (exchange.wantsJson) {
    answerInside(exchange, inside);
    return;
  }
  const site = allowedTarget(target, settings);
  const { language, locale, texts } = wordsOf(exchange, settings);
  const { actions } = texts;
  const { say, format } = wordsOfPage({ language, locale, texts: texts.screen }, settings.timeZone);
  const leave = `/line/${settings.customerId}/${settings.eventId}/leave`;
  const path = withKept(exchange, exchange.link(leave));
  const end = { kind: "post", label: actions.endVisit, path, fields: {} } as const;
  const onward = { kind: "link", label: actions.goToSite, href: site } as const;
  const moment = (ms: number) => momentText(ms, format);
  const supportCode = visit.place && supportCodeOf(visit.place);
  const sessionEndMs = sessionEndOf(untilMs, settings);
  if (visit.line.lineNow() < sessionEndMs) {
    sendMessage(exchange, "inside", settings, {
      lead: say(actions.insideUntil, { end: moment(sessionEndMs), seat: moment(untilMs) }),
      action: onward,
      secondAction: end,
      supportCode,
    });
    return;
  }
  sendMessage(exchange, "visit-over", settings, {
    lead: say(actions.visitOverUntil, { seat: moment(untilMs) }),
    action: end,
    secondAction: onward,
    supportCode,
  });
}

/** The answer to a join or an entry of somebody who is in; a form is led to the page. */
export function answerInside(exchange: Exchange, { visit, untilMs, target }: Inside): void {
  const pageUrl = visit.carried.inCookie
    ? queuePageOf(exchange, visit.event, target)
    : cookiesPageOf(exchange, visit.event, target);
  const inside: InsideAnswer = { status: "inside", until: untilMs, pageUrl };
  if (exchange.wantsJson) sendJson(exchange, 200, inside);
  else redirect(exchange, 303, pageUrl);
}
