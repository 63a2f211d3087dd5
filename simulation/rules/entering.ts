import { LINE } from "@/lib/domain/line/rates";
import { lateMsOf } from "@/lib/domain/line/turn-times";
import { LUA_CONSTANTS } from "@/lib/line/constants";
import { settleBucket } from "./bucket";
import { mayTakeSlot } from "./lane-shares";
import { apart, isAwaited, type Lane, type Line, sampleAt } from "./line-state";
import { outflowInForce, rateOf } from "./outflow";
import { hasRoom, keepNet, type Net, openNet, takeRoom, untilRoomMs } from "./safety-net";
import { admissionsLeft, endReservations, reserveUnits } from "./stock";

export type EnterOutcome =
  | { readonly type: "admitted" | "early" | "closed" | "spent" | "soldout" }
  | { readonly type: "wait"; readonly waitMs: number };

const { ASKING, AWAITED } = LUA_CONSTANTS;

/**
 * Lets a group of a lane in, lowest number first: one slot, one admission, once per number. Those with a lower
 * number who have asked in vain come first. Those called more than a minute ago who have not asked since get
 * at most a fifth of the slots while others wait. In random order the caller has checked who won, and
 * numbers say nothing.
 */
export function enterGroup(
  line: Line,
  lane: Lane,
  numbers: readonly number[],
  nowMs: number,
): EnterOutcome[] {
  endReservations(line, nowMs);
  if (line.isPaused) return numbers.map(() => ({ type: "closed" }));
  settleBucket(line, nowMs);
  const group = new Group(line, lane, nowMs);
  const outcomes = numbers.map((number) => group.outcomeOf(number));
  group.finish();
  return outcomes;
}

class Group {
  private readonly line: Line;
  private readonly lane: Lane;
  private readonly nowMs: number;
  private readonly isRandom: boolean;
  private readonly lateBoundary: number;
  private readonly isAnyLive: boolean;
  private readonly wasLive: boolean;
  /** Until when each is waited for, and those who were when the group came, lowest first. */
  private readonly awaited = new Map<number, number>();
  private readonly order: readonly number[];
  private hasNews = false;
  /** How many of `order` were passed, how many stand before the number looked at, and the lowest of them. */
  private passed = 0;
  private ahead = 0;
  private lowest: number | null = null;
  private readonly net: Net;
  private lateRefused = 0;
  private fresh = 0;

  constructor(line: Line, lane: Lane, nowMs: number) {
    this.line = line;
    this.lane = lane;
    this.nowMs = nowMs;
    this.net = openNet(line, nowMs);
    this.isRandom = line.method === "random";
    this.lateBoundary = sampleAt(lane, nowMs - lateMsOf(outflowInForce(line)))?.serving ?? 0;
    const isWaitedFor = ({ live, heldBack }: Lane) => live > 0 || heldBack === 1;
    this.isAnyLive = line.lanes.some(isWaitedFor);
    this.wasLive = isWaitedFor(lane);
    const asking = this.isRandom
      ? []
      : lane.asking.filter(([, untilMs]) => isAwaited(untilMs, nowMs));
    for (const [number, untilMs] of asking) this.awaited.set(number, untilMs);
    this.order = asking.map(([number]) => number);
  }

  outcomeOf(number: number): EnterOutcome {
    const { line, lane, nowMs } = this;
    this.lookFrom(number);
    if (number > lane.last) return { type: "early" };
    if (lane.spent[number]) return { type: "spent" };
    if (number > lane.serving && !this.isRandom) return { type: "early" };
    if (!this.isAvailable(number)) return this.refuse(number);
    this.take(number);
    lane.spent[number] = true;
    if (number > lane.serving) lane.gone += 1;
    line.seats.take(String(number), nowMs);
    reserveUnits(line, String(number), nowMs);
    this.fresh += 1;
    return { type: "admitted" };
  }

  finish(): void {
    const { lane } = this;
    keepNet(this.line, this.net, this.nowMs);
    if (this.isRandom) lane.backlog = Math.max(0, lane.backlog - this.fresh);
    if (!this.hasNews) return;
    lane.asking = [...this.awaited]
      .sort(([one], [other]) => one - other)
      .slice(0, ASKING.remembered);
  }

  private stands(number: number): void {
    this.ahead += 1;
    if (!this.isRandom) this.lowest ??= number;
  }

  private lookFrom(number: number): void {
    for (let next = this.order[this.passed]; next !== undefined && next < number; ) {
      this.passed += 1;
      if (this.awaited.has(next)) this.stands(next);
      next = this.order[this.passed];
    }
  }

  private isLate(number: number): boolean {
    if (this.awaited.has(number) || !this.isAnyLive) return false;
    return !this.wasLive || number <= this.lateBoundary;
  }

  /** What is there goes to those first who stand before; a late number has a share of its own instead. */
  private isAvailable(number: number): boolean {
    const { line, lane, lowest } = this;
    const isLate = this.isLate(number);
    const wanted = isLate ? 1 : 1 + this.ahead;
    if (line.tokens < wanted || (isLate && line.lateTokens < 1)) return false;
    if (!hasRoom(this.net, wanted)) return false;
    const slots = LINE.orderSeconds * rateOf(line);
    if (!isLate && lowest !== null && apart(lane, lowest, number) > slots) return false;
    if (!mayTakeSlot(line, line.lanes.indexOf(lane))) return false;
    if ((line.grants ?? wanted) < wanted || admissionsLeft(line) < wanted) return false;
    return line.seats.has(wanted, this.nowMs);
  }

  private take(number: number): void {
    const { line, lane } = this;
    line.tokens -= 1;
    takeRoom(this.net);
    lane.laneTokens -= 1;
    if (this.isLate(number)) line.lateTokens -= 1;
    if (this.awaited.delete(number)) this.hasNews = true;
    if (line.grants !== null) line.grants -= 1;
  }

  /** Whoever is in time is waited for until they were told to ask again. */
  private refuse(number: number): EnterOutcome {
    if (this.line.stock !== null && this.line.stock <= 0) {
      if (!this.isRandom && !this.isLate(number)) {
        this.awaited.set(number, 0);
        this.hasNews = true;
      }
      return { type: "soldout" };
    }
    if (this.isLate(number)) return waitOf(this.untilLateSlotMs());
    const untilRoom = untilRoomMs(this.line, this.net, this.nowMs, LINE.askAgainMs);
    const ms = Math.min(LINE.askAgainMs, Math.max(this.untilSlotMs(this.ahead), untilRoom));
    if (!this.awaited.has(number)) this.stands(number);
    if (!this.isRandom) {
      const waitedForMs = Math.max(AWAITED.leastMs, ms + AWAITED.graceMs);
      this.awaited.set(number, Math.round(this.nowMs + waitedForMs));
      this.hasNews = true;
    }
    return waitOf(ms);
  }

  private untilSlotMs(before: number): number {
    const { line, nowMs } = this;
    const polledMs = Math.min(LINE.askAgainMs, 500 * (1 + before));
    if (line.grants !== null && line.grants < 1 + before) return polledMs;
    if (admissionsLeft(line) < 1 + before) return polledMs;
    if (!line.seats.has(1 + before, nowMs)) return Math.min(polledMs, line.seats.untilOneMs(nowMs));
    const missing = 1 + before - line.tokens;
    // There is a slot, but it belongs to another lane or behind somebody who is on the way.
    if (missing <= 0) return Math.max(100, 1_000 / rateOf(line));
    return (missing / rateOf(line)) * 1_000;
  }

  private untilLateSlotMs(): number {
    const { line, nowMs } = this;
    // The share is there, and only the bucket is empty.
    if (line.lateTokens >= 1 + this.lateRefused) {
      this.lateRefused += 1;
      return this.untilSlotMs(this.lateRefused - 1);
    }
    const dueMs = Math.max(nowMs, line.lateDueMs) + 1_000 / (rateOf(line) * LINE.lateShare);
    line.lateDueMs = Math.min(dueMs, nowMs + LINE.lateAskAgainMs);
    return Math.min(LINE.lateAskAgainMs, Math.max(dueMs - nowMs, this.untilSlotMs(0)));
  }
}

function waitOf(ms: number): EnterOutcome {
  return { type: "wait", waitMs: Math.max(1, Math.ceil(ms)) };
}
