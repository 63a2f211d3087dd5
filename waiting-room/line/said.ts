import { endMessage } from "@/lib/domain/after-event/after-event";
import { languageOfEvent } from "@/lib/domain/event/language-of-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import { messageIn } from "@/lib/domain/message/message";
import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import type { Phase } from "@/lib/domain/phase";

/** What a line says in words: `messageAt` is when an operator sent it; null for what a pause or an end says. */
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
  const { message, pauseMessages, suspension } = settings;
  if (suspension === "hold") return tag;
  return message?.texts[tag] !== undefined || pauseMessages?.[tag] !== undefined ? tag : null;
}

/** True where what it says may be read in several languages. */
export function saysInLanguages({ message, pauseMessages, suspension }: EventSettings): boolean {
  return Boolean(message) || Boolean(pauseMessages) || suspension === "hold";
}

/** What everybody who reads a language is told: why the line stands, and what an operator sent. */
export function saidIn(settings: EventSettings, phase: Phase, language: Language | null): Said {
  if (phase === "ended" || phase === "stopped")
    return { message: endMessage(settings, phase), messageAt: null };
  const { message } = settings;
  const sent = message ? messageIn(message.texts, language, languageOfEvent(settings)) : null;
  const parts = [reasonIn(settings, language), sent].filter((part) => part !== null);
  return {
    message: parts.length === 0 ? null : parts.join("\n"),
    messageAt: sent === null ? null : (message?.sentAtMs ?? null),
  };
}

/** Why nobody goes in; null while the line moves, and where nobody has said why. */
function reasonIn(settings: EventSettings, language: Language | null): string | null {
  const { paused, method, pauseMessage, pauseMessages, suspension } = settings;
  if (!paused && method !== "reject") return null;
  const own = languageOfEvent(settings);
  if (suspension === "hold" && method !== "reject") return textsIn(language ?? own).page.onHold;
  return pauseMessages ? messageIn(pauseMessages, language, own) : pauseMessage;
}
