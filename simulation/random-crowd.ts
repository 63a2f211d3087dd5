import { countedSeconds } from "@/lib/domain/line/check-in";
import {
  drawMessage,
  intervalIndex,
  RANDOM_ORDER,
  winsInterval,
} from "@/lib/domain/line/random-order";
import {
  emptyWaiting,
  noteCheckIn,
  noteGone,
  type WaitingState,
} from "@/lib/domain/line/waiting-estimator";
import { checkIn as untilCheckInMs } from "@/waiting-room/client/hear";
import type { Agenda } from "./agenda";
import type { SimulatedLine } from "./line";
import { keyedDraw, type Random } from "./random";

const SERVE_MS = 100;
const CHECK_IN_SECONDS = RANDOM_ORDER.intervalMs / 1_000;
const COUNTED_MS = countedSeconds(CHECK_IN_SECONDS) * 1_000;
/** How often a process moves the line on. */
const TICK_MS = 500;

/** A visitor who joined. Times are simulated milliseconds; null is not yet. */
export type RandomVisitor = {
  readonly number: number;
  readonly queueId: string;
  readonly joinedAtMs: number;
  admittedAtMs: number | null;
  leftAtMs: number | null;
  countedUntilMs: number;
  hasWon: boolean;
};

/**
 * Browsers waiting in random order: each checks in once in every interval, wins or not by a keyed hash
 * of who it is and which interval it is, and winners are let in in the order in which they won.
 */
export class RandomCrowd {
  readonly visitors: RandomVisitor[] = [];
  readonly waiting: WaitingState;
  private readonly winners: RandomVisitor[] = [];
  private readonly draw: (text: string) => number;

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

    line.setMethod("random");
    this.draw = keyedDraw(options.runKey);
    this.waiting = emptyWaiting(agenda.nowMs);
  }

  /** Lets winners in until a moment, or until it is over: without a say, when everybody is in. */
  start(
    untilMs = Number.POSITIVE_INFINITY,
    isOver = () => this.line.admitted >= this.visitors.length,
  ): void {
    const { agenda, line } = this;
    const isOn = () => agenda.nowMs < untilMs && !isOver();
    line.tick(agenda.nowMs);
    agenda.every(TICK_MS, () => {
      line.tick(agenda.nowMs);
      return isOn();
    });
    agenda.every(SERVE_MS, () => {
      this.serve();
      return isOn();
    });
  }

  join(queueId: string): RandomVisitor {
    return this.place(this.line.join(), queueId);
  }

  /** Puts somebody who holds a number into the draw. */
  place(number: number, queueId: string): RandomVisitor {
    const joinedAtMs = this.agenda.nowMs;
    const visitor: RandomVisitor = {
      number,
      queueId,
      joinedAtMs,
      admittedAtMs: null,
      leftAtMs: null,
      countedUntilMs: 0,
      hasWon: false,
    };
    this.visitors.push(visitor);
    this.count(visitor);
    this.planCheckIn(visitor);
    return visitor;
  }

  private planCheckIn(visitor: RandomVisitor): void {
    const line = { now: this.agenda.nowMs, checkIn: CHECK_IN_SECONDS };
    const restMs = Math.floor(untilCheckInMs(line, this.random()));
    this.agenda.after(restMs, () => this.checkIn(visitor));
  }

  /** Counts a visitor as waiting until the next check-in is due at the latest. */
  private count(visitor: RandomVisitor): void {
    const lineTimeMs = this.agenda.nowMs;
    noteGone(this.waiting, { lineTimeMs, countedUntilMs: visitor.countedUntilMs });
    visitor.countedUntilMs = lineTimeMs + COUNTED_MS;
    noteCheckIn(this.waiting, { lineTimeMs, nextMs: visitor.countedUntilMs });
  }

  /**
   * Who checks in before the chance of the interval is known is drawn in the next one. Winners go on checking in
   * until there is a slot for them.
   */
  private checkIn(visitor: RandomVisitor): void {
    if (visitor.admittedAtMs !== null || visitor.leftAtMs !== null) return;
    this.count(visitor);
    this.planCheckIn(visitor);
    if (visitor.hasWon) return;
    const interval = intervalIndex(this.agenda.nowMs);
    const chance = this.line.chanceIn(interval);
    const draw = this.draw(drawMessage(visitor.queueId, interval));
    if (chance === null) return;
    visitor.hasWon = winsInterval({ draw, chance });
    this.line.noteDraw(visitor.hasWon);
    if (!visitor.hasWon) return;
    this.winners.push(visitor);
    this.serve();
  }

  private serve(): void {
    for (let first = this.winners[0]; first !== undefined; first = this.winners[0]) {
      if (first.leftAtMs !== null) {
        this.winners.shift();
        continue;
      }
      const lineTimeMs = this.agenda.nowMs;
      const [outcome] = this.line.enter([first.number], lineTimeMs);
      if (outcome?.type !== "admitted") return;
      this.winners.shift();
      first.admittedAtMs = lineTimeMs;
      noteGone(this.waiting, { lineTimeMs, countedUntilMs: first.countedUntilMs });
      this.options.onAdmitted?.(first);
    }
  }
}
