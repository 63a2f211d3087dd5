import type { Screen } from "./screen";
import { fill, type Texts } from "./texts";
import { NEWS_FAILURES, type Visitor } from "./visitor";

const APART_MS = 15_000;

export type Spoken = { readonly text: string; readonly atMs: number };

/** What a screen reader hears after this: a new sentence at most every 15 s, or what it was. */
export function nextSpoken(before: Spoken, text: string, atMs: number): Spoken {
  return text === before.text || atMs - before.atMs < APART_MS ? before : { text, atMs };
}

/** The sentence of a screen for those who hear it. */
export function sentenceOf(screen: Screen, texts: Texts): string {
  if (screen.layout !== "line" || screen.name === "join") return screen.headline;
  const place = fill(texts.sayAhead, { ahead: screen.figure, wait: screen.wait });
  return `${screen.headline}. ${place}`;
}

/** The title of the tab: the place in line where there is one. */
export function titleOf(screen: Screen, eventName: string, texts: Texts): string {
  const hasPlace = screen.name === "waiting" || screen.name === "near";
  const text = hasPlace ? texts.titleAhead : texts.titleOther;
  return fill(text, { ahead: screen.figure, headline: screen.headline, event: eventName });
}

/** How old the news is. */
export function updatedText(visitor: Visitor, atMs: number, texts: Texts): string {
  if (visitor.failures >= NEWS_FAILURES) return texts.lost;
  if (visitor.line === null) return texts.connecting;
  const seconds = Math.max(0, Math.floor((atMs - visitor.heardAtMs) / 1000));
  if (seconds < 1) return texts.updatedNow;
  if (seconds < 60) return fill(texts.updatedSeconds, { seconds: `${seconds}` });
  return fill(texts.updatedMinutes, { minutes: `${Math.floor(seconds / 60)}` });
}
