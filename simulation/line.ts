import { emptyPace, noteLook, paceOf } from "@/lib/domain/line/pace";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { nearDistance, slotsPerSecond, speedLimitPerSecond } from "@/lib/domain/line/rates";
import { setLimit, setOutflow } from "./rules/bucket";
import { type EnterOutcome, enterGroup } from "./rules/entering";
import { type Line, newLine, waitingIn } from "./rules/line-state";
import { outflowInForce } from "./rules/outflow";
import type { Seats } from "./rules/seats";
import { mostOf } from "./rules/soon";
import { noteSale, reserveAgain, reservedIn, setUnits } from "./rules/stock";
import { near, type Present, tick } from "./rules/window";

type LineOptions = {
  readonly seats?: Seats;
  readonly unitsPerAdmission?: number;
  /** How long a reservation lasts. */
  readonly seatMs?: number;
};

export type StockCopy = Readonly<Pick<Line, "stock" | "buyers">>;

/**
 * One line of one lane in simulated time: what `simulation/rules` says, which is what the scripts in
 * `lib/line/scripts` do. There is one process, and nothing is lost.
 */
export class SimulatedLine {
  admitted = 0;
  private readonly line: Line;
  private readonly admittedAtMs: number[] = [];
  /** What a process remembers of how fast the line moves. */
  private readonly pace = emptyPace();
  /** Who waits as far as check-ins tell; null where nobody counts them. */
  present: (() => number) | null = null;

  constructor(outflowPerMinute: number, options: LineOptions = {}) {
    this.line = newLine({ outflowPerMinute, nowMs: 0, ...options });
  }

  get outflow(): number {
    return outflowInForce(this.line);
  }

  get last(): number {
    return this.lane.last;
  }

  get serving(): number {
    return this.lane.serving;
  }

  /** True once everything is sold, as far as the site has reported it. */
  get isSoldOut(): boolean {
    return this.line.stock !== null && this.line.stock <= 0;
  }

  /** Units that are kept for visitors on the site. */
  get reserved(): number {
    return reservedIn(this.line);
  }

  /** The chance of each check-in of an interval in random order; null while it is not known. */
  chanceIn(interval: number): number | null {
    return this.lane.interval === interval ? this.lane.chance : null;
  }

  private get lane() {
    const [lane] = this.line.lanes;
    if (lane === undefined) throw new Error("The line has no lane.");
    return lane;
  }

  setMethod(method: Line["method"]): void {
    this.line.method = method;
  }

  setPaused(isPaused: boolean): void {
    this.line.isPaused = isPaused;
  }

  setOutflow(outflowPerMinute: number, nowMs: number): void {
    setOutflow(this.line, outflowPerMinute, nowMs);
  }

  setUnits(units: number, nowMs: number): void {
    setUnits(this.line, units, nowMs);
  }

  noteSale(number: number, units: number, nowMs: number): void {
    noteSale(this.line, String(number), units, nowMs);
  }

  /** What a loss may bring back later. */
  copyStock(): StockCopy {
    const { stock, buyers } = this.line;
    return { stock, buyers: new Map(buyers) };
  }

  restoreStock({ stock, buyers }: StockCopy): void {
    this.line.stock = stock;
    this.line.buyers.clear();
    for (const [visitor, buyer] of buyers) this.line.buyers.set(visitor, buyer);
  }

  /** Writes an admission back that a loss has undone, as far as the stock goes. */
  reserveAgain(number: number, admittedAtMs: number): void {
    const untilMs = admittedAtMs + this.line.seatMs;
    reserveAgain(this.line, String(number), { untilMs, nowMs: admittedAtMs });
  }

  /** The next number. */
  join(): number {
    this.lane.last += 1;
    return this.lane.last;
  }

  near(present: Present, nowMs: number): void {
    near(this.line, this.lane, [present], nowMs);
  }

  /** Leaving sets the number's bit, as admitting does. */
  leave(number: number): void {
    if (this.lane.spent[number]) return;
    this.lane.spent[number] = true;
    if (number > this.lane.serving) this.lane.gone += 1;
  }

  /** Counts one check-in in random order. */
  noteDraw(hasWon: boolean): void {
    this.lane.checkIns += 1;
    if (hasWon) this.lane.backlog += 1;
  }

  /** Lets a group in that asks at one moment, lowest number first; answers in the order given. */
  enter(numbers: readonly number[], nowMs: number): EnterOutcome[] {
    const sorted = [...numbers].sort((a, b) => a - b);
    const outcomes = enterGroup(this.line, this.lane, sorted, nowMs);
    const answers = new Map<number, EnterOutcome>();
    outcomes.forEach((outcome, index) => {
      answers.set(sorted[index] ?? 0, outcome);
      if (outcome.type !== "admitted") return;
      this.admitted += 1;
      this.admittedAtMs.push(nowMs);
    });
    return numbers.map((number) => answers.get(number) ?? { type: "spent" });
  }

  setGoverned(outflowPerMinute: number, nowMs: number): void {
    setLimit(this.line, "governedOutflow", outflowPerMinute, nowMs);
  }

  tick(nowMs: number): void {
    tick(this.line, nowMs);
    const { lane, line } = this;
    const waiting = waitingIn(lane);
    noteLook(this.pace, {
      atMs: nowMs,
      isMoving: waiting > 0 && !line.isPaused && line.method === "fifo",
      setPerMinute: line.outflowPerMinute,
      governedPerMinute: line.governedOutflow,
      admitted: this.admitted,
      load: 1,
      last: lane.last,
      serving: lane.serving,
      ahead: lane.last - lane.serving,
      waiting,
      present: this.present?.() ?? waiting,
      noShows: lane.noShows,
    });
  }

  /** Slots taken in the 60 seconds before a moment. */
  admittedLastMinute(nowMs: number): number {
    let from = this.admittedAtMs.length;
    while (from > 0 && (this.admittedAtMs[from - 1] ?? 0) > nowMs - 60_000) from -= 1;
    return this.admittedAtMs.length - from;
  }

  /** The document that everybody reads. */
  publish(nowMs: number, isPaused = false): PublicLine {
    const pace = paceOf(this.pace);
    return {
      v: 1,
      run: 1,
      settings: 1,
      phase: "running",
      now: nowMs,
      method: this.line.method,
      lane: 0,
      serving: this.serving,
      last: this.last,
      holes: [],
      near: nearDistance(this.outflow),
      slots: slotsPerSecond(this.outflow),
      speed: speedLimitPerSecond(this.outflow),
      speedSoon: (this.lane.speeds.at(-1)?.published ?? mostOf(this.outflow)) / 1_000,
      outflow: this.outflow,
      ...(pace && { pace }),
      waiting: waitingIn(this.lane),
      measured: this.admittedLastMinute(nowMs),
      paused: isPaused || this.line.isPaused,
      message: null,
      messageAt: null,
      onward: false,
      startAt: null,
      endAt: null,
      losses: 0,
      stale: false,
      full: false,
      soldOut: this.isSoldOut,
      checkIn: null,
      draw: null,
    };
  }
}
