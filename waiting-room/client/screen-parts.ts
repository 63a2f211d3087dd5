import type { PublicLine } from "@/lib/domain/line/public-line";
import type { FirstTexts } from "./first-texts";
import type { Screen, ScreenAction, ScreenName } from "./screen";
import type { Words } from "./words";

/** Shown as a bar of the same size. */
const NOTHING = "";

/** Title and lead of a state, under its name. */
type Heads<Told extends string> = Readonly<Record<`${Told}Title` | `${Told}Lead`, string>>;

type Telling<Told extends string> = {
  readonly texts: Heads<Told> & Pick<FirstTexts, "aheadFigure">;
};

export function head<Told extends string>(told: Told, { texts }: { readonly texts: Heads<Told> }) {
  return { headline: texts[`${told}Title`], lead: texts[`${told}Lead`] };
}

/** A screen of words alone. */
export function plain<Told extends string>(
  name: ScreenName,
  told: Told,
  words: Telling<Told>,
): Screen {
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
export function over<Told extends string>(
  name: ScreenName,
  told: Told,
  words: Telling<Told>,
): Screen {
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
    messageTime: isTimed
      ? say(texts.messageSentAt ?? "", { time: format.time(messageAt, now) })
      : "",
  };
}
