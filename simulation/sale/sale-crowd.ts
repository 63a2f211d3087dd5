import type { Variant } from "@/lib/domain/rehearsal/what-if";
import { Agenda } from "../agenda";
import { FifoCrowd } from "../fifo-crowd";
import { SimulatedLine } from "../line";
import { exponentialMs, type Random, shuffled } from "../random";
import { RandomCrowd } from "../random-crowd";
import { Seats } from "../rules/seats";

/** One visitor of a sale. Times are milliseconds from the opening; null is not yet. */
export type SaleVisitor = {
  readonly arrivedAtMs: number;
  readonly isBot: boolean;
  /** False for people who join and never come back. */
  readonly isPresent: boolean;
  admittedAtMs: number | null;
  gaveUpAtMs: number | null;
};

type Gone = { leftAtMs: number | null };

/** The part of a crowd that a sale needs, whatever its order. */
type OrderedCrowd = {
  /** Puts somebody into the line; answers how to make them go. */
  readonly join: (visitor: SaleVisitor) => Gone;
  readonly start: (untilMs: number, isOver: () => boolean) => void;
};

export type SaleOptions = {
  readonly variant: Variant;
  /** When somebody comes, from the opening on, in order. */
  readonly arrivalsMs: readonly number[];
  /** Visitors let in a minute that one played visitor stands for. */
  readonly scale: number;
  readonly untilMs: number;
  readonly random: Random;
  readonly seed: number;
};

const LN_2 = Math.LN2;

/** Plays a sale once, from the first arrival until nobody waits any more, by the rules of the line. */
export function playSale(options: SaleOptions): readonly SaleVisitor[] {
  const { variant, arrivalsMs, scale, untilMs, random } = options;
  const agenda = new Agenda();
  const openingMs = Math.max(0, -(arrivalsMs[0] ?? 0));
  const [first] = variant.outflow;
  const line = new SimulatedLine((first?.perMinute ?? 1) / scale, { seats: seatsOf(options) });
  for (const { fromMinute, perMinute } of variant.outflow.slice(1)) {
    const atMs = openingMs + fromMinute * 60_000;
    agenda.at(atMs, () => line.setOutflow(perMinute / scale, agenda.nowMs));
  }
  const visitors = arrivalsMs.map((arrivedAtMs) => newVisitor(arrivedAtMs, variant, random));
  const waiting = new WaitingCount(visitors.length);
  const crowd = crowdOf(options, { agenda, line, openingMs, waiting });
  const join = (visitor: SaleVisitor) => {
    waiting.arrive(visitor);
    if (visitor.gaveUpAtMs !== null) return;
    const gone = crowd.join(visitor);
    planToGiveUp(visitor, { agenda, openingMs, variant, random, waiting, gone });
  };
  const early = visitors.filter(({ arrivedAtMs }) => arrivedAtMs < 0);
  // Numbers are drawn at the opening; until then everybody has the same chance.
  if (variant.order === "draw") {
    agenda.at(openingMs, () => shuffled(early, random).forEach(join));
  }
  for (const visitor of variant.order === "draw" ? visitors.slice(early.length) : visitors) {
    agenda.at(openingMs + visitor.arrivedAtMs, () => join(visitor));
  }
  agenda.at(openingMs, () => crowd.start(openingMs + untilMs, () => waiting.isOver));
  agenda.run(openingMs + untilMs);
  return visitors;
}

/** Whoever is let in takes a seat until the visit is over. */
function seatsOf({ variant: { site = null }, scale }: SaleOptions): Seats {
  if (site === null) return new Seats(null, 0);
  return new Seats(Math.max(1, Math.round(site.people / scale)), site.minutes * 60);
}

function newVisitor(arrivedAtMs: number, variant: Variant, random: Random): SaleVisitor {
  const isBot = random() < variant.botPercent / 100;
  const isPresent = isBot || random() >= variant.noShowPercent / 100;
  return { arrivedAtMs, isBot, isPresent, admittedAtMs: null, gaveUpAtMs: null };
}

/** Knows whether somebody who is there waits, or has still to come. */
class WaitingCount {
  private toCome: number;
  private inLine = 0;

  constructor(toCome: number) {
    this.toCome = toCome;
  }

  get isOver(): boolean {
    return this.toCome === 0 && this.inLine === 0;
  }

  /** Whoever has just arrived is the only one. */
  get isAlone(): boolean {
    return this.inLine === 1;
  }

  arrive({ isPresent }: SaleVisitor): void {
    this.toCome -= 1;
    if (isPresent) this.inLine += 1;
  }

  goes(): void {
    this.inLine -= 1;
  }
}

type World = {
  readonly agenda: Agenda;
  readonly line: SimulatedLine;
  readonly openingMs: number;
  readonly waiting: WaitingCount;
};

function crowdOf(options: SaleOptions, world: World): OrderedCrowd {
  return options.variant.order === "random"
    ? randomCrowd(options, world)
    : fifoCrowd(options, world);
}

function fifoCrowd({ random }: SaleOptions, world: World): OrderedCrowd {
  const { agenda, line, openingMs, waiting } = world;
  const byNumber: SaleVisitor[] = [];
  const crowd = new FifoCrowd(agenda, line, random, {
    playsLastStretch: true,
    onAdmitted: ({ number }) => {
      const visitor = byNumber[number];
      if (visitor === undefined) return;
      visitor.admittedAtMs = agenda.nowMs - openingMs;
      waiting.goes();
    },
  });
  return {
    join: (visitor) => {
      const joined = crowd.join(visitor.isPresent);
      byNumber[joined.number] = visitor;
      return joined;
    },
    start: (untilMs, isOver) => crowd.start(untilMs, isOver),
  };
}

function randomCrowd({ random, seed }: SaleOptions, world: World): OrderedCrowd {
  const { agenda, line, openingMs, waiting } = world;
  const byNumber: SaleVisitor[] = [];
  const noteAdmission = (number: number) => {
    const visitor = byNumber[number];
    if (visitor === undefined) return;
    visitor.admittedAtMs = agenda.nowMs - openingMs;
    waiting.goes();
  };
  const crowd = new RandomCrowd(agenda, line, random, {
    runKey: `sale ${seed}`,
    onAdmitted: ({ number }) => noteAdmission(number),
  });
  let joined = 0;
  const take = (visitor: SaleVisitor): number => {
    const number = line.join();
    byNumber[number] = visitor;
    joined += 1;
    return number;
  };
  return {
    join: (visitor) => {
      const isAlone = agenda.nowMs >= openingMs && visitor.isPresent && waiting.isAlone;
      const number = take(visitor);
      // Where nobody waits and a slot is free, visitors go straight in.
      if (isAlone && line.enter([number], agenda.nowMs)[0]?.type === "admitted") {
        noteAdmission(number);
        return { leftAtMs: agenda.nowMs };
      }
      return visitor.isPresent ? crowd.place(number, `${seed} ${joined}`) : { leftAtMs: null };
    },
    start: (untilMs, isOver) => crowd.start(untilMs, isOver),
  };
}

type GivingUp = Omit<World, "line"> & {
  readonly variant: Variant;
  readonly random: Random;
  readonly gone: Gone;
};

/** People close the page without a word; their number is called, and nobody is there. */
function planToGiveUp(visitor: SaleVisitor, world: GivingUp): void {
  const { agenda, openingMs, variant, random, waiting, gone } = world;
  if (variant.patienceMinutes === null || visitor.isBot || !visitor.isPresent) return;
  const perSecond = LN_2 / (variant.patienceMinutes * 60);
  agenda.after(exponentialMs(random, perSecond), () => {
    if (visitor.admittedAtMs !== null) return;
    visitor.gaveUpAtMs = agenda.nowMs - openingMs;
    gone.leftAtMs = agenda.nowMs;
    waiting.goes();
  });
}
