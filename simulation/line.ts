import { notePromise, type Promises, promisedOutflow } from "@/lib/domain/line/promise";
import type { PublicLine } from "@/lib/domain/line/public-line";
import {
  confirmMsOf,
  LINE,
  lateMsOf,
  nearDistance,
  slotsPerSecond,
  speedLimitPerSecond,
} from "@/lib/domain/line/rates";
import { Bucket } from "./bucket";
import type { Seats } from "./seats";

export type EnterAnswer =
  | { readonly type: "admitted" }
  | { readonly type: "early" | "spent" }
  | { readonly type: "wait"; readonly waitMs: number };

/** How long somebody who found no slot is waited for; see `lib/line/scripts/asking.ts`. */
const AWAITED = { graceMs: 500, leastMs: 1_500 } as const;

/** Whether somebody is late, and behind how many who are waited for. */
type Asked = { readonly isLate: boolean; readonly before: number };

type Sample = { readonly atMs: number; readonly serving: number; readonly reach: number };

/** When to ask again for a seat: nobody knows when one is given back. */
const SEAT_RETRY_MS = 500;

/**
 * One line in simulated time, by the rules of the scripts in `lib/line/scripts`: numbers, open window,
 * bucket, late share, seats. What the scripts keep as bits is kept here as bytes; there is one process
 * and nothing is lost.
 */
export class SimulatedLine {
  last = 0;
  serving = 0;
  admitted = 0;
  private live = 0;
  private allowance = 0;
  private tickedAtMs = 0;
  private readonly confirmed: boolean[] = [];
  private readonly spent: boolean[] = [];
  private samples: Sample[] = [{ atMs: 0, serving: 0, reach: 0 }];
  private readonly admittedAtMs: number[] = [];
  private readonly bucket: Bucket;
  /** Who asked in time and found no slot, and until when they are waited for. */
  private readonly awaited = new Map<number, number>();
  private lateDueMs = 0;
  private promises: Promises = [];

  private outflowPerMinute: number;
  private readonly seats: Seats | null;

  constructor(outflowPerMinute: number, seats: Seats | null = null) {
    this.outflowPerMinute = outflowPerMinute;
    this.seats = seats;

    this.bucket = new Bucket(outflowPerMinute);
  }

  get outflow(): number {
    return this.outflowPerMinute;
  }

  private get promised(): number {
    return promisedOutflow(this.promises, this.outflowPerMinute);
  }

  setOutflow(outflowPerMinute: number, nowMs: number): void {
    this.bucket.setOutflow(outflowPerMinute, nowMs);
    this.outflowPerMinute = outflowPerMinute;
  }

  /** The next number. */
  join(): number {
    this.last += 1;
    return this.last;
  }

  near(number: number): void {
    if (number <= this.serving + 2 * nearDistance(this.outflowPerMinute)) {
      this.confirmed[number] = true;
    }
  }

  /** Leaving sets the number's bit, as admitting does. */
  leave(number: number): void {
    this.spent[number] = true;
  }

  /** Lets a group in that asks at one moment, lowest number first; answers in the order given. */
  enter(numbers: readonly number[], nowMs: number): EnterAnswer[] {
    const lateBoundary = this.sampleAt(nowMs - lateMsOf(this.outflowPerMinute))?.serving ?? 0;
    const answers = new Map<number, EnterAnswer>();
    this.forgetAwaited(nowMs);
    for (const number of [...numbers].sort((a, b) => a - b)) {
      answers.set(number, this.enterOne(number, nowMs, lateBoundary));
    }
    return numbers.map((number) => answers.get(number) ?? { type: "spent" });
  }

  private enterOne(number: number, nowMs: number, lateBoundary: number): EnterAnswer {
    if (this.spent[number]) return { type: "spent" };
    if (number > this.serving) return { type: "early" };
    const isLate = !this.awaited.has(number) && this.live > 0 && number <= lateBoundary;
    if (isLate) return this.admit(number, nowMs, { isLate, before: 0 });
    const lower = [...this.awaited.keys()].filter((other) => other < number);
    const asked = { isLate, before: lower.length };
    const behind = number - Math.min(number, ...lower);
    const isFarBehind = behind > LINE.orderSeconds * slotsPerSecond(this.outflowPerMinute);
    const answer = isFarBehind ? this.refuse(nowMs, asked) : this.admit(number, nowMs, asked);
    if (answer.type === "wait") {
      const waitedForMs = Math.max(AWAITED.leastMs, answer.waitMs + AWAITED.graceMs);
      this.awaited.set(number, nowMs + waitedForMs);
    }
    return answer;
  }

  /** Admits a number that the draw of random order chose: a slot is needed, the order is not. */
  enterByDraw(number: number, nowMs: number): EnterAnswer {
    if (this.spent[number]) return { type: "spent" };
    return this.admit(number, nowMs, { isLate: false, before: 0 });
  }

  private admit(number: number, nowMs: number, asked: Asked): EnterAnswer {
    this.bucket.settle(nowMs);
    if (!this.hasSeats(1 + asked.before, nowMs) || !this.bucket.take(asked)) {
      return this.refuse(nowMs, asked);
    }
    this.spent[number] = true;
    this.admitted += 1;
    this.admittedAtMs.push(nowMs);
    this.seats?.take(String(number), nowMs);
    return { type: "admitted" };
  }

  private refuse(nowMs: number, { isLate, before }: Asked): EnterAnswer {
    const slotMs = this.bucket.untilSlotMs(before);
    const waitMs = this.hasSeats(1 + before, nowMs) ? slotMs : SEAT_RETRY_MS;
    if (!isLate || this.bucket.hasLateShare) {
      return { type: "wait", waitMs: Math.min(LINE.askAgainMs, waitMs) };
    }
    const dueMs = Math.max(nowMs, this.lateDueMs) + this.bucket.betweenLateMs;
    this.lateDueMs = Math.min(dueMs, nowMs + LINE.lateAskAgainMs);
    const lateWaitMs = Math.max(dueMs - nowMs, waitMs);
    return { type: "wait", waitMs: Math.min(LINE.lateAskAgainMs, lateWaitMs) };
  }

  private hasSeats(count: number, nowMs: number): boolean {
    return (this.seats?.free(nowMs) ?? count) >= count;
  }

  private forgetAwaited(nowMs: number): void {
    for (const [number, untilMs] of this.awaited) {
      if (untilMs <= nowMs || this.spent[number]) this.awaited.delete(number);
    }
  }

  /**
   * Opens the window until it holds four seconds of slots; passes an unconfirmed number only after it
   * was near the front for six seconds (`lib/line/scripts/tick.ts`).
   */
  tick(nowMs: number): void {
    this.bucket.settle(nowMs);
    this.promises = notePromise(this.promises, { atMs: nowMs, outflow: this.outflowPerMinute });
    const speed = speedLimitPerSecond(this.promised);
    const elapsedMs = Math.min(2_000, nowMs - this.tickedAtMs);
    this.tickedAtMs = nowMs;
    this.allowance = Math.min(speed, this.allowance + (elapsedMs / 1_000) * speed);
    const sample = this.sampleAt(nowMs - confirmMsOf(this.outflowPerMinute));
    const from = sample?.serving ?? this.samples[0]?.serving ?? 0;
    this.forgetAwaited(nowMs);
    const underWay = [...this.awaited.keys()].filter((number) => number <= from);
    for (let number = from + 1; number <= this.serving; number += 1) {
      if (this.confirmed[number] && !this.spent[number]) underWay.push(number);
    }
    this.live = underWay.length;
    this.advance(sample?.reach ?? 0, this.width(nowMs), Math.min(...underWay));
    this.takeSample(nowMs);
  }

  /** Four seconds of slots, and no more than there will be seats in that time. */
  private width(nowMs: number): number {
    const slots = Math.max(1, LINE.lookAheadSeconds * slotsPerSecond(this.outflowPerMinute));
    const aheadMs = LINE.lookAheadSeconds * 1_000;
    return Math.min(slots, this.seats?.freeWithin(aheadMs, nowMs) ?? slots);
  }

  /** Up to ten seconds behind the lowest under way it opens to the width, beyond them to half of it. */
  private advance(reach: number, width: number, lowestUnderWay: number): void {
    const wanted = width > 0 ? Math.max(1, Math.floor(width)) : 0;
    const limit = Math.min(this.last, this.serving + Math.floor(this.allowance));
    const orderSlots = Math.floor(LINE.orderSeconds * slotsPerSecond(this.outflowPerMinute));
    let lowest = lowestUnderWay;
    const most = () => (this.serving < lowest + orderSlots ? wanted : Math.ceil(wanted / 2));
    while (this.serving < limit && this.live < most()) {
      const next = this.serving + 1;
      const isSpent = this.spent[next] === true;
      if (this.confirmed[next]) {
        if (!isSpent) this.live += 1;
        if (!isSpent) lowest = Math.min(lowest, next);
      } else if (next > reach && !isSpent) {
        break;
      }
      this.serving = next;
      this.allowance -= 1;
    }
  }

  private takeSample(nowMs: number): void {
    const newest = this.samples[this.samples.length - 1];
    if (newest !== undefined && nowMs - newest.atMs < 1_000) return;
    const near = nearDistance(this.promised);
    const reach = Math.min(this.serving + near, this.last);
    this.samples.push({ atMs: nowMs, serving: this.serving, reach });
    const oldestMs = nowMs - lateMsOf(this.outflowPerMinute);
    while ((this.samples[1]?.atMs ?? nowMs) <= oldestMs) this.samples.shift();
  }

  private sampleAt(ms: number): Sample | null {
    let found: Sample | null = null;
    for (const sample of this.samples) {
      if (sample.atMs > ms) break;
      found = sample;
    }
    return found;
  }

  /** Slots taken in the 60 seconds before a moment. */
  admittedLastMinute(nowMs: number): number {
    let from = this.admittedAtMs.length;
    while (from > 0 && (this.admittedAtMs[from - 1] ?? 0) > nowMs - 60_000) from -= 1;
    return this.admittedAtMs.length - from;
  }

  /** The document that everybody reads. */
  publish(nowMs: number, isPaused = false): PublicLine {
    return {
      v: 1,
      run: 1,
      settings: 1,
      phase: "running",
      now: nowMs,
      method: "fifo",
      lane: 0,
      serving: this.serving,
      last: this.last,
      holes: [],
      near: nearDistance(this.outflowPerMinute),
      slots: slotsPerSecond(this.outflowPerMinute),
      speed: speedLimitPerSecond(this.outflowPerMinute),
      outflow: this.outflowPerMinute,
      waiting: this.last - this.serving + this.live,
      measured: this.admittedLastMinute(nowMs),
      paused: isPaused,
      message: null,
      onward: false,
      startAt: null,
      endAt: null,
      losses: 0,
      stale: false,
      full: false,
      soldOut: false,
      checkIn: null,
      draw: null,
    };
  }
}
