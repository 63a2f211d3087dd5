import { aheadOf } from "@/lib/domain/line/distance";
import { canEnter } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Screen } from "./screen";
import { NEWS_FAILURES, type Visitor } from "./visitor";
import { waitText } from "./wait";
import type { Words } from "./words";

/** Shown as a bar of the same size. */
const NOTHING = "";
/** "Nearly there" is less than this away. */
const NEARLY_SECONDS = 15;

type Live = "join" | "line" | "near" | "turn" | "paused" | "before" | "preQueue";
type Ending =
  | "ended"
  | "full"
  | "kept"
  | "inside"
  | "used"
  | "again"
  | "cookies"
  | "refused"
  | "random"
  | "rejected"
  | "soldOut";

/** What the visitor sees at this moment. */
export function screenOf(visitor: Visitor, atMs: number, words: Words): Screen {
  const screen = placeScreen(visitor, atMs, words);
  const isOffline = visitor.failures >= NEWS_FAILURES && !visitor.recovering;
  if (!isOffline || visitor.place.kind !== "waiting") return screen;
  return {
    ...screen,
    ...head("kept", words),
    lead: words.texts.unreachableLead,
    name: "offline",
    tone: "warn",
  };
}

function placeScreen(visitor: Visitor, atMs: number, words: Words): Screen {
  const { place, line } = visitor;
  switch (place.kind) {
    case "going":
      return {
        ...blank("turn", words),
        name: "turn",
        tone: "good",
        action: { kind: "link", label: words.texts.enterButton, href: place.redirectUrl },
      };
    case "moved":
      return joining(words);
    case "inside":
      return message("inside", words);
    case "used":
    case "again":
    case "cookies":
      return { ...message(place.kind, words), action: again(words) };
    case "refused":
      return {
        ...message("refused", words),
        action: { kind: "button", label: words.texts.reloadButton, does: "reload" },
      };
    case "soldOut":
      return message("soldOut", words);
    case "full":
      return (line === null ? null : overScreen(line, words)) ?? message("full", words);
    case "none":
      return outsideScreen(visitor, atMs, words);
    case "waiting":
      return line === null
        ? joining(words)
        : lineScreen({ visitor, line, atMs }, place.number, words);
  }
}

function outsideScreen(visitor: Visitor, atMs: number, words: Words): Screen {
  const { line, recovering } = visitor;
  if (line === null)
    return recovering ? { ...joining(words), lead: words.texts.joinSlowLead } : joining(words);
  const over = overScreen(line, words);
  if (over !== null) return over;
  if (line.phase === "before" || line.phase === "draft") {
    return {
      ...blank("before", words),
      ...countdown({ visitor, line, atMs }, words),
      name: "before",
      message: line.message,
    };
  }
  return joining(words);
}

type Seen = { readonly visitor: Visitor; readonly line: PublicLine; readonly atMs: number };

function lineScreen(seen: Seen, number: number, words: Words): Screen {
  const { visitor, line } = seen;
  const over = overScreen(line, words);
  if (over !== null) return over;
  const facts = lineFacts(seen, number, words);
  if (line.stale || visitor.recovering) {
    return { ...facts, ...head("kept", words), name: "kept", tone: "warn" };
  }
  if (line.phase === "pre-queue" || line.phase === "drawing") {
    const { number: own } = facts;
    return {
      ...blank("preQueue", words),
      ...countdown(seen, words),
      number: own,
      wait: words.texts.waitStart,
      name: "pre-queue",
      message: line.message,
    };
  }
  if (line.paused) {
    const wait = words.texts.waitPaused;
    return { ...facts, ...head("paused", words), wait, waitNote: "", name: "paused", tone: "warn" };
  }
  if (line.method === "random") return randomScreen(seen, facts, words);
  return movingScreen(facts, { line, number }, words);
}

/** Nobody has a place in random order, so none is shown. */
function randomScreen({ visitor }: Seen, facts: Screen, words: Words): Screen {
  const { place, wait } = visitor;
  if (place.kind === "waiting" && place.turn) {
    return { ...message("random", words), ...head("turn", words), name: "turn", tone: "good" };
  }
  const waits =
    wait.range === null
      ? ""
      : ` ${words.say(words.texts.randomWait, { wait: waitText(wait.range, words) })}`;
  return {
    ...message("random", words),
    lead: `${words.texts.randomLead}${waits}`,
    message: facts.message,
  };
}

type Spot = { readonly line: PublicLine; readonly number: number };

function movingScreen(facts: Screen, { line, number }: Spot, words: Words): Screen {
  if (canEnter(line.phase) && number <= line.serving) {
    return {
      ...facts,
      ...head("turn", words),
      lead: words.texts.turnWaitLead,
      name: "turn",
      tone: "good",
      wait: words.texts.now,
      waitNote: "",
    };
  }
  const ahead = aheadOf(line, number);
  if (ahead > line.slots * NEARLY_SECONDS) return facts;
  const near = head("near", words);
  return {
    ...facts,
    ...near,
    headline: ahead === 0 ? words.texts.nextTitle : near.headline,
    name: "near",
    tone: "good",
  };
}

function lineFacts({ visitor, line }: Seen, number: number, words: Words): Screen {
  const { grown, range } = visitor.wait;
  const ahead = aheadOf(line, number);
  const why = grown?.why === "paused" ? words.texts.growPaused : words.texts.growSlowed;
  return {
    ...blank("line", words),
    name: "waiting",
    layout: "line",
    message: line.message,
    ahead,
    figure: words.format.count(ahead),
    number: words.format.count(number),
    wait: waitText(range, words),
    waitNote: grown === null ? "" : why,
    progress: visitor.way?.best ?? 0,
  };
}

/** Time to the start by line time; the device's own clock only names the zone. */
function countdown({ visitor, line, atMs }: Seen, words: Words) {
  const { startAt } = line;
  const remainingMs = startAt === null ? 0 : startAt - (atMs + visitor.clockOffsetMs);
  return {
    layout: "countdown",
    figureLabel: words.texts.beforeFigure,
    figure: remainingMs > 0 ? words.format.countdown(remainingMs) : words.texts.soon,
    waitNote:
      startAt === null
        ? ""
        : words.say(words.texts.startsAt, { time: words.format.moment(startAt) }),
  } as const;
}

function joining(words: Words): Screen {
  return { ...blank("join", words), name: "join", layout: "line" };
}

function message(name: Ending, words: Words): Screen {
  const tone = name === "kept" || name === "cookies" ? "warn" : "calm";
  return { ...blank(name, words), name: name === "soldOut" ? "sold-out" : name, tone };
}

function again(words: Words) {
  return { kind: "button", label: words.texts.againButton, does: "join-again" } as const;
}

function onward(words: Words) {
  return { kind: "button", label: words.texts.onwardButton, does: "reload" } as const;
}

function head(name: Live | Ending, words: Words) {
  return { headline: words.texts[`${name}Title`], lead: words.texts[`${name}Lead`] };
}

function blank(name: Live | Ending, words: Words) {
  return {
    ...head(name, words),
    layout: "message",
    tone: "calm",
    message: null,
    ahead: null,
    figureLabel: words.texts.aheadFigure,
    figure: NOTHING,
    number: NOTHING,
    wait: NOTHING,
    waitNote: "",
    progress: 0,
    action: null,
  } as const;
}

/** What is shown when the line lets nobody in any more; null while it does. */
function overScreen(line: PublicLine, words: Words): Screen | null {
  if (line.phase === "ended" || line.phase === "stopped") {
    const screen = { ...message("ended", words), message: line.message };
    return line.onward ? { ...screen, action: onward(words) } : screen;
  }
  if (line.phase === "rejected") return { ...message("rejected", words), message: line.message };
  return line.soldOut ? message("soldOut", words) : null;
}
