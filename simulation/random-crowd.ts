import {
  drawMessage,
  intervalIndex,
  nextCheckInMs,
  RANDOM_ORDER,
  winChance,
  winsInterval,
} from "@/lib/domain/line/random-order";
import { slotsPerSecond } from "@/lib/domain/line/rates";
import {
  emptyWaiting,
  noteCheckIn,
  noteGone,
  type WaitingState,
  waitingAt,
} from "@/lib/domain/line/waiting-estimator";
import type { Agenda } from "./agenda";
import type { SimulatedLine } from "./line";
import { keyedDraw, type Random } from "./random";

const SERVE_MS = 100;

/** A visitor who joined. Times are simulated milliseconds; null is not yet. */
export type RandomVisitor = {
  readonly number: number;
  readonly queueId: string;
  readonly joinedAtMs: number;
  admittedAtMs: number | null;
  countedUntilMs: number;
};

/**
 * Browsers waiting in random order: each checks in once in every interval, wins or not by a keyed hash
 * of who it is and which interval it is, and winners are let in in the order in which they won. How
 * many check-ins to expect comes from the check-ins themselves.
 */
export class RandomCrowd {
  readonly visitors: RandomVisitor[] = [];
  readonly waiting: WaitingState;
  private readonly winners: RandomVisitor[] = [];
  private readonly draw: (text: string) => number;
  private interval = -1;
  private chance = 0;

  private readonly agenda: Agenda;
  private readonly line: SimulatedLine;
  private readonly random: Random;
  private readonly options: {
    readonly runKey: string;
    readonly onAdmitted?: (visitor: RandomVisitor) => void;
  };

  constructor(
    agenda: Agenda,
    line: SimulatedLine,
    random: Random,
    options: {
      readonly runKey: string;
      readonly onAdmitted?: (visitor: RandomVisitor) => void;
    },
  ) {
    this.agenda = agenda;
    this.line = line;
    this.random = random;
    this.options = options;

    this.draw = keyedDraw(options.runKey);
    this.waiting = emptyWaiting(agenda.nowMs);
  }

  /** Lets winners in until a moment, or until everybody is in. */
  start(untilMs = Number.POSITIVE_INFINITY): void {
    this.agenda.every(SERVE_MS, () => {
      this.serve();
      return this.agenda.nowMs < untilMs && this.line.admitted < this.visitors.length;
    });
  }

  join(queueId: string): RandomVisitor {
    return this.place(this.line.join(), queueId);
  }

  /** Puts somebody who holds a number into the draw. */
  place(number: number, queueId: string): RandomVisitor {
    const joinedAtMs = this.agenda.nowMs;
    const visitor = { number, queueId, joinedAtMs, admittedAtMs: null, countedUntilMs: 0 };
    this.visitors.push(visitor);
    this.planCheckIn(visitor);
    return visitor;
  }

  private planCheckIn(visitor: RandomVisitor): void {
    const lineTimeMs = this.agenda.nowMs;
    visitor.countedUntilMs = nextCheckInMs(lineTimeMs, this.random());
    noteCheckIn(this.waiting, { lineTimeMs, nextMs: visitor.countedUntilMs });
    this.agenda.at(visitor.countedUntilMs, () => this.checkIn(visitor));
  }

  private checkIn(visitor: RandomVisitor): void {
    const interval = intervalIndex(this.agenda.nowMs);
    this.fixChance(interval);
    const draw = this.draw(drawMessage(visitor.queueId, interval));
    if (winsInterval({ draw, chance: this.chance })) {
      this.winners.push(visitor);
      this.serve();
    } else {
      this.planCheckIn(visitor);
    }
  }

  /** The chance of an interval is fixed by what is known when it begins. */
  private fixChance(interval: number): void {
    if (interval === this.interval) return;
    this.interval = interval;
    const slotsPerInterval = (slotsPerSecond(this.line.outflow) * RANDOM_ORDER.intervalMs) / 1_000;
    const expectedCheckIns = waitingAt(this.waiting, interval * RANDOM_ORDER.intervalMs);
    const backlog = this.winners.length;
    this.chance = winChance({ slotsPerInterval, expectedCheckIns, backlog });
  }

  private serve(): void {
    for (let first = this.winners[0]; first !== undefined; first = this.winners[0]) {
      const lineTimeMs = this.agenda.nowMs;
      if (this.line.enterByDraw(first.number, lineTimeMs).type === "wait") return;
      this.winners.shift();
      first.admittedAtMs = lineTimeMs;
      noteGone(this.waiting, { lineTimeMs, countedUntilMs: first.countedUntilMs });
      this.options.onAdmitted?.(first);
    }
  }
}
