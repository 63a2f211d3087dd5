import { unitOf } from "@/waiting-room/client/format";
import { wordsIn, wordsOfPage } from "@/waiting-room/client/words";
import { type Exchange, redirect } from "@/waiting-room/http/http";
import { screenOfView } from "@/waiting-room/pages/waiting-view";
import { type LeftPlace, leftCookie } from "@/waiting-room/place/left-cookie";
import { UNDO_MS } from "@/waiting-room/visit/place/leavers";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { queuePageOf, type Visit } from "@/waiting-room/visit/visit";
import { wordsOf } from "./page-words";
import { sendMessage, waitingPageOf } from "./send-message";
import { viewOf } from "./view-of-visit";

/** In the address of the waiting page: whoever has left joins anew. */
const AGAIN = "again";

type Asked = {
  readonly visit: Visit;
  readonly target: string | null;
  /** The sealed place, for a browser without its cookie. */
  readonly sealed: string;
  readonly cookies: readonly string[];
};

/** Asks whether the visitor wants to give the place up, with the number that is lost. */
export function sendLeavePage(exchange: Exchange, asked: Asked): void {
  const { visit, target, sealed, cookies } = asked;
  const { settings } = visit.line;
  const { language, locale, texts } = wordsOf(exchange, settings);
  const words = wordsOfPage({ language, locale, texts: texts.screen }, settings.timeZone);
  const { number } = screenOfView(viewOf(visit, language), words);
  const { leaveLead, leavePlaceLead, stayButton } = texts.screen;
  sendMessage(exchange, "leave", settings, {
    lead: number === "" ? leavePlaceLead : words.say(leaveLead, { number }),
    action: { kind: "link", label: stayButton, href: queuePageOf(exchange, visit.event, target) },
    secondAction: {
      kind: "post",
      label: texts.page.leaveButton,
      path: leavePath(exchange, visit),
      fields: { sure: "1", place: sealed, ...(target === null ? {} : { t: target }) },
    },
    cookies,
  });
}

type Left = {
  readonly visit: Pick<Visit, "line" | "event">;
  readonly target: string | null;
  /** Null where the place cannot be taken back any more. */
  readonly left: LeftPlace | null;
};

/** Says that the visitor has left the line, and for a while how to take the place back. */
export function sendLeftPage(exchange: Exchange, asked: Left): void {
  const { visit, target, left } = asked;
  const { settings } = visit.line;
  const { language, texts } = wordsOf(exchange, settings);
  const { actions } = texts;
  const { say } = wordsIn(language, texts.screen);
  const page = queuePageOf(exchange, visit.event, target);
  const join = {
    kind: "link",
    label: actions.joinLine,
    href: `${page}&${AGAIN}=1`,
  } as const;
  const leftForMs = left === null ? UNDO_MS : visit.line.lineNow() - left.leftAtMs;
  const seconds = Math.ceil((UNDO_MS - leftForMs) / 1_000);
  if (left === null || seconds <= 0) {
    sendMessage(exchange, "left", settings, { action: join });
    return;
  }
  const undo = {
    kind: "post",
    label: actions.undoButton,
    path: leavePath(exchange, visit),
    fields: { undo: "1", place: left.sealed, ...(target === null ? {} : { t: target }) },
  } as const;
  const time = unitOf("second", language).format(seconds);
  sendMessage(exchange, "left", settings, {
    lead: `${texts.messages.left.lead} ${say(actions.undoLead, { time })}`,
    action: undo,
    secondAction: join,
    refreshSeconds: seconds,
  });
}

/** True for somebody who has left and wants to join anew; they are led to the page on which that happens. */
export function isLedAgain(exchange: Exchange, { line, event }: Visit): boolean {
  if (!exchange.query.has(AGAIN)) return false;
  const page = waitingPageOf(exchange, line.settings);
  redirect(exchange, 302, page, [leftCookie(exchange, event, null)]);
  return true;
}

function leavePath(exchange: Exchange, { event }: Pick<Visit, "event">): string {
  return withKept(exchange, exchange.link(`/line/${event.customerId}/${event.eventId}/leave`));
}
