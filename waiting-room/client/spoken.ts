import type { Screen } from "./screen";
import { NEWS_FAILURES, type Visitor } from "./visitor";
import type { Words } from "./words";

const APART_MS = 15_000;

export type Spoken = { readonly text: string; readonly atMs: number };

/** What a screen reader hears after this: a new sentence at most every 15 s, or what it was. */
export function nextSpoken(before: Spoken, text: string, atMs: number): Spoken {
  return text === before.text || atMs - before.atMs < APART_MS ? before : { text, atMs };
}

/** The sentence of a screen for those who hear it. */
export function sentenceOf(screen: Screen, { texts, say }: Words): string {
  const { ahead, headline, wait } = screen;
  if (ahead === null) return headline;
  return `${headline}. ${say(texts.sayAhead, { count: ahead, wait })}`;
}

/** The title of the tab: the place in line where there is one. */
export function titleOf(screen: Screen, eventName: string, { texts, say }: Words): string {
  const { ahead, headline, name } = screen;
  const hasPlace = name === "waiting" || name === "near";
  return hasPlace && ahead !== null
    ? say(texts.titleAhead, { count: ahead, event: eventName })
    : say(texts.titleOther, { headline, event: eventName });
}

/** How old the news is. */
export function updatedText(visitor: Visitor, atMs: number, { texts, say }: Words): string {
  if (visitor.failures >= NEWS_FAILURES) return texts.lost;
  if (visitor.line === null) return texts.connecting;
  const seconds = Math.max(0, Math.floor((atMs - visitor.heardAtMs) / 1000));
  if (seconds < 1) return texts.updatedNow;
  if (seconds < 60) return say(texts.updatedSeconds, { count: seconds });
  return say(texts.updatedMinutes, { count: Math.floor(seconds / 60) });
}
