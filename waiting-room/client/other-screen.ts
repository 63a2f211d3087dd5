import { aheadOf, distanceTo } from "@/lib/domain/line/distance";
import { canEnter } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { waitsForSeat } from "@/lib/domain/line/seats-left";
import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import { factsOf, joining, keptText, movingScreen, type Seen, turnHead } from "./first-screen";
import { countdownText, momentText, percentText } from "./moments";
import type { Screen } from "./screen";
import { button, head, messageOf, over, plain } from "./screen-parts";
import { updatedText } from "./updated-text";
import { isCalled, mustConfirm, NEWS_FAILURES, type Visitor, type Waiting } from "./visitor";
import { waitText } from "./wait";
import { waitByChance } from "./wait-by-chance";
import type { Words } from "./words";

type AllWords = Words<ScreenTexts>;

type SeenLine = Pick<Seen, "visitor" | "line"> & { readonly atMs: number };
type SeenPlace = Seen & { readonly atMs: number };

/** What the visitor sees in every state but those of `firstScreen`. */
export function otherScreen(visitor: Visitor, atMs: number, words: AllWords): Screen {
  const screen = placeScreen(visitor, atMs, words);
  return visitor.place.kind === "waiting" && !screen.isOver
    ? withTrouble(withWarning(screen, visitor.place, words), { visitor, atMs }, words)
    : screen;
}

/** Whoever waits hears that what is for sale may end before their turn. */
function withWarning(screen: Screen, { stockMayEnd }: Waiting, { texts }: AllWords): Screen {
  if (!stockMayEnd || screen.name === "turn" || screen.name === "here") return screen;
  // While one version replaces another, the texts may be of the version before, which has none.
  const { stockMayEnd: warning = "" } = texts;
  return { ...screen, waitNote: `${warning} ${screen.waitNote}`.trim(), warning };
}

/** Whoever has a place still sees it while the line cannot be heard, and what that means. */
function withTrouble(
  screen: Screen,
  { visitor, atMs }: Pick<SeenPlace, "visitor" | "atMs">,
  words: AllWords,
): Screen {
  const { texts } = words;
  // The figures are as old as that, and so is what was expected.
  const waitNote = updatedText({ ...visitor, online: true, failures: 0 }, atMs, words);
  const warned = { ...screen, tone: "warn", waitNote } as const;
  if (!visitor.online) return { ...warned, ...head("offline", words), name: "offline" };
  if (visitor.failures < NEWS_FAILURES || visitor.recovering) return screen;
  if (visitor.faulty) {
    const action = button(texts.reloadButton, "reload");
    return { ...warned, ...head("error", words), name: "error", action };
  }
  const kept = { headline: texts.keptTitle, lead: texts.unreachableLead };
  return { ...warned, ...kept, name: "unreachable" };
}

function placeScreen(visitor: Visitor, atMs: number, words: AllWords): Screen {
  const { place, line } = visitor;
  const { texts } = words;
  const joinAgain = button(texts.againButton, "join-again");
  switch (place.kind) {
    case "going":
    case "inside":
      return over("inside", "inside", words);
    case "used":
    case "again":
      return { ...over(place.kind, place.kind, words), action: joinAgain };
    case "sessionEnded":
      return { ...over("session-ended", "sessionEnded", words), action: joinAgain };
    case "cookies":
      return { ...over("cookies", "cookies", words), tone: "warn", action: joinAgain };
    case "refused":
      return {
        ...over("refused", "refused", words),
        action: button(texts.reloadButton, "reload"),
      };
    case "challenge":
      return {
        ...plain("challenge", place.challenge.kind === "work" ? "check" : "challenge", words),
        action: { kind: "challenge" },
      };
    case "full":
      return (line && overScreen(line, words)) ?? plain("full", "full", words);
    case "moved":
    case "none":
    case "waiting": {
      if (line === null) return joining(visitor, words);
      const seen = { visitor, line, atMs };
      return (
        overScreen(line, words) ??
        earlyScreen(seen, words) ??
        (place.kind === "waiting" ? lineScreen({ ...seen, place }, words) : joining(visitor, words))
      );
    }
  }
}

/** Null once visitors can join. */
function earlyScreen(seen: SeenLine, words: AllWords): Screen | null {
  const { phase } = seen.line;
  return phase === "before" || phase === "draft" ? beforeScreen(seen, words) : null;
}

/** What is shown when the line lets nobody in any more; null while it does. */
function overScreen(line: PublicLine, words: AllWords): Screen | null {
  if (line.phase === "ended" || line.phase === "stopped") {
    const screen = { ...over("ended", "ended", words), message: line.message };
    return line.onward ? { ...screen, action: button(words.texts.onwardButton, "reload") } : screen;
  }
  if (line.phase === "rejected")
    return { ...over("rejected", "rejected", words), ...messageOf(line, words) };
  return line.soldOut ? over("sold-out", "soldOut", words) : null;
}

/** What somebody with a place sees while the line is not over. */
function lineScreen(seen: SeenPlace, words: AllWords): Screen {
  const { visitor, line, place } = seen;
  const { phase } = line;
  const facts = line.method === "random" ? chanceOf(seen, words) : factsOf(seen, words);
  if (line.stale || visitor.recovering)
    return { ...facts, ...head("kept", words), name: "kept", tone: "warn" };
  if (phase === "pre-queue" || phase === "drawing") return preQueueScreen(seen, facts, words);
  if (line.paused) {
    const wait = words.texts.waitPaused;
    const paused = { ...facts, ...head("paused", words), wait, waitNote: "" };
    return { ...paused, name: "paused", tone: "warn" };
  }
  if (canEnter(phase) && isCalled(line, place)) return turnScreen(seen, facts, words);
  if (line.method === "random") return { ...facts, ...head("random", words), name: "random" };
  return askedToConfirm(seen, slowedScreen(seen, words), words);
}

/** In random order nobody has a place: all have the same chance. */
function chanceOf(seen: Seen, words: AllWords): Screen {
  return {
    ...plain("random", "random", words),
    ...messageOf(seen.line, words),
    layout: "chance",
    kept: keptText(seen, words),
    wait: waitText(waitByChance(seen.line), words),
    waitNote: chanceText(seen.line, words),
  };
}

/** Whoever is nearly there needs no reason why it takes longer. */
function slowedScreen(seen: Seen, words: AllWords): Screen {
  const moving = movingScreen(seen, words);
  const { waitForSeat } = words.texts;
  const isForSeat = waitsForSeat(seen.line.seats, aheadOf(seen.line, seen.place.number));
  const waitNote = isForSeat ? `${waitForSeat} ${moving.waitNote}`.trim() : moving.waitNote;
  const screen = { ...moving, waitNote };
  if (!seen.line.slowed || screen.name === "near") return screen;
  return { ...screen, ...head("slowed", words), name: "slowed", tone: "warn" };
}

/** The countdown of an event that nobody can join yet. */
function beforeScreen(seen: SeenLine, words: AllWords): Screen {
  const { draw, startAt, nextAt } = seen.line;
  const { texts, say, format } = words;
  const screen = plain("before", "before", words);
  const starts = countdown(seen, startAt, words);
  const opensAt = nextAt && nextAt !== startAt ? nextAt : null;
  // While one version replaces another, the texts may be of the version before.
  const opens = opensAt && say(texts.beforeOpens ?? "", { time: momentText(opensAt, format) });
  return {
    ...screen,
    ...starts,
    lead: draw === null ? screen.lead : `${screen.lead} ${texts.preQueueDrawLead}`,
    waitNote: [starts.waitNote, opens].filter(Boolean).join(" · "),
    ...messageOf(seen.line, words),
  };
}

function preQueueScreen(seen: SeenPlace, facts: Screen, words: AllWords): Screen {
  const { draw, phase, startAt } = seen.line;
  const { number, message, messageTime, kept } = facts;
  const { texts } = words;
  const isDrawing = phase === "drawing";
  const screen = isDrawing
    ? plain("drawing", "drawing", words)
    : plain("pre-queue", "preQueue", words);
  const told = {
    ...screen,
    ...countdown(seen, (isDrawing && draw?.opensAt) || startAt, words),
    ...{ message, messageTime, kept, wait: texts.waitStart },
  };
  if (draw === null) return { ...told, number };
  // Until it is drawn nobody has a number that says anything.
  const drawn = { ...told, wait: "", draw: "promised" } as const;
  if (isDrawing) return drawn;
  const { preQueueDrawTitle: headline = screen.headline, preQueueDrawLead: lead } = texts;
  return { ...drawn, name: "drawn-soon", headline, lead };
}

function turnScreen(seen: SeenPlace, facts: Screen, words: AllWords): Screen {
  const { calledAtMs } = seen.visitor;
  if (calledAtMs !== null && mustConfirm(seen.visitor)) return hereScreen(seen, calledAtMs, words);
  const turn = { ...facts, ...calledHead(seen.line, words) };
  return seen.line.method === "random" ? { ...turn, layout: "message" } : turn;
}

/** Where there is no slot for them yet, those who are called are next. */
function calledHead({ noSlots, seats }: PublicLine, words: AllWords) {
  const { nextTitle: headline, pausedLead, waitPaused, waitForSeat } = words.texts;
  const next = { headline, name: "near", tone: "good", waitNote: "" } as const;
  if (noSlots) return { ...next, lead: pausedLead, wait: waitPaused };
  return waitsForSeat(seats, 0) ? { ...next, lead: waitForSeat } : turnHead(words);
}

/** Where everybody has to say that they are there, they may do so as soon as they come near. */
function askedToConfirm({ visitor, line, place }: Seen, screen: Screen, words: AllWords): Screen {
  const isAsked = visitor.confirm?.confirm === "always" && mustConfirm(visitor);
  if (!isAsked || distanceTo(line, place.number) > line.near) return screen;
  const { hereLead: lead, hereButton } = words.texts;
  return { ...screen, lead, action: button(hereButton, "here") };
}

/** The turn has come, and waits for somebody who presses the button. */
function hereScreen({ visitor, atMs }: SeenPlace, calledAtMs: number, words: AllWords): Screen {
  const { texts, format } = words;
  const remainingMs = calledAtMs + (visitor.confirm?.seconds ?? 0) * 1_000 - atMs;
  const isLate = remainingMs <= 0;
  return {
    ...plain("here", "turn", words),
    lead: isLate ? texts.hereLateLead : texts.hereLead,
    tone: "good",
    layout: isLate ? "message" : "countdown",
    figureLabel: texts.hereFigure,
    figure: countdownText(remainingMs, format),
    until: isLate ? "" : format.duration("minute", Math.ceil(remainingMs / 60_000)),
    action: button(texts.hereButton, "here"),
  };
}

/** The share of those who wait that goes in within a minute. */
function chanceText({ measured, waiting }: PublicLine, { texts, say, format }: AllWords): string {
  if (measured <= 0 || waiting <= 0) return "";
  const chance = percentText(Math.min(1, measured / waiting), format);
  return say(texts.chancePerMinute, { chance });
}

/** Time to a moment by line time; the device's own clock only names the zone. */
function countdown(
  { visitor, atMs }: SeenLine,
  toMs: number | null,
  { texts, say, format }: AllWords,
) {
  const remainingMs = toMs === null ? 0 : toMs - (atMs + visitor.clockOffsetMs);
  const time = toMs === null ? "" : momentText(toMs, format);
  return {
    layout: "countdown",
    figureLabel: texts.beforeFigure,
    figure: remainingMs > 0 ? countdownText(remainingMs, format) : texts.soon,
    waitNote: time === "" || format.timeZone ? time : say(texts.startsAt, { time }),
  } as const;
}
