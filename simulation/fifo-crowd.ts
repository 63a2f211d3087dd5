import { distanceTo } from "@/lib/domain/line/distance";
import type { PublicLine } from "@/lib/domain/line/public-line";
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
};

/**
 * Browsers in a first-come line: each reads the public document at the moments that `sleepMs` says,
 * tells once that it is near, and asks to enter when its number was called.
 */
export class FifoCrowd {
  readonly visitors: FifoVisitor[] = [];
  private readonly published: PublicLine[] = [];
  private readonly confirmed = new Set<number>();
  private asking: FifoVisitor[] = [];

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

  /** Keeps the line moving until a moment, or until everybody present is in. */
  start(untilMs = Number.POSITIVE_INFINITY): void {
    this.agenda.every(TICK_MS, () => {
      this.line.tick(this.agenda.nowMs);
      this.published.push(this.line.publish(this.agenda.nowMs));
      if (this.published.length > 5) this.published.shift();
      return this.agenda.nowMs < untilMs && this.visitors.some(isWaiting);
    });
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
    if (isPresent) this.agenda.after(100 + 400 * this.random(), () => this.look(visitor));
    return visitor;
  }

  private look(visitor: FifoVisitor): void {
    if (!isWaiting(visitor)) return;
    const line = this.reading();
    this.hooks.onLook?.(visitor, line);
    const distance = distanceTo(line, visitor.number);
    if (isNearing(line, distance) && !this.confirmed.has(visitor.number)) {
      this.confirmed.add(visitor.number);
      this.line.near(visitor.number);
      this.hooks.onNear?.(visitor);
    }
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
