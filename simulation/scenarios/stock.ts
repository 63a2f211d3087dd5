import { LINE } from "@/lib/domain/line/rates";
import { seatMsOf } from "@/lib/domain/line/seat";
import { Agenda } from "../agenda";
import { SimulatedLine, type StockCopy } from "../line";
import { type Random, seededRandom } from "../random";

const OUTFLOW_PER_MINUTE = 600;
const STOCK = 1_500;
const UNITS_PER_ADMISSION = 4;
const SESSION = { sessionMinutes: 2, queueTokenValiditySeconds: 120 };
const REPORT_MS = 10_000;
const ASK_MS = 250;
/** Of those who are let in; the others leave without buying. */
const BUYERS = 0.6;
/** Of those who leave without buying, so many do it without a word. */
const SILENT = 0.5;
const LOSS_EVERY_MS = 97_000;
const LOST_MS = 2_000;
const LONGEST_MS = 4 * 3_600_000;

export type StockFigures = {
  readonly admitted: number;
  readonly sold: number;
  readonly leftOver: number;
  /** Let in after the last unit was sold, whether or not that had been reported. */
  readonly admittedAfterSoldOut: number;
  /** The most units by which reservations passed what the shop had. */
  readonly reservedTooMany: number;
  readonly losses: number;
  /** Seconds in which those who wait read that everything is gone while there is something left. */
  readonly toldEarlySeconds: number;
  /** Seconds from the last sale until those who wait are told. */
  readonly toldAfterSeconds: number | null;
};

/**
 * A sale of 1,500 units whose shop reports every ten seconds what was bought, by the rules of the line. Each
 * admitted visitor buys one to four units within two minutes, leaves without, or goes away without a word. Now
 * and then Redis loses its last two seconds, and the process writes back what it did in them.
 */
export function simulateStock(options: { readonly seed: number }): StockFigures {
  const sale = new Sale(seededRandom(options.seed));
  sale.run();
  return sale.figures();
}

class Sale {
  private readonly agenda = new Agenda();
  private readonly line = new SimulatedLine(OUTFLOW_PER_MINUTE, {
    unitsPerAdmission: UNITS_PER_ADMISSION,
    seatMs: seatMsOf(SESSION),
  });
  private readonly random: Random;
  private remaining = STOCK;
  private soldOutAtMs: number | null = null;
  private toldAtMs: number | null = null;
  private heldUntilMs = 0;
  /** What visitors bought since the last report, by visitor. */
  private bought: { readonly visitor: number; readonly units: number }[] = [];
  /** What the process did, as long as a loss may undo it. */
  private done: { readonly atMs: number; readonly again: () => void }[] = [];
  private copies: { readonly atMs: number; readonly copy: StockCopy }[] = [];
  private losses = 0;
  private after = 0;
  private earlyMs = 0;
  private reservedTooMany = 0;

  constructor(random: Random) {
    this.random = random;
    this.line.setMethod("random");
  }

  run(): void {
    const { agenda, line } = this;
    line.setUnits(STOCK, 0);
    agenda.every(REPORT_MS, () => this.report());
    agenda.every(1_000, () => this.keepCopy());
    agenda.every(LOSS_EVERY_MS, () => this.lose());
    agenda.every(ASK_MS, () => this.ask());
    agenda.run(LONGEST_MS);
  }

  figures(): StockFigures {
    const { soldOutAtMs, toldAtMs } = this;
    const isTold = soldOutAtMs !== null && toldAtMs !== null;
    return {
      admitted: this.line.admitted,
      sold: STOCK - this.remaining,
      leftOver: this.remaining,
      admittedAfterSoldOut: this.after,
      reservedTooMany: this.reservedTooMany,
      losses: this.losses,
      toldEarlySeconds: Math.round(this.earlyMs / 1_000),
      toldAfterSeconds: isTold ? Math.round((toldAtMs - soldOutAtMs) / 100) / 10 : null,
    };
  }

  private get goesOn(): boolean {
    return this.toldAtMs === null;
  }

  private ask(): boolean {
    const { agenda, line } = this;
    const { nowMs } = agenda;
    for (let isIn = nowMs >= this.heldUntilMs; isIn; ) {
      const visitor = line.join();
      isIn = line.enter([visitor], nowMs)[0]?.type === "admitted";
      if (isIn) this.welcome(visitor);
    }
    if (line.isSoldOut && this.remaining > 0) this.earlyMs += ASK_MS;
    if (line.isSoldOut && this.remaining === 0) this.toldAtMs = nowMs;
    return this.goesOn;
  }

  /** The visitor buys at some moment of the session, leaves without, or goes away without a word. */
  private welcome(visitor: number): void {
    const { agenda, random } = this;
    const { nowMs } = agenda;
    if (this.soldOutAtMs !== null) this.after += 1;
    this.did(() => this.line.reserveAgain(visitor, nowMs));
    const wanted = random() < BUYERS ? 1 + Math.floor(random() * UNITS_PER_ADMISSION) : 0;
    if (wanted === 0 && random() < SILENT) return;
    agenda.at(nowMs + random() * SESSION.sessionMinutes * 60_000, () => {
      const units = Math.min(wanted, this.remaining);
      this.remaining -= units;
      this.bought.push({ visitor, units });
      if (this.remaining === 0) this.soldOutAtMs ??= agenda.nowMs;
    });
  }

  private report(): boolean {
    const { agenda, line } = this;
    for (const { visitor, units } of this.bought) {
      const tell = () => line.noteSale(visitor, units, agenda.nowMs);
      tell();
      this.did(tell);
    }
    this.bought = [];
    this.reservedTooMany = Math.max(this.reservedTooMany, line.reserved - this.remaining);
    return this.goesOn;
  }

  private did(again: () => void): void {
    this.done.push({ atMs: this.agenda.nowMs, again });
  }

  private keepCopy(): boolean {
    const { nowMs } = this.agenda;
    const isRecent = ({ atMs }: { readonly atMs: number }) => atMs > nowMs - 10_000;
    this.copies = [...this.copies.filter(isRecent), { atMs: nowMs, copy: this.line.copyStock() }];
    this.done = this.done.filter(isRecent);
    return this.goesOn;
  }

  /** Redis comes back from a copy; the process writes back what it did, in order, and nobody goes in meanwhile. */
  private lose(): boolean {
    const { nowMs } = this.agenda;
    const copy = this.copies.findLast(({ atMs }) => atMs <= nowMs - LOST_MS);
    if (copy === undefined) return this.goesOn;
    this.losses += 1;
    this.line.restoreStock(copy.copy);
    for (const { again } of this.done) again();
    this.heldUntilMs = nowMs + LINE.lossHoldMs;
    return this.goesOn;
  }
}
