import { aheadOf } from "@/lib/domain/line/distance";
import { runningNumber } from "@/lib/domain/line/epoch";
import { canEnter } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Screen } from "./screen";
import { head, messageOf, plain } from "./screen-parts";
import { isCalled, mustConfirm, NEWS_FAILURES, type Visitor, type Waiting } from "./visitor";
import { turnText, waitText } from "./wait";
import type { Words } from "./words";

/** "Nearly there" is less than this away. */
const NEARLY_SECONDS = 15;

/** A place in a line, as its page knows it. */
export type Seen = {
  readonly visitor: Visitor;
  readonly line: PublicLine;
  readonly place: Waiting;
};

/**
 * What the visitor sees on the way that nearly everybody goes: joining, waiting in a line that moves, and going in.
 * Null in every other state: those are told by `otherScreen`, which the page loads later.
 */
export function firstScreen(visitor: Visitor, words: Words): Screen | null {
  const { place, line } = visitor;
  const { enterButton } = words.texts;
  if (place.kind === "going") {
    const action = { kind: "link", label: enterButton, href: place.redirectUrl } as const;
    return { ...plain("turn", "turn", words), tone: "good", action };
  }
  if (place.kind !== "waiting" && place.kind !== "none") return null;
  if (line === null || (place.kind === "none" && canEnter(line.phase) && !line.soldOut))
    return joining(visitor, words);
  const isHeard = visitor.online && visitor.failures < NEWS_FAILURES && !visitor.recovering;
  const hasNone = line.noSlots || line.seats?.free === 0;
  const isHeld = line.soldOut || line.paused || line.stale || line.slowed || hasNone;
  // Until its text is there, the place is shown without it.
  const hasWarning = place.kind === "waiting" && place.stockMayEnd && words.texts.stockMayEnd;
  const moves = canEnter(line.phase) && !isHeld;
  const isOnTheWay =
    isHeard && moves && !hasWarning && line.method !== "random" && !mustConfirm(visitor);
  return place.kind === "waiting" && isOnTheWay
    ? movingScreen({ visitor, line, place }, words)
    : null;
}

export function joining({ line, failures, recovering }: Visitor, words: Words): Screen {
  const isSlow = recovering || line?.stale === true || failures >= NEWS_FAILURES;
  const screen = { ...plain("join", "join", words), layout: "line" } as const;
  return isSlow ? { ...screen, lead: words.texts.joinSlowLead ?? screen.lead } : screen;
}

/** A place in a line that moves. */
export function movingScreen(seen: Seen, words: Words): Screen {
  const facts = factsOf(seen, words);
  return isCalled(seen.line, seen.place)
    ? { ...facts, ...turnHead(words) }
    : approaching(seen, facts, words);
}

/** The turn has come, and a slot is asked for. */
export function turnHead({ texts }: Words) {
  return {
    headline: texts.turnTitle,
    lead: texts.turnWaitLead,
    name: "turn",
    tone: "good",
    wait: texts.now,
    waitNote: "",
  } as const;
}

function approaching({ line, place }: Seen, facts: Screen, words: Words): Screen {
  const ahead = aheadOf(line, place.number);
  if (ahead <= line.slots * NEARLY_SECONDS) {
    const near = { ...facts, ...head("near", words), name: "near", tone: "good" } as const;
    return ahead === 0 ? { ...near, headline: words.texts.nextTitle } : near;
  }
  return facts;
}

/** What is known of a place in the order of numbers. */
export function factsOf(seen: Seen, words: Words): Screen {
  const { visitor, line, place } = seen;
  const { range } = visitor.wait;
  const ahead = aheadOf(line, place.number);
  const isDrawn = wasDrawn(line, place);
  const notes = [
    turnText(range, line.now, words),
    growText(visitor, words),
    isDrawn && words.texts.drawnNote,
  ];
  return {
    ...plain("waiting", "line", words),
    ...messageOf(line, words),
    kept: keptText(seen, words),
    wait: waitText(range, words),
    layout: "line",
    ahead,
    figure: words.format.count(ahead),
    number: words.format.count(runningNumber(place.number)),
    waitNote: notes.filter(Boolean).join(" "),
    draw: isDrawn ? "done" : null,
    progress: visitor.way?.best ?? 0,
  };
}

function growText({ wait: { grown } }: Visitor, { texts }: Words): string | undefined {
  if (grown === null) return "";
  return grown.why === "paused" ? texts.growPaused : texts.growSlowed;
}

/** Empty where a place is kept until the run ends. */
export function keptText({ visitor, line }: Seen, { texts, say, format }: Words): string {
  if (!line.absence) return "";
  const seenAtMs = visitor.checkedInAtMs + visitor.clockOffsetMs;
  const untilMs = seenAtMs + line.absence * 60_000;
  return say(texts.keptUntil ?? "", { time: format.time(untilMs, line.now) });
}

/** True for the place of somebody who waited before the start of an event with a draw. */
function wasDrawn({ draw, startAt, lane }: PublicLine, { joinedAtMs }: Waiting): boolean {
  if (lane !== 0 || !draw?.opensAt || startAt === null) return false;
  return joinedAtMs !== null && joinedAtMs < startAt;
}
