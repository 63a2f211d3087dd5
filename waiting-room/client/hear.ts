import { COURTESY } from "@/lib/domain/line/check-in";
import { aheadOf, distanceTo } from "@/lib/domain/line/distance";
import { OPENING } from "@/lib/domain/line/opening";
import { canJoin, isFinal } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { isNearing, sleepMs } from "@/lib/domain/line/sleep";
import type { Answer, Failure, Step } from "./answer";
import { type Before, inLine, SPREAD_MS, soonest } from "./in-line";
import {
  due,
  isWatched,
  NEVER,
  NOTHING_DUE,
  type Visitor,
  type Waiting,
  type Way,
} from "./visitor";
import { NO_WAIT } from "./wait";

/** A personal check-in every four to six minutes. */
const CHECK_IN_MS = COURTESY.leastSeconds * 1_000;
const CHECK_IN_SPREAD_MS = (COURTESY.mostSeconds - COURTESY.leastSeconds) * 1_000;
/** The check-in after joining shows whether the browser keeps the place. */
const FIRST_CHECK_IN_MS = 2_000;
const LONGEST_BACK_OFF_MS = 60_000;
/** Near the front there are few browsers, and each second counts. */
const LONGEST_NEAR_BACK_OFF_MS = 8_000;
/** Who was called and reads "sold out" asks again so soon: the line waits for them a little longer (`AWAITED`). */
const CLOSED_ASK_MS = 8_000;
/** A closed line seldom opens again. */
const CLOSED_MS = 300_000;
/** Answers that say "later" rather than "no". */
const LATER: readonly number[] = [408, 409, 425, 429];
/** Check-ins that are due within this time have a reason of their own. */
const SOON_MS = 10_000;
/** A reader who comes back to the tab sees news at most this old. */
const FRESH_MS = 2_000;

export type Heard = {
  readonly step: Step;
  readonly answer: Answer;
  readonly atMs: number;
  /** In [0, 1). */
  readonly random: number;
  /** How far this place had come before the page was loaded again. */
  readonly way?: Way | null;
};

type Moment = Pick<Heard, "atMs" | "random">;

/** The visitor after an answer: what is shown and what is asked next follow from it alone. */
export function hear(visitor: Visitor, heard: Heard): Visitor {
  const { answer, step, atMs, random } = heard;
  const reached = answered(visitor, step, atMs);
  switch (answer.kind) {
    case "failed":
      return failed(visitor, answer, heard);
    case "line":
      return withLine(reached, answer.line, heard);
    case "waiting":
      return waiting(reached, answer, heard);
    case "none":
      return without(reached, atMs);
    case "closed":
      return due(reached, "line", atMs + SPREAD_MS * random);
    case "full":
      return {
        ...finished(reached, { kind: "full" }),
        dueAtMs: { ...NOTHING_DUE, line: atMs + answer.retryAfterMs * (1 + 0.2 * random) },
      };
    case "admitted":
      return admitted(reached, answer, atMs);
    case "wait":
      return withLine(due(reached, "enter", atMs + answer.retryAfterMs), answer.line, heard);
    case "inside":
      return finished(reached, { kind: "inside", redirectUrl: answer.pageUrl });
    case "moved":
      return finished(reached, { kind: "moved", redirectUrl: answer.pageUrl });
    case "used":
      return finished(reached, { kind: "used" });
    case "spent":
      return finished(reached, { kind: "again" });
    case "soldout":
      return due(reached, "enter", atMs + CLOSED_ASK_MS * (1 + 0.5 * random));
    case "challenge":
      return finished(reached, { kind: "challenge", challenge: answer.challenge });
    case "noted":
      return noted(reached, answer.line, heard);
  }
}

/** The visitor when the tab is shown or hidden, or the network goes or returns. */
export function wake(
  visitor: Visitor,
  now: Moment & { readonly hidden: boolean; readonly online: boolean },
): Visitor {
  // What failed without a network says nothing of the server.
  const failures = visitor.online ? visitor.failures : 0;
  const seen = { ...visitor, hidden: now.hidden, online: now.online, failures };
  return now.hidden ? seen : withNews({ ...seen, touchedAtMs: now.atMs }, now);
}

/** The visitor who touches the page: one that nobody had looked at brings its news up to date. */
export function touch(visitor: Visitor, now: Moment): Visitor {
  if (visitor.hidden) return visitor;
  const touched = { ...visitor, touchedAtMs: now.atMs };
  return isWatched(visitor, now.atMs) ? touched : withNews(touched, now);
}

function withNews(visitor: Visitor, { atMs, random }: Moment): Visitor {
  const { line } = visitor.dueAtMs;
  const isOld = atMs - visitor.heardAtMs > FRESH_MS;
  return isOld && line < NEVER
    ? due(visitor, "line", Math.min(line, atMs + 500 * random))
    : visitor;
}

/** The visitor who says to be there: goes in if the turn has come, and as soon as it comes. */
export function sayHere(visitor: Visitor, now: Moment): Visitor {
  const { place, line } = visitor;
  const here = { ...visitor, isHere: true };
  if (place.kind !== "waiting" || line === null) return here;
  return inLine(here, place, { ...now, known: line });
}

/** The visitor who pressed "join again". */
export function joinAgain(visitor: Visitor, atMs: number): Visitor {
  const fresh = finished(visitor, { kind: "none" });
  return { ...due(fresh, "join", atMs), line: null, way: null, wait: NO_WAIT, nearLosses: null };
}

function failed(visitor: Visitor, failure: Failure, { step, atMs, random }: Heard): Visitor {
  const { status } = failure;
  const isRefusal = status >= 400 && status < 500 && !LATER.includes(status);
  if (isRefusal && step === "join") return finished(visitor, { kind: "refused" });
  const failures = visitor.failures + 1;
  const longestMs = isNearFront(visitor) ? LONGEST_NEAR_BACK_OFF_MS : LONGEST_BACK_OFF_MS;
  const backOffMs = Math.min(longestMs, 1_000 * 2 ** (failures - 1)) * (0.5 + random);
  const retryAtMs = atMs + Math.max(backOffMs, failure.retryAfterMs);
  const later = { ...due(visitor, step, retryAtMs), failures, ...troubleOf(failure) };
  const asksWhy = isRefusal && step !== "status" && visitor.place.kind === "waiting";
  return asksWhy ? due(later, "status", Math.min(later.dueAtMs.status, retryAtMs)) : later;
}

function troubleOf({ status, code }: Failure) {
  const recovering = code === "recovering";
  return { recovering, faulty: status >= 500 && !recovering };
}

function isNearFront({ line, place }: Visitor): boolean {
  return line !== null && place.kind === "waiting" && distanceTo(line, place.number) <= line.near;
}

/** Whoever said it from too far away says it again. */
function noted(visitor: Visitor, line: PublicLine | null, heard: Heard): Visitor {
  const { place } = visitor;
  const known = line ?? visitor.line;
  if (known === null || place.kind !== "waiting") return visitor;
  const nearFrom = distanceTo(known, place.number);
  const isHeard = isNearing(known, nearFrom);
  const said = isHeard ? { ...visitor, nearLosses: known.losses, nearFrom } : visitor;
  return line === null ? said : withLine(said, line, heard);
}

function answered(visitor: Visitor, step: Step, atMs: number): Visitor {
  const asked = due(visitor, step, NEVER);
  return { ...asked, heardAtMs: atMs, failures: 0, recovering: false, faulty: false };
}

function waiting(
  visitor: Visitor,
  answer: Extract<Answer, { kind: "waiting" }>,
  { step, atMs, random, way }: Heard,
): Visitor {
  const { number, line } = answer;
  const isSame = visitor.place.kind === "waiting" && visitor.place.number === number;
  const first = aheadOf(line, number);
  const here: Visitor = {
    ...visitor,
    runId: line.run,
    place: placeOf(answer),
    isKept: visitor.isKept || step === "status",
    way: isSame ? visitor.way : (way ?? { from: first, best: 0 }),
    wait: isSame ? visitor.wait : NO_WAIT,
    nearLosses: isSame ? visitor.nearLosses : null,
    isHere: isSame && visitor.isHere,
    calledAtMs: isSame ? visitor.calledAtMs : null,
    checkedInAtMs: atMs,
  };
  const checkInMs =
    step === "join" ? FIRST_CHECK_IN_MS + SPREAD_MS * random : checkIn(line, random);
  return withLine(due(here, "status", atMs + checkInMs), line, { atMs, random });
}

function placeOf({
  number,
  turn,
  joinedAt,
  supportCode,
  stockMayEnd,
}: Omit<Extract<Answer, { kind: "waiting" }>, "kind" | "line">): Waiting {
  const joinedAtMs = joinedAt ?? null;
  return {
    kind: "waiting",
    number,
    turn,
    joinedAtMs,
    supportCode: supportCode ?? null,
    stockMayEnd,
  };
}

/** Until the next personal check-in: once in each interval where the line asks for it. */
export function checkIn(line: Pick<PublicLine, "now" | "checkIn">, random: number): number {
  if (line.checkIn === null) return CHECK_IN_MS + CHECK_IN_SPREAD_MS * random;
  const everyMs = line.checkIn * 1_000;
  return everyMs - (line.now % everyMs) + 1_000 + (everyMs - 1_000) * random;
}

function without(visitor: Visitor, atMs: number): Visitor {
  if (visitor.place.kind !== "waiting") return due(visitor, "join", atMs);
  return finished(visitor, { kind: visitor.isKept ? "again" : "cookies" });
}

function admitted(
  visitor: Visitor,
  answer: Extract<Answer, { kind: "admitted" }>,
  atMs: number,
): Visitor {
  const { redirectUrl, number } = answer;
  if (redirectUrl !== null) return finished(visitor, { kind: "going", redirectUrl });
  if (number === null) return finished(visitor, { kind: "again" });
  const place = placeOf({ number, turn: true });
  return due({ ...visitor, place, isHere: true }, "enter", atMs);
}

/** Takes in a copy of the line, unless a newer one is known: what is shown never goes back. */
function withLine(visitor: Visitor, line: PublicLine, now: Moment): Visitor {
  const { atMs, random } = now;
  const { place, line: known } = visitor;
  const isForeign = line.run !== visitor.runId;
  if (isForeign && place.kind === "waiting") {
    return due(asleep(visitor, line, now), "status", atMs + SPREAD_MS * random);
  }
  const isOlder =
    known !== null && known.run === line.run && line.losses <= known.losses && line.now < known.now;
  const current = isOlder ? known : line;
  const heard = {
    ...visitor,
    runId: current.run,
    line: current,
    clockOffsetMs: Math.max(visitor.clockOffsetMs, line.now - atMs),
  };
  const awake = asleep(heard, current, now);
  return place.kind === "waiting"
    ? inLine(awake, place, { ...now, known })
    : outside(awake, { ...now, known });
}

/** Asks for the line again when it can have changed for this visitor. */
function asleep(visitor: Visitor, line: PublicLine, { atMs, random }: Moment): Visitor {
  const number = visitor.place.kind === "waiting" ? visitor.place.number : null;
  const { hidden } = visitor;
  const waitMs = isFinal(line.phase)
    ? CLOSED_MS * (1 + random)
    : sleepMs({ line, number, hidden, watched: isWatched(visitor, atMs), random });
  return withCheckIn(due(visitor, "line", atMs + waitMs), line, { atMs, waitMs });
}

/**
 * A check-in tells about the line, too: one without a reason of its own takes the place of the last
 * reading before it is due.
 */
function withCheckIn(
  visitor: Visitor,
  line: PublicLine,
  { atMs, waitMs }: { readonly atMs: number; readonly waitMs: number },
): Visitor {
  const { isKept, dueAtMs } = visitor;
  const isCourtesy = isKept && line.checkIn === null && dueAtMs.status > atMs + SOON_MS;
  const nextMs = atMs + waitMs;
  const isLast = dueAtMs.status >= nextMs && dueAtMs.status < nextMs + waitMs;
  return isCourtesy && isLast ? due(visitor, "status", nextMs) : visitor;
}

/**
 * Joins when the line opens or has room again; those who waited for that come spread out, at a set opening in the
 * seconds whose joins get their numbers together.
 */
function outside(visitor: Visitor, { atMs, random, known }: Before): Visitor {
  const { line, place, dueAtMs, clockOffsetMs } = visitor;
  if (line === null || (place.kind !== "none" && place.kind !== "full")) return visitor;
  if (line.phase === "before" && line.nextAt)
    return due(visitor, "join", line.nextAt - clockOffsetMs + OPENING.spreadMs * random);
  // Opened before the time that was set: what was planned for that would come too late.
  const isSooner = known?.phase === "before" && (known.nextAt ?? 0) > line.now;
  const planned = isSooner ? NEVER : dueAtMs.join;
  if (line.full || !canJoin(line.phase)) return due(visitor, "join", planned);
  const spreadMs = place.kind === "full" || known !== null ? 3_000 * random : 0;
  return due(visitor, "join", soonest(planned, atMs + spreadMs));
}

function finished(visitor: Visitor, place: Visitor["place"]): Visitor {
  return { ...visitor, place, dueAtMs: NOTHING_DUE, isKept: false };
}
