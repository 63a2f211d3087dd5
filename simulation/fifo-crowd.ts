import { distanceTo } from "@/lib/domain/line/distance";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { SPARSE_SLOTS } from "@/lib/domain/line/silence";
import { isNearing, sleepMs } from "@/lib/domain/line/sleep";
import type { Agenda } from "./agenda";
import type { SimulatedLine } from "./line";
import type { Random } from "./random";
import type { EnterOutcome } from "./rules/entering";

const TICK_MS = 500;
/** A reading is as old as the process's refresh and the CDN's second make it. */
const REFRESH_MS = 500;
const CDN_MS = 1_000;
const HELD_MS = 1_500;

/** A visitor who joined. Times are simulated milliseconds; null is not yet. */
export type FifoVisitor = {
  readonly number: number;
  readonly joinedAtMs: number;
  askedAtMs: number | null;
  admittedAtMs: number | null;
  leftAtMs: number | null;
};

export type FifoHooks = {
  readonly onLook?: (visitor: FifoVisitor, line: PublicLine) => void;
  readonly onNear?: (visitor: FifoVisitor) => void;
  readonly onAdmitted?: (visitor: FifoVisitor) => void;
  /**
   * Visitors are played from shortly before they are near. Until then they do nothing that the line would know of:
   * a long line is played in a fraction of the time.
   */
  readonly playsLastStretch?: boolean;
};

/** How far beyond the reach of `near` those stand who begin to look, in seconds of the speed limit. */
const APPROACH_SECONDS = 6;

/**
 * Browsers in a first-come line: each reads the public document at the moments that `sleepMs` says,
 * tells once that it is near, and asks to enter when its number was called.
 */
export class FifoCrowd {
  readonly visitors: FifoVisitor[] = [];
  private readonly published: PublicLine[] = [];
  private readonly confirmed = new Set<number>();
  private asking: FifoVisitor[] = [];
  /** So many visitors, the first that came, wait no more. */
  private past = 0;
  /** So many have been woken, where only the last stretch is played. */
  private awake = 0;

  private readonly agenda: Agenda;
  private readonly line: SimulatedLine;
  private readonly random: Random;
  private readonly hooks: FifoHooks;

  constructor(agenda: Agenda, line: SimulatedLine, random: Random, hooks: FifoHooks = {}) {
    this.agenda = agenda;
    this.line = line;
    this.random = random;
    this.hooks = hooks;

    line.setMethod("fifo");
    this.published.push(line.publish(agenda.nowMs));
  }

  /** Keeps the line moving until a moment, or until it is over: without a say, when everybody present is in. */
  start(untilMs = Number.POSITIVE_INFINITY, isOver = () => !this.isAnybodyWaiting()): void {
    this.agenda.every(TICK_MS, () => {
      this.line.tick(this.agenda.nowMs);
      this.published.push(this.line.publish(this.agenda.nowMs));
      if (this.published.length > 5) this.published.shift();
      if (this.hooks.playsLastStretch === true) this.wakeThoseNear();
      return this.agenda.nowMs < untilMs && !isOver();
    });
  }

  isAnybodyWaiting(): boolean {
    for (; this.past < this.visitors.length; this.past += 1) {
      const visitor = this.visitors[this.past];
      if (visitor !== undefined && isWaiting(visitor)) return true;
    }
    return false;
  }

  /** Joins the line; a visitor who is not present takes a number and is never seen again. */
  join(isPresent = true): FifoVisitor {
    return this.place(this.line.join(), isPresent);
  }

  /** Puts somebody who holds a number into the crowd. */
  place(number: number, isPresent = true): FifoVisitor {
    const { nowMs } = this.agenda;
    const visitor: FifoVisitor = {
      number,
      joinedAtMs: nowMs,
      askedAtMs: null,
      admittedAtMs: null,
      leftAtMs: isPresent ? null : nowMs,
    };
    this.visitors.push(visitor);
    const isAsleep = this.hooks.playsLastStretch === true;
    if (isPresent && !isAsleep) this.lookWithin(visitor, 100, 500);
    return visitor;
  }

  private wakeThoseNear(): void {
    const line = this.published.at(-1);
    if (line === undefined) return;
    const reach = line.serving + 1.5 * line.near + APPROACH_SECONDS * line.speed;
    for (; this.awake < this.visitors.length; this.awake += 1) {
      const visitor = this.visitors[this.awake];
      if (visitor === undefined || visitor.number > reach) return;
      const isNew = this.agenda.nowMs - visitor.joinedAtMs < 1_000 * APPROACH_SECONDS;
      this.lookWithin(visitor, 100, isNew ? 500 : 1_000 * APPROACH_SECONDS);
    }
  }

  private lookWithin(visitor: FifoVisitor, fromMs: number, toMs: number): void {
    this.agenda.after(fromMs + (toMs - fromMs) * this.random(), () => this.look(visitor));
  }

  private look(visitor: FifoVisitor): void {
    if (!isWaiting(visitor)) return;
    const line = this.reading();
    this.hooks.onLook?.(visitor, line);
    const distance = distanceTo(line, visitor.number);
    if (isNearing(line, distance)) this.sayNear(visitor, line.slots < SPARSE_SLOTS);
    if (distance <= 0) {
      this.ask(visitor);
      return;
    }
    const { number } = visitor;
    const restMs = sleepMs({
      line,
      number,
      hidden: false,
      watched: false,
      random: this.random(),
    });
    this.agenda.after(restMs, () => this.look(visitor));
  }

  /** Says that somebody is there, once or again and again. */
  private sayNear(visitor: FifoVisitor, isAgain: boolean): void {
    const { number } = visitor;
    const isFirst = !this.confirmed.has(number);
    if (!isFirst && !isAgain) return;
    this.confirmed.add(number);
    this.line.near({ number, saysAgain: true }, this.agenda.nowMs);
    if (isFirst) this.hooks.onNear?.(visitor);
  }

  /** Asks of one millisecond are one group, as those of one turn of a process are. */
  private ask(visitor: FifoVisitor): void {
    if (!isWaiting(visitor)) return;
    visitor.askedAtMs ??= this.agenda.nowMs;
    if (this.asking.length === 0) {
      this.agenda.at(Math.floor(this.agenda.nowMs) + 1, () => this.enterGroup());
    }
    this.asking.push(visitor);
  }

  private enterGroup(): void {
    const group = this.asking;
    this.asking = [];
    const numbers = group.map(({ number }) => number);
    this.line.enter(numbers, this.agenda.nowMs).forEach((answer, index) => {
      const visitor = group[index];
      if (visitor !== undefined) this.hear(visitor, answer);
    });
  }

  /** The server keeps those for whom there is a slot in a moment; others come back over the network. */
  private hear(visitor: FifoVisitor, answer: EnterOutcome): void {
    if (answer.type === "admitted") {
      visitor.admittedAtMs = this.agenda.nowMs;
      this.hooks.onAdmitted?.(visitor);
    } else if (answer.type === "wait") {
      const networkMs = answer.waitMs > HELD_MS ? 100 + 200 * this.random() : 0;
      this.agenda.after(answer.waitMs + networkMs, () => this.ask(visitor));
    } else {
      this.agenda.after(1_000 + 500 * this.random(), () => this.look(visitor));
    }
  }

  private reading(): PublicLine {
    const ageMs = REFRESH_MS * this.random() + CDN_MS * this.random();
    const back = Math.min(this.published.length, 1 + Math.floor(ageMs / TICK_MS));
    const line = this.published[this.published.length - back];
    if (line === undefined) throw new Error("Nothing has been published.");
    return line;
  }
}

function isWaiting(visitor: FifoVisitor): boolean {
  return visitor.admittedAtMs === null && visitor.leftAtMs === null;
}
