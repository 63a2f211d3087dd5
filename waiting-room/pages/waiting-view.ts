import type { PublicLine } from "@/lib/domain/line/public-line";
import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { Screen } from "@/waiting-room/client/screen";
import { screenOf } from "@/waiting-room/client/screen-of";
import { newVisitor, type Visitor } from "@/waiting-room/client/visitor";
import { NO_WAIT, nextWait } from "@/waiting-room/client/wait";
import type { Words } from "@/waiting-room/client/words";

/** What the server knows when it renders the page; the whole page for visitors without JavaScript. */
export type WaitingView =
  /** `joinId` makes the form without JavaScript repeatable; one per rendered page. */
  | { readonly state: "join"; readonly joinId?: string }
  /** The visitor was let in, and the time on the site is over. */
  | { readonly state: "session-ended"; readonly joinId?: string }
  | { readonly state: "full" }
  /** What the line says, to whoever has a place in it and to others. */
  | { readonly state: "line"; readonly line: PublicLine; readonly place: ViewedPlace | null };

/** A place in line. Times are line time in milliseconds. */
export type ViewedPlace = {
  readonly number: number;
  readonly joinedAtMs: number;
  /** The last check-in that counts. */
  readonly seenAtMs: number;
  /** The visitor may ask for a slot. */
  readonly turn: boolean;
  /** What the visitor reads out when asking for help. */
  readonly supportCode?: string;
  /** What is for sale may end before this turn. */
  readonly stockMayEnd?: boolean;
};

/**
 * The screen of a view: the same that the page's script shows when it knows as much. The script goes on from
 * there.
 */
export function screenOfView(view: WaitingView, words: Words<ScreenTexts>): Screen {
  return screenOf(visitorOf(view), 0, words);
}

function visitorOf(view: WaitingView): Visitor {
  const sessionEnded = view.state === "session-ended";
  const visitor = newVisitor({ runId: 0, placed: false, joinable: false, sessionEnded }, 0);
  if (view.state === "full") return { ...visitor, place: { kind: "full" } };
  if (view.state !== "line") return visitor;
  const { line, place } = view;
  const seen = { ...visitor, line, clockOffsetMs: line.now };
  if (place === null) return seen;
  const { seenAtMs, supportCode = null, ...own } = place;
  return {
    ...seen,
    place: { kind: "waiting", ...own, supportCode },
    checkedInAtMs: seenAtMs - line.now,
    wait: nextWait(NO_WAIT, line, place.number),
  };
}
