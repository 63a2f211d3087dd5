import type { Screen } from "./screen";
import { NEVER, NEWS_FAILURES, type Visitor } from "./visitor";
import type { Words } from "./words";

const APART_MS = 15_000;

export type Spoken = {
  /** What is heard now. */
  readonly text: string;
  readonly atMs: number;
  /** What was last said of the screen. */
  readonly sentence: string;
  /** What was said of the notes that are still there: the operator's words, and a warning. */
  readonly notes: readonly string[];
};

export const NOTHING_SPOKEN: Spoken = {
  text: "",
  atMs: -NEVER,
  sentence: "",
  notes: [],
};

/**
 * What a screen reader hears after this: something new at most every 15 s, or what it was. Each note is said once when
 * it comes up, after the first sentence of the screen.
 */
export function nextSpoken(
  before: Spoken,
  { sentence, notes }: Pick<Spoken, "sentence" | "notes">,
  atMs: number,
): Spoken {
  if (atMs - before.atMs < APART_MS) return before;
  const known = before.notes.filter((note) => notes.includes(note));
  const text =
    before.sentence && notes.find((note) => note && note !== before.text && !known.includes(note));
  if (text) return { ...before, text, notes: [...known, text], atMs };
  const said = { ...before, notes: known };
  return sentence === before.sentence ? said : { ...said, text: sentence, sentence, atMs };
}

/** The sentence of a screen for those who hear it. */
export function sentenceOf(screen: Screen, { texts, say }: Words): string {
  const { ahead, headline, lead, layout, wait } = screen;
  if (ahead !== null) return `${headline}. ${say(texts.sayAhead, { count: ahead, wait })}`;
  return layout === "message" ? `${headline}. ${lead}` : headline;
}

/** The title of the tab: the place in line where there is one. */
export function titleOf(screen: Screen, eventName: string, { texts, say }: Words): string {
  const { ahead, headline, name } = screen;
  const hasPlace = name === "waiting" || name === "slowed" || name === "near";
  return hasPlace && ahead !== null
    ? say(texts.titleAhead, { count: ahead, event: eventName })
    : say(texts.titleOther, { headline, event: eventName });
}

/** How old the news is. */
export function updatedText(visitor: Visitor, atMs: number, { texts, say }: Words): string {
  if (visitor.failures >= NEWS_FAILURES || !visitor.online) return texts.lost ?? texts.connecting;
  if (visitor.line === null) return texts.connecting;
  const seconds = Math.max(0, Math.floor((atMs - visitor.heardAtMs) / 1000));
  if (seconds < 1) return texts.updatedNow;
  return seconds < 60 || !texts.updatedMinutes
    ? say(texts.updatedSeconds, { count: seconds })
    : say(texts.updatedMinutes, { count: Math.floor(seconds / 60) });
}
