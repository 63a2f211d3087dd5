import type { DroppedAnswer } from "@/lib/domain/visitor-api/visitor-api";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, redirect, sendJson } from "@/waiting-room/http/http";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { wordsOf } from "@/waiting-room/visit/screens/page-words";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";
import { queuePageOf, type Visit } from "@/waiting-room/visit/visit";
import { supportCodeOf } from "./waiting-answer";

/** The field with which somebody whom the draw has dropped says that they want to join behind everybody. */
const AGAIN = "again";

/** True for somebody whom the draw has dropped, unless they ask for another place. */
export function isLeftDropped({ dropped }: Visit, form: Form): boolean {
  return dropped !== undefined && form.get(AGAIN) !== "1";
}

/** The page for somebody whom the draw has dropped: why, the code to ask with, and how to join behind everybody. */
export function sendDroppedPage(exchange: Exchange, visit: Visit): void {
  const { dropped, line } = visit;
  const { settings } = line;
  const { customerId, eventId } = settings;
  const target = exchange.query.get("t");
  sendMessage(exchange, "not-drawn", settings, {
    action: {
      kind: "post",
      label: wordsOf(exchange, settings).texts.actions.joinLine,
      path: withKept(exchange, exchange.link(`/line/${customerId}/${eventId}/join`)),
      fields: { [AGAIN]: "1", ...(target === null ? {} : { t: target }) },
    },
    supportCode: dropped === undefined ? null : supportCodeOf(dropped),
  });
}

/** The answer to whoever asks in the name of a dropped place; a form is led to the page. */
export function answerDropped(exchange: Exchange, visit: Visit, target: string | null): void {
  const pageUrl = queuePageOf(exchange, visit.event, target);
  const answer: DroppedAnswer = { status: "dropped", pageUrl };
  if (exchange.wantsJson) sendJson(exchange, 200, answer);
  else redirect(exchange, 303, pageUrl);
}
