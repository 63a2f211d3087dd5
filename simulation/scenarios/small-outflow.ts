import type { PublicLine } from "@/lib/domain/line/public-line";
import { NO_WAIT, nextWait, type Wait } from "@/waiting-room/client/wait";
import { Agenda } from "../agenda";
import { FifoCrowd, type FifoVisitor } from "../fifo-crowd";
import { SimulatedLine } from "../line";
import { type Random, seededRandom } from "../random";
import { quantile, round } from "../statistics";

const OUTFLOWS = [1, 6, 20] as const;
const CROWD = 1_200;
/** Of those who join, so many are gone before anybody knows of them. */
const GONE = 0.5;
/** At once so many who stand next close their browsers, after every so many slots. */
const BURSTS = { most: 13, everySlots: 40 } as const;
/** Nobody can know sooner that they are gone and have others ask: slots of this time after a burst may be lost. */
const UNKNOWN_MS = 10_000;
const SLOTS = 20;
/** So many stretches of an outflow are played. */
const STRETCHES = 12;
const WARM_UP_SLOTS = 4;
/** A range is judged where it speaks of so many slots at least. */
const JUDGED_SLOTS = 3;

export type SmallOutflowFigures = {
  /** Of any 20 slots in a row, apart from ten seconds after a burst, the share used: the 5th percentile. */
  readonly slotsUsed: number;
  /** Of what was told right after a burst, the share whose turn came no later than its range said. */
  readonly rangeHit: number;
  /** The least share of any 20 slots, those ten seconds included. */
  readonly slotsUsedLeast: number;
  readonly bursts: number;
  readonly looks: number;
};

/** Slots in a row: how many were used, and how many of them nobody could have used. */
type Stretch = { readonly used: number; readonly unknown: number };

type Played = {
  readonly stretches: readonly Stretch[];
  readonly hits: readonly boolean[];
  readonly bursts: number;
};

/** Lines with few slots, in which half of the people are gone, and now and then all who stand next go at once. */
export function simulateSmallOutflow({ seed }: { readonly seed: number }): SmallOutflowFigures {
  const played = OUTFLOWS.map((outflow) => new SmallLine(outflow, seededRandom(seed)).play());
  const shares = played.map(({ stretches }) =>
    stretches.map(({ used, unknown }) => Math.min(1, used / (SLOTS - unknown))),
  );
  const hits = played.flatMap((line) => line.hits);
  return {
    slotsUsed: round(Math.min(...shares.map((of) => quantile(of, 0.05)))),
    rangeHit: round(hits.filter(Boolean).length / hits.length),
    slotsUsedLeast: round(
      Math.min(...played.flatMap((line) => line.stretches.map(({ used }) => used))) / SLOTS,
    ),
    bursts: played.reduce((sum, line) => sum + line.bursts, 0),
    looks: hits.length,
  };
}

type Told = { readonly visitor: FifoVisitor; readonly atMs: number; readonly highMs: number };

class SmallLine {
  private readonly agenda = new Agenda();
  private readonly line: SimulatedLine;
  private readonly crowd: FifoCrowd;
  private readonly waits = new Map<number, Wait>();
  /** The first look of each visitor after each burst. */
  private readonly told = new Map<string, Told>();
  private readonly random: Random;
  private readonly slotMs: number;
  private readonly burstsAtMs: number[] = [];

  constructor(outflow: number, random: Random) {
    this.random = random;
    this.slotMs = 61_500 / outflow;
    this.line = new SimulatedLine(outflow);
    this.crowd = new FifoCrowd(this.agenda, this.line, random, {
      onLook: (visitor, line) => this.look(visitor, line),
    });
  }

  play(): Played {
    for (let count = 0; count < CROWD; count += 1) this.crowd.join(this.random() >= GONE);
    const endMs = (WARM_UP_SLOTS + STRETCHES * SLOTS) * this.slotMs;
    this.crowd.start(endMs);
    this.agenda.every(BURSTS.everySlots * this.slotMs, () => {
      if (this.agenda.nowMs > 0) this.vanish();
      return this.agenda.nowMs < endMs;
    });
    this.agenda.run(endMs);
    return { stretches: this.stretches(endMs), hits: this.hits(), bursts: this.burstsAtMs.length };
  }

  /** The next ones who are there close their browsers, without a word. */
  private vanish(): void {
    const count = Math.ceil(BURSTS.most * this.random());
    const waiting = this.crowd.visitors.filter(
      ({ admittedAtMs, leftAtMs }) => admittedAtMs === null && leftAtMs === null,
    );
    for (const visitor of waiting.slice(0, count)) visitor.leftAtMs = this.agenda.nowMs;
    this.burstsAtMs.push(this.agenda.nowMs);
  }

  private look(visitor: FifoVisitor, line: PublicLine): void {
    const wait = nextWait(this.waits.get(visitor.number) ?? NO_WAIT, line, visitor.number);
    this.waits.set(visitor.number, wait);
    const { nowMs } = this.agenda;
    const isJudged = nowMs - (this.burstsAtMs.at(-1) ?? -Infinity) < 2 * this.slotMs;
    const highMs = 1_000 * (wait.range?.high ?? 0);
    const name = `${visitor.number} ${this.burstsAtMs.length}`;
    if (isJudged && highMs > JUDGED_SLOTS * this.slotMs && !this.told.has(name))
      this.told.set(name, { visitor, atMs: nowMs, highMs });
  }

  private hits(): boolean[] {
    return [...this.told.values()].flatMap(({ visitor: { admittedAtMs }, atMs, highMs }) =>
      admittedAtMs === null ? [] : [admittedAtMs - atMs <= highMs],
    );
  }

  /** Twenty slots in a row, from every quarter of a slot on. */
  private stretches(endMs: number): Stretch[] {
    const admitted = this.crowd.visitors.flatMap(({ admittedAtMs }) => admittedAtMs ?? []);
    const longMs = SLOTS * this.slotMs;
    const stretches: Stretch[] = [];
    for (let fromMs = WARM_UP_SLOTS * this.slotMs; fromMs + longMs <= endMs; ) {
      const isWithin = (atMs: number) => atMs >= fromMs && atMs < fromMs + longMs;
      const bursts = this.burstsAtMs.filter(isWithin).length;
      const unknown = (bursts * UNKNOWN_MS) / this.slotMs;
      stretches.push({ used: admitted.filter(isWithin).length, unknown });
      fromMs += this.slotMs / 4;
    }
    return stretches;
  }
}
