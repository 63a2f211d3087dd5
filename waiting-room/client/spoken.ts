import type { Screen } from "./screen";
import { NEVER } from "./visitor";
import type { Words } from "./words";

const APART_MS = 30_000;

/** What is said of a screen. */
type Said = {
  /** What has happened, and what there is to do. */
  readonly state: string;
  /** How far it has come. */
  readonly progress: string;
  /** The operator's words, and a warning. */
  readonly notes: readonly string[];
};

export type Spoken = Said & {
  /** What is heard now. */
  readonly text: string;
  readonly atMs: number;
};

export const NOTHING_SPOKEN: Spoken = {
  text: "",
  atMs: -NEVER,
  state: "",
  progress: "",
  notes: [],
};

/**
 * What a screen reader hears after this: another state and a note that comes up are said at once, how far it has come
 * at most every 30 s. Nothing is said again as long as it stays the same.
 */
export function nextSpoken(before: Spoken, said: Said, atMs: number): Spoken {
  const { state, progress } = said;
  const isNew = state !== before.state;
  const isTold = isNew || (progress !== before.progress && atMs - before.atMs >= APART_MS);
  const text = [
    isNew && state,
    isTold && progress,
    ...said.notes.filter((note) => !before.notes.includes(note)),
  ]
    .filter(Boolean)
    .join(" ");
  return {
    ...(text ? { text, atMs } : before),
    ...said,
    progress: isTold ? progress : before.progress,
  };
}

/** A screen for those who hear it. */
export function saidOf(screen: Screen, { texts, say }: Words): Said {
  const { ahead, headline, lead, message, until, wait, waitNote, warning } = screen;
  return {
    state: `${headline}. ${lead}`,
    progress: ahead === null ? (until ?? waitNote) : say(texts.sayAhead, { count: ahead, wait }),
    notes: [message ?? "", warning ?? ""],
  };
}

/** The title of the tab: the place in line where there is one. */
export function titleOf(screen: Screen, eventName: string, { texts, say }: Words): string {
  const { ahead, headline, name } = screen;
  const hasPlace = name === "waiting" || name === "slowed" || name === "near";
  return hasPlace && ahead !== null
    ? say(texts.titleAhead, { count: ahead, event: eventName })
    : say(texts.titleOther, { headline, event: eventName });
}
