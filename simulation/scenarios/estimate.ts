import { expectedWaitRandom } from "@/lib/domain/line/expected-wait-random";
import { Agenda } from "../agenda";
import { SimulatedLine } from "../line";
import { exponentialMs, seededRandom } from "../random";
import { RandomCrowd } from "../random-crowd";
import { mean, quantile, round } from "../statistics";
import { waitingAt } from "../waiting";
import { type Look, type Sample, type World, watchFifo } from "./estimate-fifo";
import type { ScenarioResult } from "./result";

const OUTFLOW_PER_MINUTE = 600;
/** Nothing is judged until the random line has settled. */
const WARM_UP_MS = 120_000;
const END_MS = 2_400_000;

export type EstimateFigures = {
  /** 95 % of the estimates of how many wait are off by no more than this share. */
  readonly waitingErrorP95: number;
  readonly waitingErrorP95Random: number;
  /** Share of the waits inside the shown range; for first come the mean of all worlds. */
  readonly rangeHit: number;
  readonly rangeHitRandom: number;
  /** For first come, by what makes the line hard to foretell. */
  readonly rangeHitByWorld: Readonly<Record<string, number>>;
  /** The mean width of a shown range as a share of the wait. */
  readonly rangeWidthByWorld: Readonly<Record<string, number>>;
};

/** What visitors are told, against what happens to them, in first come and in random order. */
export function simulateEstimate(options: {
  readonly seed: number;
  readonly crowd?: number;
}): ScenarioResult<EstimateFigures> {
  const crowd = options.crowd ?? 4_000;
  const watched = worldsOf(options.seed).map((world) => ({
    name: world.name,
    ...watchFifo(world, options.seed, crowd),
  }));
  const random = watchRandom(options.seed, crowd);
  const hits = watched.map(({ name, looks }): [string, number] => [name, round(hitShare(looks))]);
  const widths = watched.map(({ name, looks }): [string, number] => [name, round(width(looks))]);
  const figures = {
    waitingErrorP95: round(errorP95(watched.flatMap(({ samples }) => samples))),
    waitingErrorP95Random: round(errorP95(random.samples)),
    rangeHit: round(mean(hits.map(([, hit]) => hit))),
    rangeHitRandom: round(hitShare(random.looks)),
    rangeHitByWorld: Object.fromEntries(hits),
    rangeWidthByWorld: Object.fromEntries(widths),
  };
  return { figures, bars: barsOf(figures) };
}

function barsOf(figures: EstimateFigures): ScenarioResult<EstimateFigures>["bars"] {
  const { waitingErrorP95, waitingErrorP95Random, rangeHit, rangeHitRandom } = figures;
  return [
    { figure: "waitingErrorP95", isMet: waitingErrorP95 <= 0.05, asks: "at most 0.05" },
    { figure: "waitingErrorP95Random", isMet: waitingErrorP95Random <= 0.05, asks: "at most 0.05" },
    { figure: "rangeHit", isMet: rangeHit >= 0.45, asks: "at least 0.45" },
    { figure: "rangeHitRandom", isMet: rangeHitRandom >= 0.45, asks: "at least 0.45" },
  ];
}

function worldsOf(seed: number): World[] {
  const random = seededRandom(seed);
  const shares = Array.from({ length: 60 }, () => 0.6 * random());
  return [
    { name: "steady", noShowShare: () => 0, isSlowing: false },
    { name: "absent", noShowShare: () => 0.3, isSlowing: false },
    {
      name: "absentInWaves",
      noShowShare: (minute) => shares[Math.floor(minute)] ?? 0,
      isSlowing: false,
    },
    { name: "slowing", noShowShare: () => 0.3, isSlowing: true },
  ];
}

/** Somebody comes for everybody who is let in, so that the chance stays the same. */
function watchRandom(seed: number, crowdSize: number) {
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
    if (agenda.nowMs > END_MS) return;
    const visitor = crowd.join(`visitor ${line.last}`);
    const range = rangeNow(line, waitingAt([crowd.waiting], agenda.nowMs), agenda.nowMs);
    if (range !== null) shown.set(visitor.number, range);
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

function rangeNow(line: SimulatedLine, waiting: number, atMs: number) {
  if (atMs < WARM_UP_MS || atMs > END_MS / 2) return null;
  const wait = expectedWaitRandom({ admittedPerMinute: line.admittedLastMinute(atMs), waiting });
  return wait.type === "minutes" ? { atMs, low: wait.p25 * 60, high: wait.p75 * 60 } : null;
}

function errorP95(samples: readonly Sample[]): number {
  return quantile(
    samples.map(({ estimate, truth }) => Math.abs(estimate - truth) / truth),
    0.95,
  );
}

function hitShare(looks: readonly Look[]): number {
  const hits = looks.filter(
    ({ range, actualSeconds }) => actualSeconds >= range.low && actualSeconds <= range.high,
  );
  return hits.length / looks.length;
}

function width(looks: readonly Look[]): number {
  return mean(looks.map(({ range, actualSeconds }) => (range.high - range.low) / actualSeconds));
}
