import { isLanguage, LANGUAGES } from "@/lib/domain/page-texts/languages";
import { makeSay } from "@/lib/domain/page-texts/text";
import type { Mail } from "@/lib/platform/mail/send-mail";
import type { EventKey } from "@/lib/secrets/event-key";
import { makeNoticeLink, type NoticeClaims } from "@/lib/secrets/notice-link";
import { textsFor } from "./texts-for";

export type MessageOf = {
  readonly to: string;
  readonly language: string;
  readonly eventName: string;
  readonly roomUrl: string;
  readonly event: { readonly customerId: string; readonly eventId: string };
  readonly key: EventKey;
  readonly claims: NoticeClaims;
};

/** The e-mail with the link by which an address is confirmed. */
export function confirmMail(message: MessageOf): Mail {
  const { mail } = textsFor(message);
  return mailOf(message, "confirm", {
    subject: mail.confirmSubject,
    text: mail.confirmText,
    link: linkOf(message, "confirm"),
  });
}

/** The e-mail that says that the turn comes soon; its link leads to the waiting page. */
export function turnMail(message: MessageOf): Mail {
  const { mail } = textsFor(message);
  return mailOf(message, "turn", {
    subject: mail.turnSubject,
    text: mail.turnText,
    link: pageOf(message),
  });
}

/** What the service worker shows when the turn comes soon. */
export function turnPush(message: MessageOf): string {
  const { push } = textsFor(message);
  const say = makeSay(message.language);
  const values = { event: message.eventName };
  return JSON.stringify({
    title: say(push.turnTitle, values),
    body: say(push.turnText, values),
    link: pageOf(message),
    language: message.language,
    direction: isLanguage(message.language) ? LANGUAGES[message.language].direction : "ltr",
  });
}

type Parts = { readonly subject: string; readonly text: string; readonly link: string };

function mailOf(message: MessageOf, which: "confirm" | "turn", parts: Parts): Mail {
  const { to, language, eventName, claims } = message;
  const say = makeSay(language);
  const unsubscribeUrl = linkOf(message, "stop");
  const { mail } = textsFor(message);
  const text = say(parts.text, { event: eventName, link: parts.link });
  return {
    to,
    subject: say(parts.subject, { event: eventName }),
    text: `${text}\n\n${say(mail.stop, { link: unsubscribeUrl })}`,
    messageId: `<${claims.id}.${which}@${new URL(message.roomUrl).hostname}>`,
    unsubscribeUrl,
  };
}

function linkOf(message: MessageOf, use: "confirm" | "stop"): string {
  const { roomUrl, event, key, claims } = message;
  const link = makeNoticeLink(key, event, use, claims);
  return `${roomUrl}/line/${event.customerId}/${event.eventId}/notices/${use}?link=${link}`;
}

function pageOf({ roomUrl, event }: MessageOf): string {
  const query = new URLSearchParams({ c: event.customerId, e: event.eventId });
  return `${roomUrl}/?${query}`;
}
