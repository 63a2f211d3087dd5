import type { PublicLine } from "@/lib/domain/line/public-line";
import { waitByChance } from "@/waiting-room/client/wait-by-chance";
import { Agenda } from "../agenda";
import { SimulatedLine } from "../line";
import { exponentialMs, seededRandom } from "../random";
import { RandomCrowd } from "../random-crowd";
import { mean, quantile, round } from "../statistics";
import { waitingAt } from "../waiting";
import { type Look, type Sample, type World, watchFifo } from "./estimate-fifo";

const OUTFLOW_PER_MINUTE = 600;
/** Nothing is judged until the random line has settled. */
const WARM_UP_MS = 120_000;
const END_MS = 2_400_000;
/** Where chance decides no two plays are alike: so many are judged together, and elsewhere fewer. */
const SEEDS = 20;
const FEWER = 5;

/** What was told, against what came of it. */
export type Told = {
  /** Share of the ranges within which the turn really came. */
  readonly rangeHit: number;
  /** Share of those whose turn came before the range began: who goes away meanwhile misses it. */
  readonly earlierThanSaid: number;
  /** The mean width of the range as a share of the wait. */
  readonly rangeWidth: number;
};

type Accuracy = {
  /** 95 % of the counts of how many wait are off by no more than this share. */
  readonly waitingErrorP95: number;
  /** Told first, before the visitor's page has seen anything, and once a minute from then on. */
  readonly atJoin: Told;
  readonly later: Told;
};

export type EstimateFigures = {
  /** First come, by what makes the line hard to foretell. */
  readonly worlds: Readonly<Record<keyof typeof WORLDS, Accuracy>>;
  readonly random: Omit<Accuracy, "later">;
};

/** What one line told its visitors, and what it should have. */
type Watched = { readonly looks: readonly Look[]; readonly samples: readonly Sample[] };

type Options = { readonly seed: number; readonly seeds?: number; readonly crowd?: number };

/** What the waiting page tells visitors, against what happens to them; several seeds as one. */
export function simulateEstimate(options: Options): EstimateFigures {
  const { seed, seeds = SEEDS, crowd = 4_000 } = options;
  const overSeeds = (worldOf: (seed: number, crowd: number) => World, count = seeds) => {
    const all = Array.from({ length: count }, (_, index) => seed + index);
    return accuracyOf(all.map((one) => watchFifo(worldOf(one, crowd), one)));
  };
  const fewer = Math.min(seeds, FEWER);
  const worlds = {
    steady: overSeeds(WORLDS.steady, fewer),
    noShows20: overSeeds(WORLDS.noShows20, fewer),
    noShows45: overSeeds(WORLDS.noShows45, fewer),
    noShows70: overSeeds(WORLDS.noShows70, fewer),
    waves: overSeeds(WORLDS.waves),
    slowing: overSeeds(WORLDS.slowing),
    changed: overSeeds(WORLDS.changed, 2 * fewer),
    small: overSeeds(WORLDS.small),
  };
  const { later: _, ...random } = accuracyOf([watchRandom(seed, crowd)]);
  return { worlds, random };
}

/** A sale of which so many of those who join never come back: as many come as if nobody was absent. */
function saleOf(crowd: number, noShows: number): World {
  return {
    outflowPerMinute: OUTFLOW_PER_MINUTE,
    crowd: Math.round(crowd / (1 - noShows)),
    arrivalsPerSecond: 8 / (1 - noShows),
    arrivalsEndMs: 600_000,
    endMs: 3_600_000,
    noShowShare: () => noShows,
    isSlowing: false,
    change: null,
  };
}

/** What makes lines hard to foretell, by seed and by how many of those who come as it opens will enter. */
export const WORLDS = {
  steady: (_: number, crowd: number) => saleOf(crowd, 0),
  noShows20: (_: number, crowd: number) => saleOf(crowd, 0.2),
  noShows45: (_: number, crowd: number) => saleOf(crowd, 0.45),
  noShows70: (_: number, crowd: number) => saleOf(crowd, 0.7),
  /** Of those who join in a minute 0 to 60 % never come back. */
  waves: (seed: number, crowd: number) => {
    const random = seededRandom(seed);
    const shares = Array.from({ length: 60 }, () => 0.6 * random());
    return { ...saleOf(crowd, 0), noShowShare: (minute) => shares[Math.floor(minute)] ?? 0 };
  },
  /** Three in ten are absent, and the site slows down now and then. */
  slowing: (_: number, crowd: number) => ({ ...saleOf(crowd, 0.3), isSlowing: true }),
  /** Half-way an operator halves the outflow, or doubles it. */
  changed: (seed: number, crowd: number) => {
    const outflowPerMinute = OUTFLOW_PER_MINUTE * (seed % 2 === 0 ? 0.5 : 2);
    return { ...saleOf(crowd, 0.3), change: { atMs: 60 * crowd, outflowPerMinute } };
  },
  /** Two, six or twenty go in a minute; three in ten are absent. */
  small: (seed: number) => {
    const outflowPerMinute = [2, 6, 20][seed % 3] ?? 6;
    return {
      ...saleOf(10 * outflowPerMinute, 0.3),
      outflowPerMinute,
      arrivalsPerSecond: outflowPerMinute / 60,
      arrivalsEndMs: 1_200_000,
      endMs: 7_200_000,
    };
  },
} satisfies Record<string, (seed: number, crowd: number) => World>;

/** Somebody comes for everybody who is let in, so that the chance stays the same. */
function watchRandom(seed: number, crowdSize: number): Watched {
  const random = seededRandom(seed);
  const agenda = new Agenda();
  const line = new SimulatedLine(OUTFLOW_PER_MINUTE);
  const shown = new Map<number, { atMs: number; low: number; high: number }>();
  const looks: Look[] = [];
  const samples: Sample[] = [];
  const crowd = new RandomCrowd(agenda, line, random, {
    runKey: `run ${seed}`,
    onAdmitted: ({ number }) => {
      const told = shown.get(number);
      if (told === undefined) return;
      const actualSeconds = (agenda.nowMs - told.atMs) / 1_000;
      looks.push({ range: told, actualSeconds, isFirst: true });
    },
  });
  const arrive = () => {
    const atMs = agenda.nowMs;
    if (atMs > END_MS) return;
    const { number } = crowd.join(`visitor ${line.last}`);
    const waiting = waitingAt([crowd.waiting], atMs);
    const document: PublicLine = { ...line.publish(atMs), method: "random", waiting };
    const range = waitByChance(document);
    const isJudged = atMs >= WARM_UP_MS && atMs <= END_MS / 2;
    if (range !== null && isJudged) shown.set(number, { atMs, ...range });
    agenda.after(exponentialMs(random, OUTFLOW_PER_MINUTE / 61.5), arrive);
  };
  for (let count = 0; count < crowdSize; count += 1) crowd.join(`visitor ${line.last}`);
  crowd.start();
  agenda.after(0, arrive);
  agenda.every(10_000, () => {
    const truth = line.last - line.admitted;
    if (truth >= 100) samples.push({ estimate: waitingAt([crowd.waiting], agenda.nowMs), truth });
    return agenda.nowMs < END_MS;
  });
  agenda.run();
  return { looks, samples };
}

function accuracyOf(watched: readonly Watched[]): Accuracy {
  const looks = watched.flatMap((one) => one.looks);
  const samples = watched.flatMap((one) => one.samples);
  const errors = samples.map(({ estimate, truth }) => Math.abs(estimate - truth) / truth);
  return {
    waitingErrorP95: round(quantile(errors, 0.95)),
    atJoin: toldOf(looks.filter(({ isFirst }) => isFirst)),
    later: toldOf(looks.filter(({ isFirst }) => !isFirst)),
  };
}

function toldOf(looks: readonly Look[]): Told {
  const widths = looks.map(({ range, actualSeconds }) => (range.high - range.low) / actualSeconds);
  const early = looks.filter(({ range, actualSeconds }) => actualSeconds < range.low);
  const late = looks.filter(({ range, actualSeconds }) => actualSeconds > range.high);
  return {
    rangeHit: round(1 - (early.length + late.length) / looks.length),
    earlierThanSaid: round(early.length / looks.length),
    rangeWidth: round(mean(widths)),
  };
}
