import { aheadOf } from "@/lib/domain/line/distance";
import { canEnter } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { formatCount, formatCountdown, formatMoment } from "./format";
import type { Screen } from "./screen";
import { fill, type Texts } from "./texts";
import { NEWS_FAILURES, type Visitor } from "./visitor";
import { waitText } from "./wait";

/** Shown as a bar of the same size. */
const NOTHING = "";
/** "Nearly there" is less than this away. */
const NEARLY_SECONDS = 15;

type Words = "join" | "line" | "near" | "turn" | "paused" | "before" | "preQueue";
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
export function screenOf(visitor: Visitor, atMs: number, texts: Texts): Screen {
  const screen = placeScreen(visitor, atMs, texts);
  const isOffline = visitor.failures >= NEWS_FAILURES && !visitor.recovering;
  if (!isOffline || visitor.place.kind !== "waiting") return screen;
  return {
    ...screen,
    ...head("kept", texts),
    lead: texts.offlineLead,
    name: "offline",
    tone: "warn",
  };
}

function placeScreen(visitor: Visitor, atMs: number, texts: Texts): Screen {
  const { place, line } = visitor;
  switch (place.kind) {
    case "going":
      return {
        ...blank("turn", texts),
        name: "turn",
        tone: "good",
        action: { kind: "link", label: texts.enterButton, href: place.redirectUrl },
      };
    case "inside":
      return message("inside", texts);
    case "used":
    case "again":
    case "cookies":
      return { ...message(place.kind, texts), action: again(texts) };
    case "refused":
      return {
        ...message("refused", texts),
        action: { kind: "button", label: texts.reloadButton, does: "reload" },
      };
    case "soldOut":
      return message("soldOut", texts);
    case "full":
      return (line === null ? null : overScreen(line, texts)) ?? message("full", texts);
    case "none":
      return outsideScreen(visitor, atMs, texts);
    case "waiting":
      return line === null
        ? joining(texts)
        : lineScreen({ visitor, line, atMs }, place.number, texts);
  }
}

function outsideScreen(visitor: Visitor, atMs: number, texts: Texts): Screen {
  const { line, recovering } = visitor;
  if (line === null)
    return recovering ? { ...joining(texts), lead: texts.joinSlowLead } : joining(texts);
  const over = overScreen(line, texts);
  if (over !== null) return over;
  if (line.phase === "before" || line.phase === "draft") {
    return {
      ...blank("before", texts),
      ...countdown({ visitor, line, atMs }, texts),
      name: "before",
      message: line.message,
    };
  }
  return joining(texts);
}

type Seen = { readonly visitor: Visitor; readonly line: PublicLine; readonly atMs: number };

function lineScreen(seen: Seen, number: number, texts: Texts): Screen {
  const { visitor, line } = seen;
  const over = overScreen(line, texts);
  if (over !== null) return over;
  const facts = lineFacts(seen, number, texts);
  if (line.stale || visitor.recovering) {
    return { ...facts, ...head("kept", texts), name: "kept", tone: "warn" };
  }
  if (line.phase === "pre-queue" || line.phase === "drawing") {
    const { number: own } = facts;
    return {
      ...blank("preQueue", texts),
      ...countdown(seen, texts),
      number: own,
      wait: texts.waitStart,
      name: "pre-queue",
      message: line.message,
    };
  }
  if (line.paused) {
    const wait = texts.waitPaused;
    return { ...facts, ...head("paused", texts), wait, waitNote: "", name: "paused", tone: "warn" };
  }
  if (line.method === "random") return randomScreen(seen, facts, texts);
  return movingScreen(facts, { line, number }, texts);
}

/** Nobody has a place in random order, so none is shown. */
function randomScreen({ visitor }: Seen, facts: Screen, texts: Texts): Screen {
  const { place, wait } = visitor;
  if (place.kind === "waiting" && place.turn) {
    return { ...message("random", texts), ...head("turn", texts), name: "turn", tone: "good" };
  }
  const waits =
    wait.range === null ? "" : ` ${fill(texts.randomWait, { wait: waitText(wait.range, texts) })}`;
  return {
    ...message("random", texts),
    lead: `${texts.randomLead}${waits}`,
    message: facts.message,
  };
}

type Spot = { readonly line: PublicLine; readonly number: number };

function movingScreen(facts: Screen, { line, number }: Spot, texts: Texts): Screen {
  if (canEnter(line.phase) && number <= line.serving) {
    return {
      ...facts,
      ...head("turn", texts),
      lead: texts.turnWaitLead,
      name: "turn",
      tone: "good",
      wait: texts.now,
      waitNote: "",
    };
  }
  const ahead = aheadOf(line, number);
  if (ahead > line.slots * NEARLY_SECONDS) return facts;
  const near = head("near", texts);
  return {
    ...facts,
    ...near,
    headline: ahead === 0 ? texts.nextTitle : near.headline,
    name: "near",
    tone: "good",
  };
}

function lineFacts({ visitor, line }: Seen, number: number, texts: Texts): Screen {
  const { grown, range } = visitor.wait;
  const why = grown?.why === "paused" ? texts.growPaused : texts.growSlowed;
  return {
    ...blank("line", texts),
    name: "waiting",
    layout: "line",
    message: line.message,
    figure: formatCount(aheadOf(line, number)),
    number: formatCount(number),
    wait: waitText(range, texts),
    waitNote: grown === null ? "" : why,
    progress: visitor.way?.best ?? 0,
  };
}

/** Time to the start by line time; the device's own clock only names the zone. */
function countdown({ visitor, line, atMs }: Seen, texts: Texts) {
  const { startAt } = line;
  const remainingMs = startAt === null ? 0 : startAt - (atMs + visitor.clockOffsetMs);
  return {
    layout: "countdown",
    figureLabel: texts.beforeFigure,
    figure: remainingMs > 0 ? formatCountdown(remainingMs) : texts.soon,
    waitNote: startAt === null ? "" : fill(texts.startsAt, { time: formatMoment(startAt) }),
  } as const;
}

function joining(texts: Texts): Screen {
  return { ...blank("join", texts), name: "join", layout: "line" };
}

function message(name: Ending, texts: Texts): Screen {
  const tone = name === "kept" || name === "cookies" ? "warn" : "calm";
  return { ...blank(name, texts), name: name === "soldOut" ? "sold-out" : name, tone };
}

function again(texts: Texts) {
  return { kind: "button", label: texts.againButton, does: "join-again" } as const;
}

function onward(texts: Texts) {
  return { kind: "button", label: texts.onwardButton, does: "reload" } as const;
}

function head(name: Words | Ending, texts: Texts) {
  return { headline: texts[`${name}Title`], lead: texts[`${name}Lead`] };
}

function blank(name: Words | Ending, texts: Texts) {
  return {
    ...head(name, texts),
    layout: "message",
    tone: "calm",
    message: null,
    figureLabel: texts.aheadFigure,
    figure: NOTHING,
    number: NOTHING,
    wait: NOTHING,
    waitNote: "",
    progress: 0,
    action: null,
  } as const;
}

/** What is shown when the line lets nobody in any more; null while it does. */
function overScreen(line: PublicLine, texts: Texts): Screen | null {
  if (line.phase === "ended" || line.phase === "stopped") {
    const screen = { ...message("ended", texts), message: line.message };
    return line.onward ? { ...screen, action: onward(texts) } : screen;
  }
  if (line.phase === "rejected") return { ...message("rejected", texts), message: line.message };
  return line.soldOut ? message("soldOut", texts) : null;
}
