import {
  type OutcomePoint,
  type Range,
  type Variant,
  type VariantOutcome,
  WHAT_IF_LIMITS,
  type WhatIfOutcome,
  type WhatIfPlan,
} from "@/lib/domain/rehearsal/what-if";
import { type Random, seededRandom } from "../random";
import { mean } from "../statistics";
import { playSale, type SaleVisitor } from "./sale-crowd";

/** So many visitors are played in one run at the most, as long as the outflow and the room on the site stay above these. */
const PLAYED_MAX = 3_000;
const SLOWEST_PER_MINUTE = 60;
const SMALLEST_SITE = 60;
/** A play ends so long after the last arrival, whoever still waits. */
const HORIZON_MS = 24 * 3_600_000;
/** Nobody who waits no longer than this counts as waiting for the line to clear. */
const SHORT_WAIT_MS = 60_000;
const POINTS_MAX = 240;
const MINUTE_MS = 60_000;

export type PlayOptions = {
  /** How many runs of each variant. */
  readonly runs?: number;
  /** Told of each run that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Asked between runs, once some are there: true ends the play with what it has. */
  readonly isEnough?: () => boolean;
};

const RUNS_LEAST = 8;

/** Plays each variant many times with the same crowds, and tells what most runs are like. */
export function playWhatIf(plan: WhatIfPlan, options: PlayOptions = {}): WhatIfOutcome {
  const { runs = WHAT_IF_LIMITS.runs, onProgress, isEnough } = options;
  const scale = scaleOf(plan);
  const done: Run[][] = plan.variants.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    if (run >= RUNS_LEAST && isEnough?.() === true) break;
    plan.variants.forEach((variant, index) => {
      done[index]?.push(playOnce(plan, variant, { seed: plan.seed + run, scale }));
    });
    onProgress?.((run + 1) / runs);
  }
  return {
    runs: done[0]?.length ?? 0,
    scale,
    variants: plan.variants.map((variant, index) =>
      outcomeOf(plan, variant, done[index] ?? [], scale),
    ),
  };
}

type Run = { readonly visitors: readonly SaleVisitor[]; readonly clearedMinute: number | null };

/** One run, as far as it went: what a rehearsal's range is compared with. */
export function playOnce(
  plan: WhatIfPlan,
  variant: Variant,
  { seed, scale }: { readonly seed: number; readonly scale: number },
): Run {
  const random = seededRandom(seed);
  const opensMs = variant.opensAfterMinutes * MINUTE_MS;
  const arrivalsMs = drawArrivals(plan, scale, random).map((ms) => ms - opensMs);
  const lastMs = arrivalsMs.at(-1) ?? 0;
  const untilMs = Math.max(0, lastMs) + HORIZON_MS;
  const visitors = playSale({ variant, arrivalsMs, scale, untilMs, random, seed });
  return { visitors, clearedMinute: clearedMinuteOf(visitors) };
}

/** When somebody comes: as many as are expected in each minute, give or take chance, in milliseconds from the first minute. */
function drawArrivals(
  { arrivals, uncertaintyPercent }: WhatIfPlan,
  scale: number,
  random: Random,
): number[] {
  const spread = uncertaintyPercent / 200;
  const factor = Math.max(0.05, 1 + spread * Math.max(-3, Math.min(3, normal(random))));
  const times: number[] = [];
  let owed = 0;
  arrivals.perMinute.forEach((expected, minute) => {
    owed += poisson(expected * factor, random) / scale;
    const count = Math.floor(owed);
    owed -= count;
    const ofMinute = Array.from({ length: count }, () => (minute + random()) * MINUTE_MS);
    times.push(...ofMinute.sort((a, b) => a - b));
  });
  return times;
}

/** Each played visitor stands for so many that a run stays small; 1 where the whole crowd is. */
export function scaleOf({ arrivals, variants }: WhatIfPlan): number {
  const people = arrivals.perMinute.reduce((sum, count) => sum + count, 0);
  const slowest = Math.min(
    ...variants.flatMap(({ outflow }) => outflow.map(({ perMinute }) => perMinute)),
  );
  const smallest = Math.min(
    ...variants.map(({ site }) => site?.people ?? Number.POSITIVE_INFINITY),
  );
  const most = Math.min(slowest / SLOWEST_PER_MINUTE, smallest / SMALLEST_SITE);
  return Math.max(1, Math.min(people / PLAYED_MAX, most));
}

/** From the opening until the last who waited longer than a minute is in; null where somebody never got in. */
function clearedMinuteOf(visitors: readonly SaleVisitor[]): number | null {
  let lastMs = 0;
  for (const { arrivedAtMs, admittedAtMs, gaveUpAtMs, isPresent } of visitors) {
    if (!isPresent || gaveUpAtMs !== null) continue;
    if (admittedAtMs === null) return null;
    if (admittedAtMs - Math.max(0, arrivedAtMs) > SHORT_WAIT_MS) {
      lastMs = Math.max(lastMs, admittedAtMs);
    }
  }
  return lastMs / MINUTE_MS;
}

function outcomeOf(
  plan: WhatIfPlan,
  variant: Variant,
  runs: readonly Run[],
  scale: number,
): VariantOutcome {
  const cleared = runs.flatMap(({ clearedMinute }) => clearedMinute ?? []);
  const all = runs.map(({ visitors }) => visitors);
  const waits = all.flatMap((visitors) => visitors.flatMap((visitor) => waitOf(visitor) ?? []));
  const average = (counts: (visitor: SaleVisitor) => boolean) =>
    Math.round(mean(all.map((visitors) => visitors.filter(counts).length)) * scale);
  const waiting = waitingOf(plan, variant, runs);
  const peaks = waiting.ofRuns.map((counts) => Math.max(0, ...counts) * scale);
  return {
    name: variant.name,
    clearing: cleared.length < runs.length ? null : roundRange(rangeOf(cleared), 1),
    uncleared: runs.length - cleared.length,
    peakWaiting: roundRange(rangeOf(peaks)),
    wait: middleOf(waits) ?? { median: 0, p95: 0 },
    people: average(({ isBot }) => !isBot),
    admitted: average(({ isBot, admittedAtMs }) => !isBot && admittedAtMs !== null),
    gaveUp: average(({ gaveUpAtMs }) => gaveUpAtMs !== null),
    noShows: average(({ isPresent }) => !isPresent),
    botsAdmitted: average(({ isBot, admittedAtMs }) => isBot && admittedAtMs !== null),
    points: pointsOf(plan, variant, { all, waiting, scale }),
  };
}

type Waiting = {
  readonly firstMinute: number;
  readonly stepMinutes: number;
  /** Of each run, who waits at the end of each step. */
  readonly ofRuns: readonly (readonly number[])[];
};

/** Who waits over time, in as many steps as a picture needs. */
function waitingOf({ arrivals }: WhatIfPlan, variant: Variant, runs: readonly Run[]): Waiting {
  const firstMinute = -variant.opensAfterMinutes;
  const lastMinute = Math.max(
    arrivals.perMinute.length + firstMinute,
    ...runs.map(({ visitors }) => lastMomentOf(visitors) / MINUTE_MS),
  );
  const minutes = Math.ceil(lastMinute - firstMinute) + 1;
  const stepMinutes = Math.max(1, Math.ceil(minutes / POINTS_MAX));
  const steps = Math.ceil(minutes / stepMinutes);
  const stepOf = (ms: number) => Math.floor((ms / MINUTE_MS - firstMinute) / stepMinutes);
  const ofRuns = runs.map(({ visitors }) => {
    const changes = new Array<number>(steps + 1).fill(0);
    const change = (ms: number, by: number) => {
      const step = Math.max(0, Math.min(steps, stepOf(ms)));
      changes[step] = (changes[step] ?? 0) + by;
    };
    for (const visitor of visitors) {
      if (!visitor.isPresent) continue;
      change(visitor.arrivedAtMs, 1);
      const goneMs = visitor.admittedAtMs ?? visitor.gaveUpAtMs;
      if (goneMs !== null) change(goneMs, -1);
    }
    let held = 0;
    return changes.slice(0, steps).map((by) => {
      held += by;
      return held;
    });
  });
  return { firstMinute, stepMinutes, ofRuns };
}

function lastMomentOf(visitors: readonly SaleVisitor[]): number {
  return visitors.reduce(
    (latest, { arrivedAtMs, admittedAtMs, gaveUpAtMs }) =>
      Math.max(latest, admittedAtMs ?? gaveUpAtMs ?? arrivedAtMs),
    0,
  );
}

function pointsOf(
  { arrivals }: WhatIfPlan,
  { opensAfterMinutes }: Variant,
  found: {
    readonly all: readonly (readonly SaleVisitor[])[];
    readonly waiting: Waiting;
    readonly scale: number;
  },
): OutcomePoint[] {
  const { firstMinute, stepMinutes, ofRuns } = found.waiting;
  const steps = ofRuns[0]?.length ?? 0;
  const waits: number[][] = Array.from({ length: steps }, () => []);
  for (const visitor of found.all.flat()) {
    const seconds = waitOf(visitor);
    if (seconds === null) continue;
    const step = Math.floor((visitor.arrivedAtMs / MINUTE_MS - firstMinute) / stepMinutes);
    waits[step]?.push(seconds);
  }
  return waits.map((ofStep, step) => {
    const minute = firstMinute + step * stepMinutes;
    const from = minute + opensAfterMinutes;
    const came = arrivals.perMinute.slice(from, from + stepMinutes);
    return {
      minute,
      arrivals: Math.round(came.reduce((sum, count) => sum + count, 0) / stepMinutes),
      waiting: roundRange(rangeOf(ofRuns.map((counts) => (counts[step] ?? 0) * found.scale))),
      wait: middleOf(ofStep),
    };
  });
}

/** How long people wait who got in, in seconds. Before the opening nobody can get in, and all know it. */
function waitOf({ isBot, arrivedAtMs, admittedAtMs }: SaleVisitor): number | null {
  if (isBot || admittedAtMs === null) return null;
  return (admittedAtMs - Math.max(0, arrivedAtMs)) / 1_000;
}

function middleOf(seconds: readonly number[]): { median: number; p95: number } | null {
  if (seconds.length === 0) return null;
  const sorted = [...seconds].sort((a, b) => a - b);
  return {
    median: Math.round(quantileOf(sorted, 0.5)),
    p95: Math.round(quantileOf(sorted, 0.95)),
  };
}

/**
 * What another run falls below with a chance of 5 %, 50 % and 95 %. Of `n` runs the lowest has a share of 1/(n+1) below it,
 * and so on: quantiles of the runs alone would be too narrow for others.
 */
export function rangeOf(values: readonly number[]): Range {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    low: quantileOf(sorted, 0.05),
    middle: quantileOf(sorted, 0.5),
    high: quantileOf(sorted, 0.95),
  };
}

function quantileOf(sorted: readonly number[], share: number): number {
  const place = Math.max(0, Math.min(sorted.length - 1, share * (sorted.length + 1) - 1));
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}

function roundRange({ low, middle, high }: Range, digits = 0): Range {
  const round = (value: number) => Number(value.toFixed(digits));
  return { low: round(low), middle: round(middle), high: round(high) };
}

/** How often something happens that is expected so often. */
function poisson(expected: number, random: Random): number {
  if (expected > 50) {
    return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random)));
  }
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** The normal distribution (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
