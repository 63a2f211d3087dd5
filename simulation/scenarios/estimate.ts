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
/** Of the slow waves no two plays are alike: so many are judged together. */
const SEEDS = 20;

type Accuracy = {
  /** 95 % of the counts of how many wait are off by no more than this share. */
  readonly waitingErrorP95: number;
  /** Share of the looks whose wait really ended inside the range shown. */
  readonly rangeHit: number;
  /** The mean width of the range as a share of the wait. */
  readonly rangeWidth: number;
};

export type EstimateFigures = {
  /** First come, by what makes the line hard to foretell. */
  readonly worlds: Readonly<Record<"steady" | "waves" | "slowing", Accuracy>>;
  readonly random: Accuracy;
};

/** What one line told its visitors, and what it should have. */
type Watched = { readonly looks: readonly Look[]; readonly samples: readonly Sample[] };

/** What the waiting page tells visitors, against what happens to them; several seeds as one. */
export function simulateEstimate(options: {
  readonly seed: number;
  readonly seeds?: number;
  readonly crowd?: number;
}): EstimateFigures {
  const { seed, seeds = SEEDS, crowd = 4_000 } = options;
  const overSeeds = (watch: (seed: number) => Watched) =>
    accuracyOf(Array.from({ length: seeds }, (_, index) => watch(seed + index)));
  const worlds = {
    steady: overSeeds((one) => watchFifo(STEADY, one, crowd)),
    waves: overSeeds((one) => watchFifo(wavesOf(one), one, crowd)),
    slowing: overSeeds((one) => watchFifo(SLOWING, one, crowd)),
  };
  const random = accuracyOf([watchRandom(seed, crowd)]);
  return { worlds, random };
}

/** Nobody is absent. */
const STEADY: World = { noShowShare: () => 0, isSlowing: false };

/** Of those who join in a minute 0 to 60 % never come back. */
function wavesOf(seed: number): World {
  const random = seededRandom(seed);
  const shares = Array.from({ length: 60 }, () => 0.6 * random());
  return { noShowShare: (minute) => shares[Math.floor(minute)] ?? 0, isSlowing: false };
}

/** Three in ten are absent, and the site slows down now and then. */
const SLOWING: World = { noShowShare: () => 0.3, isSlowing: true };

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
      looks.push({ range: told, actualSeconds: (agenda.nowMs - told.atMs) / 1_000 });
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
  const widths = looks.map(({ range, actualSeconds }) => (range.high - range.low) / actualSeconds);
  const hits = looks.filter(
    ({ range, actualSeconds }) => actualSeconds >= range.low && actualSeconds <= range.high,
  );
  return {
    waitingErrorP95: round(quantile(errors, 0.95)),
    rangeHit: round(hits.length / looks.length),
    rangeWidth: round(mean(widths)),
  };
}
