import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Screen, ScreenAction, ScreenName } from "./screen";
import type { Words } from "./words";

/** Shown as a bar of the same size. */
const NOTHING = "";

/** States by the names of their texts. */
type Told =
  | "join"
  | "line"
  | "near"
  | "turn"
  | "paused"
  | "slowed"
  | "before"
  | "preQueue"
  | "drawing"
  | "challenge"
  | "ended"
  | "full"
  | "kept"
  | "offline"
  | "error"
  | "inside"
  | "sessionEnded"
  | "used"
  | "again"
  | "cookies"
  | "refused"
  | "random"
  | "rejected"
  | "soldOut";

export function head(told: Told, { texts }: Words) {
  return { headline: texts[`${told}Title`], lead: texts[`${told}Lead`] };
}

/** A screen of words alone. */
export function plain(name: ScreenName, told: Told, words: Words): Screen {
  return {
    ...head(told, words),
    name,
    layout: "message",
    tone: "calm",
    isOver: false,
    message: null,
    messageTime: "",
    ahead: null,
    figureLabel: words.texts.aheadFigure,
    figure: NOTHING,
    number: NOTHING,
    wait: NOTHING,
    waitNote: "",
    kept: "",
    draw: null,
    progress: 0,
    action: null,
  };
}

/** A screen on which nothing follows by itself. */
export function over(name: ScreenName, told: Told, words: Words): Screen {
  return { ...plain(name, told, words), isOver: true };
}

export function button(
  label: string,
  does: Extract<ScreenAction, { kind: "button" }>["does"],
): ScreenAction {
  return { kind: "button", label, does };
}

/** The operator's words, with the time at which they were sent. */
export function messageOf({ message, messageAt, now }: PublicLine, { texts, say, format }: Words) {
  const isTimed = message !== null && typeof messageAt === "number";
  return {
    message,
    messageTime: isTimed ? say(texts.messageSentAt, { time: format.time(messageAt, now) }) : "",
  };
}
