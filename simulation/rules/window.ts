import { LINE, nearDistance, speedLimitPerSecond } from "@/lib/domain/line/rates";
import { confirmMsOf, lateMsOf } from "@/lib/domain/line/turn-times";
import { LUA_CONSTANTS } from "@/lib/line/constants";
import { isBucketFull, settleBucket } from "./bucket";
import { lanesOfNext } from "./lane-shares";
import { apart, type Hole, inHoles, isAwaited, type Lane, type Line, sampleAt } from "./line-state";
import { outflowInForce, rateOf, slotsSoon } from "./outflow";
import { notePromise, promised } from "./promise";
import { settleChance } from "./random-order";
import { forgetSilent, notePresence } from "./silence";
import { mostOf, promiseSoon } from "./soon";
import { admissionsLeft, endReservations } from "./stock";

const { ASKING, AWAITED } = LUA_CONSTANTS;

/** The longest time that one tick makes up for. */
const LONGEST_STEP_MS = 2_000;

/**
 * Moves the line on. Opens until the window holds four seconds of slots, and not beyond ten seconds of numbers
 * from the lowest under way while half of that are called; never faster than was published; passes an
 * unconfirmed number only after it was near the front for six seconds.
 */
export function tick(line: Line, nowMs: number): void {
  endReservations(line, nowMs);
  const outflow = outflowInForce(line);
  const isMoving = line.lanes.some(isBusy);
  const [only] = line.promises;
  // Where nobody waits, nobody sleeps upon a promise.
  if (line.promises.length !== 1 || only?.published !== outflow) {
    line.promises = notePromise(isMoving ? line.promises : [], { atMs: nowMs, published: outflow });
  }
  const promisedOutflow = promised(line.promises, outflow);
  if (isMoving || !isBucketFull(line)) settleBucket(line, nowMs);
  if (isMoving) forgetSilent(line, nowMs, isOpen(line, nowMs));
  if (isMoving) advanceAll(line, promisedOutflow, nowMs);
  else for (const lane of line.lanes) lane.speeds = [];
  if (line.method === "random") {
    const shares = busyShares(line);
    line.lanes.forEach((lane, index) => {
      settleChance(line, lane, isBusy(lane) ? (shares[index] ?? 0) : 1, nowMs);
    });
  }
  for (const lane of line.lanes) takeSample(line, lane, nearDistance(promisedOutflow), nowMs);
}

/** Somebody says that they are there, and whether they will say so again. */
export type Present = { readonly number: number; readonly saysAgain: boolean };

/** Notes that the holders of these numbers are there; near the front that confirms them. */
export function near(line: Line, lane: Lane, present: readonly Present[], nowMs: number): void {
  const reach = 2 * nearDistance(outflowInForce(line));
  for (const { number, saysAgain } of present) {
    if (number < 1 || number > lane.last) continue;
    lane.holes = lane.holes.map((hole) =>
      number >= hole.from && number <= hole.to && number > hole.mark
        ? { ...hole, mark: number }
        : hole,
    );
    const distance = number - lane.serving - inHoles(lane, lane.serving + 1, number);
    if (distance > reach) continue;
    lane.confirmed[number] = true;
    const index = line.lanes.indexOf(lane);
    if (saysAgain) notePresence(line, { lane: index, number, distance }, nowMs);
  }
}

function isBusy(lane: Lane): boolean {
  return lane.serving < lane.last || lane.live > 0;
}

/** The lanes' parts of what may be under way: by weight among those in which somebody is. */
function busyShares({ lanes }: Line): number[] {
  const weights = lanes.map((lane) => (isBusy(lane) ? lane.weight : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum > 0 ? weight / sum : 0));
}

function advanceAll(line: Line, promisedOutflow: number, nowMs: number): void {
  const elapsedMs = Math.min(LONGEST_STEP_MS, Math.max(0, nowMs - line.tickAtMs));
  const keepsSoon = line.tickAtMs === line.speedsAtMs;
  line.tickAtMs = nowMs;
  line.speedsAtMs = nowMs;
  const soon = slotsSoon(line);
  const seats = line.seats.within(LINE.lookAheadSeconds * 1_000, nowMs);
  const left = Math.min(seats, admissionsLeft(line));
  const width = Math.min(left, Math.max(1, LINE.lookAheadSeconds * rateOf(line)));
  const step = { elapsedMs, promisedOutflow, keepsSoon, nowMs };
  if (line.lanes.length > 1 && line.laneMode === "weighted") {
    advanceShared(line, width, Math.min(left, soon), step);
    return;
  }
  let wanted = Math.min(width, Math.max(1, soon));
  for (const lane of line.lanes) {
    advance(line, lane, { ...step, wanted, heldBack: soon < 1 });
    wanted = Math.max(0, wanted - lane.live);
  }
}

/** The window of weighted lanes is divided by their weights, and those are called whose slots come next. */
function advanceShared(
  line: Line,
  width: number,
  most: number,
  step: Omit<Step, "wanted" | "heldBack">,
): void {
  const shares = busyShares(line);
  const next = lanesOfNext(line, most);
  line.lanes.forEach((lane, index) => {
    const share = shares[index] ?? 0;
    const part = share > 0 ? Math.min(width, Math.max(1, width * share)) : 0;
    const live = line.lanes.reduce((sum, other) => sum + other.live, 0);
    const heldBack = !next.has(index) || live >= most;
    const wanted = heldBack ? part : Math.min(part, most - live + lane.live);
    advance(line, lane, { ...step, wanted, heldBack });
  });
}

type Step = {
  readonly wanted: number;
  readonly elapsedMs: number;
  readonly promisedOutflow: number;
  /** Else a process of the version before has moved the line, which knows nothing of `speeds`. */
  readonly keepsSoon: boolean;
  /** Only those who are absent are passed. */
  readonly heldBack: boolean;
  readonly nowMs: number;
};

function advance(line: Line, lane: Lane, step: Step): void {
  const { wanted, elapsedMs, promisedOutflow, keepsSoon, heldBack, nowMs } = step;
  const outflow = outflowInForce(line);
  const sample = sampleAt(lane, nowMs - confirmMsOf(outflow));
  const isKnown = sample !== null && keepsSoon && isOpen(line, nowMs);
  const soon = promiseSoon(lane, mostOf(outflow), {
    nowMs,
    elapsedMs,
    rate: rateOf(line),
    speed: isKnown ? ((lane.serving - sample.serving) * 1_000) / (nowMs - sample.atMs) : null,
  });
  const speed = Math.min(speedLimitPerSecond(promisedOutflow), soon);
  lane.allowance = Math.min(speed, lane.allowance + (elapsedMs / 1_000) * speed);
  const from = (sample?.serving ?? lane.history[0]?.serving ?? 0) + 1;
  const { live, lowest } = underWay(line, lane, from, nowMs);
  lane.live = live;
  // While nobody is called, who was next stays so.
  if (isOpen(line, nowMs) || line.method === "random") lane.heldBack = 0;
  if (isOpen(line, nowMs) && lane.serving < lane.last) {
    const isRoundedUp = line.lanes.length === 1 && wanted < 2;
    const slots = isRoundedUp ? Math.ceil(wanted) : Math.floor(wanted);
    const whole = wanted > 0 ? Math.max(1, slots) : 0;
    const reach = sample === null ? 0 : Math.min(sample.serving + sample.near, sample.last);
    open(line, lane, { wanted: whole, reach, lowest, heldBack, nowMs });
  }
  lane.allowance = Math.max(0, lane.allowance);
}

function isOpen(line: Line, nowMs: number): boolean {
  const { isPaused, method, stock } = line;
  const isForSale = stock === null || stock > 0;
  return !isPaused && method !== "random" && isForSale && !waitsForHand(line, nowMs);
}

/** Slots are given by hand, and none is left. */
function waitsForHand({ grants, inlet }: Line, nowMs: number): boolean {
  if (grants === null || grants > 0) return false;
  return inlet === null || (inlet.endMs !== null && nowMs >= inlet.endMs);
}

/** Who of a lane was called and is on the way: the confirmed since a number, and those who asked before it. */
function underWay(line: Line, lane: Lane, from: number, nowMs: number) {
  let [live, lowest] = [0, Number.POSITIVE_INFINITY];
  const called: number[] = [];
  for (let number = from; number <= lane.serving; number += 1) {
    if (!lane.confirmed[number] || lane.spent[number] || holeAt(lane, number) !== undefined)
      continue;
    live += 1;
    called.push(number);
    lowest = Math.min(lowest, number);
  }
  for (const number of keepTurns(line, lane, called, nowMs)) {
    if (number < from) live += 1;
    lowest = Math.min(lowest, number);
  }
  return { live, lowest };
}

/**
 * While nobody is called, whoever is under way is waited for until it goes on, and from then on for as long as it takes
 * everybody to hear of it. Answers who was waited for.
 */
function keepTurns(line: Line, lane: Lane, called: readonly number[], nowMs: number): number[] {
  const isShut = !isOpen(line, nowMs);
  const sinceMs = isShut ? nowMs - AWAITED.shutMs : nowMs;
  const asking = lane.asking.filter(([, untilMs]) => isAwaited(untilMs, sinceMs));
  const order = asking.map(([number]) => number);
  if (line.method === "random") return order;
  const there = asking.filter(([number, untilMs]) => untilMs !== 0 || !lane.spent[number]);
  const kept = there.map(([number, untilMs]): [number, number] => {
    if (isShut) return [number, 0];
    return [number, untilMs === 0 ? nowMs + AWAITED.hearMs : untilMs];
  });
  const more = isShut ? called.filter((number) => !order.includes(number)) : [];
  const all = [...kept, ...more.map((number): [number, number] => [number, 0])];
  const before = new Map(asking);
  const hasNews = all.length !== asking.length || all.some(([n, until]) => before.get(n) !== until);
  if (hasNews) lane.asking = all.sort(([one], [other]) => one - other).slice(0, ASKING.remembered);
  return order;
}

type Opening = {
  readonly wanted: number;
  /** Up to where an unconfirmed number was near for long enough. */
  readonly reach: number;
  readonly lowest: number;
  readonly heldBack: boolean;
  readonly nowMs: number;
};

/** Up to ten seconds behind the lowest under way it opens to the width, beyond them to half of it. */
function open(line: Line, lane: Lane, opening: Opening): void {
  const { wanted, lowest, nowMs } = opening;
  const limit = Math.min(lane.last, lane.serving + Math.floor(lane.allowance));
  const orderSlots = Math.floor(LINE.orderSeconds * rateOf(line));
  let upTo = lane.serving + Math.max(0, orderSlots - apart(lane, lowest, lane.serving));
  const most = () => (lane.serving < upTo ? wanted : Math.ceil(wanted / 2));
  while (lane.serving < limit && lane.live < most()) {
    const next = lane.serving + 1;
    const hole = holeAt(lane, next);
    if (hole !== undefined) {
      cross(line, lane, hole, nowMs);
      return;
    }
    if (endsAt(lane, next, opening)) return;
    if (lane.spent[next]) {
      lane.gone = Math.max(0, lane.gone - 1);
    } else if (lane.confirmed[next]) {
      lane.live += 1;
      // Until then nobody was under way: the order begins with this one.
      if (upTo === Number.POSITIVE_INFINITY) upTo = next + orderSlots;
    } else {
      lane.noShows += 1;
    }
    lane.allowance -= 1;
    lane.serving = next;
  }
}

/** Somebody who is there is not called while that is held back, and nobody is passed who had no time to confirm. */
function endsAt(lane: Lane, next: number, { reach, heldBack }: Opening): boolean {
  if (lane.spent[next]) return false;
  if (!lane.confirmed[next]) return next > reach;
  lane.heldBack = heldBack ? 1 : 0;
  return heldBack;
}

/** A hole is crossed when those who might stand in it have had time to check in. */
function cross(line: Line, lane: Lane, { to }: Hole, nowMs: number): void {
  if (nowMs >= line.lossAtMs + LINE.holeGraceMs) lane.serving = Math.min(to, lane.last);
}

function holeAt({ holes }: Lane, number: number): Hole | undefined {
  return holes.find(({ mark, to }) => number > mark && number <= to);
}

function takeSample(line: Line, lane: Lane, nearNow: number, nowMs: number): void {
  const { serving, last, history } = lane;
  const newest = history.at(-1);
  const isSame = newest?.serving === serving && newest.near === nearNow && newest.last === last;
  if (isSame || nowMs - (newest?.atMs ?? 0) < 1_000) return;
  const oldestMs = nowMs - lateMsOf(outflowInForce(line));
  const older = history.filter(({ atMs }) => atMs <= oldestMs).length;
  const kept = history.slice(Math.max(0, older - 1));
  lane.history = [...kept, { atMs: nowMs, serving, near: nearNow, last }];
}
