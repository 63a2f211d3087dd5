import { Agenda } from "../agenda";
import { FifoCrowd } from "../fifo-crowd";
import { SimulatedLine } from "../line";
import { type Random, seededRandom } from "../random";
import { RandomCrowd } from "../random-crowd";
import { Seats } from "../rules/seats";
import {
  countInversions,
  independencePValue,
  mean,
  quantile,
  round,
  rSquared,
} from "../statistics";

const OUTFLOW_PER_MINUTE = 500;
const ACTIVE_CAP = 500;
const ARRIVAL_MINUTES = 30;
const BROWSING_MS = 60_000;
/** A session of one minute: engine.md §9.12, session + token validity + 60 s. */
const LEASE_SECONDS = 60 + 120 + 60;
const SEEDS = 10;

export type Method = "fifo" | "random";

/** One visitor of the experiment: the minute it pretends to have come in, and its wait. */
export type Waited = { readonly arrivalMinute: number; readonly waitMs: number };

type Experiment = { readonly waited: readonly Waited[]; readonly inversions: number };

/**
 * The experiment that Cloudflare published in 2021: 10,000 visitors, all in line at the start with
 * arrival minutes spread over 30, one minute of browsing, at most 500 on the site and 500 a minute.
 */
export function simulateCloudflare(options: {
  readonly method: Method;
  readonly seed: number;
  readonly visitors?: number;
}): { readonly figures: CloudflareFigures; readonly waited: readonly Waited[] } {
  const visitors = options.visitors ?? 10_000;
  const run = options.method === "fifo" ? runFifo : runRandom;
  const first = run(visitors, options.seed);
  const fit = rSquared(meanWaits(first.waited));
  const method = options.method;
  const figures = { method, visitors, inversions: first.inversions, rSquared: round(fit) };
  if (method === "fifo") {
    const pValue = round(arrivalPValue(first.waited), 6);
    return { figures: { ...figures, pValue }, waited: first.waited };
  }
  const others = Array.from({ length: SEEDS - 1 }, (_, index) =>
    run(visitors, options.seed + 1 + index),
  );
  const smallest = Math.min(...[first, ...others].map(({ waited }) => arrivalPValue(waited)));
  const pValue = round(Math.min(1, SEEDS * smallest), 6);
  return { figures: { ...figures, pValue }, waited: first.waited };
}

export type CloudflareFigures = {
  readonly method: Method;
  readonly visitors: number;
  readonly inversions: number;
  /** Of the mean wait over the arrival minute. */
  readonly rSquared: number;
  /** That the half of the waits has nothing to do with the arrival minute; random: over ten seeds. */
  readonly pValue: number;
};

/** The arrival minutes of everybody, each minute as likely as any other. */
function arrivalMinutes(visitors: number, random: Random): number[] {
  return Array.from({ length: visitors }, () => Math.floor(random() * ARRIVAL_MINUTES));
}

function siteOf(agenda: Agenda) {
  const seats = new Seats(ACTIVE_CAP, LEASE_SECONDS);
  const line = new SimulatedLine(OUTFLOW_PER_MINUTE, { seats });
  const browse = (visitor: { readonly number: number }, random: Random) => {
    agenda.after(1_000 + 1_000 * random() + BROWSING_MS, () =>
      seats.giveBack(String(visitor.number)),
    );
  };
  return { line, browse };
}

function runFifo(visitors: number, seed: number): Experiment {
  const random = seededRandom(seed);
  const agenda = new Agenda();
  const { line, browse } = siteOf(agenda);
  const crowd = new FifoCrowd(agenda, line, random, {
    onAdmitted: (visitor) => browse(visitor, random),
  });
  const minutes = arrivalMinutes(visitors, random).sort((a, b) => a - b);
  for (let count = 0; count < visitors; count += 1) crowd.join();
  crowd.start();
  agenda.run();
  const entries = crowd.visitors.map(({ number, askedAtMs, admittedAtMs }) => {
    if (askedAtMs === null || admittedAtMs === null) throw new Error(`${number} was never let in.`);
    return { number, askedAtMs, admittedAtMs };
  });
  const waited = entries.map(({ number, admittedAtMs }) => ({
    arrivalMinute: minutes[number - 1] ?? 0,
    waitMs: admittedAtMs,
  }));
  return { waited, inversions: countInversions(entries, OUTFLOW_PER_MINUTE) };
}

/** Numbers follow the arrival minutes here too; the draw is not told of either. */
function runRandom(visitors: number, seed: number): Experiment {
  const random = seededRandom(seed);
  const agenda = new Agenda();
  const { line, browse } = siteOf(agenda);
  const crowd = new RandomCrowd(agenda, line, random, {
    runKey: `run ${seed}`,
    onAdmitted: (visitor) => browse(visitor, random),
  });
  const minutes = arrivalMinutes(visitors, random).sort((a, b) => a - b);
  for (let count = 0; count < visitors; count += 1) crowd.join(`visitor ${count}`);
  crowd.start();
  agenda.run();
  const entries = crowd.visitors.map(({ number, joinedAtMs, admittedAtMs }) => {
    if (admittedAtMs === null) throw new Error(`${number} was never let in.`);
    return { number, askedAtMs: joinedAtMs, admittedAtMs };
  });
  const waited = entries.map(({ number, admittedAtMs }) => ({
    arrivalMinute: minutes[number - 1] ?? 0,
    waitMs: admittedAtMs,
  }));
  return { waited, inversions: countInversions(entries, OUTFLOW_PER_MINUTE) };
}

function meanWaits(waited: readonly Waited[]): [number, number][] {
  return byMinute(waited).flatMap((waits, minute): [number, number][] =>
    waits.length === 0 ? [] : [[minute, mean(waits)]],
  );
}

function arrivalPValue(waited: readonly Waited[]): number {
  const middle = quantile(
    waited.map(({ waitMs }) => waitMs),
    0.5,
  );
  const waits = byMinute(waited);
  return independencePValue([
    waits.map((minute) => minute.filter((ms) => ms < middle).length),
    waits.map((minute) => minute.filter((ms) => ms >= middle).length),
  ]);
}

function byMinute(waited: readonly Waited[]): number[][] {
  const minutes: number[][] = Array.from({ length: ARRIVAL_MINUTES }, () => []);
  for (const { arrivalMinute, waitMs } of waited) minutes[arrivalMinute]?.push(waitMs);
  return minutes;
}
