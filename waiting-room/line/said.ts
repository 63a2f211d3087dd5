import { endMessage } from "@/lib/domain/after-event/after-event";
import { languageOfEvent } from "@/lib/domain/event/language-of-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import { canJoin } from "@/lib/domain/line/phase";
import { messageIn } from "@/lib/domain/message/message";
import { isRead, nextTurnMs, shownAtMs } from "@/lib/domain/message/targeted-message";
import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import type { Phase } from "@/lib/domain/phase";

/** What a line says in words: `messageAt` is when an operator last said some of it; null where nobody knows. */
export type Said = { readonly message: string | null; readonly messageAt: number | null };

const ASKED = /[?&]language=([\w-]{2,20})(?:&|$)/;

/**
 * The language that a request asks for (`language=`), where the line says anything in it that others read
 * otherwise. Null everywhere else, so that whatever strangers ask for, an answer is kept in no more languages
 * than its message is written in.
 */
export function languageAsked(settings: EventSettings, url = ""): Language | null {
  if (!saysInLanguages(settings)) return null;
  const tag = ASKED.exec(url)?.[1] ?? "";
  if (!isLanguage(tag)) return null;
  const { pauseMessages, suspension } = settings;
  if (suspension === "hold") return tag;
  const message = settings.message ?? settings.targetedMessage;
  return message?.texts[tag] !== undefined || pauseMessages?.[tag] !== undefined ? tag : null;
}

/** True where what it says may be read in several languages. */
export function saysInLanguages(settings: EventSettings): boolean {
  const { message, targetedMessage, pauseMessages, suspension } = settings;
  return Boolean(message ?? targetedMessage ?? pauseMessages) || suspension === "hold";
}

/** Who hears it and when; `lane` is undefined for visitors without a place. */
export type Listener = {
  readonly phase: Phase;
  readonly lane: number | undefined;
  readonly nowMs: number;
};

/** What visitors who read a language are told: why the line stands, and what an operator sent them. */
export function saidIn(
  settings: EventSettings,
  listener: Listener,
  language: Language | null,
): Said {
  const { phase } = listener;
  if (phase === "ended" || phase === "stopped")
    return { message: endMessage(settings, phase), messageAt: null };
  const message = settings.message ?? targetedAt(settings, listener);
  const sent = message ? messageIn(message.texts, language, languageOfEvent(settings)) : null;
  const reason = reasonIn(settings, language);
  const parts = [reason?.text ?? null, sent].filter((part) => part !== null);
  const sentAtMs = sent === null ? 0 : (message?.sentAtMs ?? 0);
  const atMs = Math.max(sentAtMs, reason?.atMs ?? 0);
  return {
    message: parts.length === 0 ? null : parts.join("\n"),
    messageAt: atMs === 0 ? null : atMs,
  };
}

/** The next moment at which the clock alone changes what is said; null for none. */
export function saidUntilMs({ targetedMessage }: EventSettings, nowMs: number): number | null {
  return targetedMessage === undefined ? null : nextTurnMs(targetedMessage, nowMs);
}

/** Only the visitors whom it is for are sent it. */
function targetedAt({ targetedMessage, lanes }: EventSettings, { lane, ...at }: Listener) {
  if (targetedMessage === undefined) return null;
  const key = lane !== undefined && canJoin(at.phase) ? lanes.lanes[lane]?.key : undefined;
  if (!isRead(targetedMessage, { ...at, lane: key })) return null;
  return { texts: targetedMessage.texts, sentAtMs: shownAtMs(targetedMessage) };
}

type Reason = { readonly text: string; readonly atMs: number | null };

/** Why nobody goes in; null while the line moves, and where nobody has said why. */
function reasonIn(settings: EventSettings, language: Language | null): Reason | null {
  const { paused, method, pauseMessage, pauseMessages, pauseMessageAtMs, suspension } = settings;
  if (!paused && method !== "reject") return null;
  const own = languageOfEvent(settings);
  if (suspension === "hold" && method !== "reject")
    return { text: textsIn(language ?? own).page.onHold, atMs: null };
  const text = pauseMessages ? messageIn(pauseMessages, language, own) : pauseMessage;
  return text === null ? null : { text, atMs: pauseMessageAtMs ?? null };
}
