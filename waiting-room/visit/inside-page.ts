import { sessionEndOf } from "@/lib/domain/line/seat";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import { formatOf } from "@/waiting-room/client/format";
import { momentText } from "@/waiting-room/client/moments";
import { type Exchange, redirect, sendJson, wantsJson } from "@/waiting-room/http/http";
import { sendMessage } from "./send-message";
import { queuePageOf, type Visit } from "./visit";

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
  if (wantsJson(exchange)) {
    answerInside(exchange, inside);
    return;
  }
  const site = allowedTarget(target, settings);
  const leave = `/line/${settings.customerId}/${settings.eventId}/leave`;
  const path = exchange.link(leave);
  const end = { kind: "post", label: "End my visit", path, fields: {} } as const;
  const format = formatOf("en", settings.timeZone);
  const moment = (ms: number) => momentText(ms, format);
  const sessionEndMs = sessionEndOf(untilMs, settings);
  if (visit.line.lineNow() < sessionEndMs) {
    sendMessage(exchange, "inside", settings, {
      lead: `Your turn has come, and you are in until ${moment(sessionEndMs)}. Until ${moment(untilMs)} this browser takes no other place in line, unless you end your visit.`,
      action: { kind: "link", label: "Go to the site", href: site },
      secondAction: end,
    });
    return;
  }
  sendMessage(exchange, "visit-over", settings, {
    lead: `Your seat on the site is kept until ${moment(untilMs)}, in case you are still there. After that you can join the line again, or at once if you end your visit.`,
    action: end,
    secondAction: { kind: "link", label: "Go to the site", href: site },
  });
}

/** The answer to a join or an entry of somebody who is in; a form is led to the page. */
export function answerInside(exchange: Exchange, { visit, untilMs, target }: Inside): void {
  const pageUrl = queuePageOf(exchange, visit.event, target);
  if (wantsJson(exchange)) sendJson(exchange, 200, { status: "inside", until: untilMs, pageUrl });
  else redirect(exchange, 303, pageUrl);
}
