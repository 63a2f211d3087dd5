import { describe, expect, test } from "vitest";
import { arrivalsOfCurve } from "@/lib/domain/rehearsal/arrivals";
import {
  REHEARSAL_ORDERS,
  type Variant,
  type VariantOutcome,
  type WhatIfPlan,
} from "@/lib/domain/rehearsal/what-if";
import { playOnce, playWhatIf, rangeOf, scaleOf } from "./what-if";

const VARIANT: Variant = {
  name: "Plan",
  order: "fifo",
  outflow: [{ fromMinute: 0, perMinute: 120 }],
  opensAfterMinutes: 0,
  patienceMinutes: null,
  noShowPercent: 5,
  botPercent: 10,
};

function planOf(variant: Partial<Variant>, peakPerMinute = 240, minutes = 12): WhatIfPlan {
  const perMinute = arrivalsOfCurve({ shape: "rush", peakPerMinute, minutes });
  return {
    arrivals: { kind: "curve", label: "rush", perMinute },
    uncertaintyPercent: 4,
    variants: [{ ...VARIANT, ...variant }],
    seed: 11,
  };
}

function play(plan: WhatIfPlan, runs?: number): VariantOutcome {
  const [outcome] = playWhatIf(plan, runs === undefined ? {} : { runs }).variants;
  if (outcome === undefined) throw new Error("Nothing was played.");
  return outcome;
}

describe("the range of the clearing time", () => {
  test.each(REHEARSAL_ORDERS)("has at least 30 of 40 runs with other seeds, order %s", (order) => {
    const plan = planOf({ order, opensAfterMinutes: order === "draw" ? 3 : 0 });
    const { clearing } = play(plan);
    const { low, high } = clearing ?? { low: 0, high: 0 };
    const [variant = VARIANT] = plan.variants;
    const others = Array.from({ length: 40 }, (_, run) =>
      playOnce(plan, variant, { seed: 90_000 + run, scale: scaleOf(plan) }),
    );
    const inside = others.filter(
      ({ clearedMinute }) =>
        clearedMinute !== null && clearedMinute >= low && clearedMinute <= high,
    );
    expect(inside.length).toBeGreaterThanOrEqual(30);
    // A range that had room for everything would say nothing.
    expect(high - low).toBeLessThan(0.3 * high);
    expect(low).toBeGreaterThan(5);
  });

  test("is what nine in ten others stay within", () => {
    const hundred = Array.from({ length: 99 }, (_, index) => index + 1);
    expect(rangeOf(hundred)).toEqual({ low: 5, middle: 50, high: 95 });
    expect(rangeOf([7])).toEqual({ low: 7, middle: 7, high: 7 });
  });
});

test("the same plan has the same outcome, and another seed another one", () => {
  const plan = planOf({});
  expect(playWhatIf(plan, { runs: 3 })).toEqual(playWhatIf(plan, { runs: 3 }));
  expect(playWhatIf({ ...plan, seed: 12 }, { runs: 3 })).not.toEqual(playWhatIf(plan, { runs: 3 }));
});

test("a crowd that stands for a larger one clears and waits as the larger one does", () => {
  const small = play(planOf({ noShowPercent: 0, botPercent: 0 }, 240, 12), 10);
  const larger = planOf(
    { noShowPercent: 0, botPercent: 0, outflow: [{ fromMinute: 0, perMinute: 2_400 }] },
    4_800,
    12,
  );
  expect(scaleOf(larger)).toBeGreaterThan(2);
  const large = play(larger, 10);
  const near = (one = 0, other = 0) => Math.abs(one - other) / one;
  expect(near(small.clearing?.middle, large.clearing?.middle)).toBeLessThan(0.1);
  expect(near(small.wait.median, large.wait.median)).toBeLessThan(0.15);
  expect(near(20 * small.people, large.people)).toBeLessThan(0.1);
});

describe("what is put in counts:", () => {
  const figures = (variant: Partial<Variant>) => play(planOf(variant), 6);
  const plan = figures({});

  test("more outflow clears sooner, also where it comes later", () => {
    const more = figures({ outflow: [{ fromMinute: 0, perMinute: 180 }] });
    const later = figures({
      outflow: [
        { fromMinute: 0, perMinute: 120 },
        { fromMinute: 4, perMinute: 180 },
      ],
    });
    const middle = ({ clearing }: VariantOutcome) => clearing?.middle ?? 0;
    expect(middle(more)).toBeLessThan(middle(later));
    expect(middle(later)).toBeLessThan(middle(plan));
  });

  test("who has no patience gives up, and everybody else is in sooner", () => {
    const impatient = figures({ patienceMinutes: 3 });
    expect(plan.gaveUp).toBe(0);
    expect(impatient.gaveUp).toBeGreaterThan(100);
    expect(impatient.wait.median).toBeLessThan(plan.wait.median);
    expect(impatient.admitted + impatient.gaveUp + impatient.noShows).toBe(impatient.people);
  });

  test("bots take the places of people, and absent ones are passed", () => {
    const bots = figures({ botPercent: 50 });
    expect(bots.people).toBeLessThan(0.65 * plan.people);
    expect(bots.botsAdmitted).toBeGreaterThan(3 * plan.botsAdmitted);
    expect(figures({ noShowPercent: 60 }).wait.median).toBeLessThan(0.6 * plan.wait.median);
  });

  test("where the site is full, nobody goes in before somebody leaves", () => {
    // Twenty a minute, far below the outflow: 60 seats, each taken for three minutes.
    const full = figures({ noShowPercent: 0, site: { people: 60, minutes: 3 } });
    expect(full.clearing?.low).toBeGreaterThan((0.9 * full.admitted) / 20);
    expect(full.clearing?.high).toBeLessThan((1.15 * full.admitted) / 20);
    const roomy = figures({ site: { people: 100_000, minutes: 3 } });
    expect(roomy).toEqual(plan);
  });

  test("whoever waits for the opening waits from then on", () => {
    const gathered = figures({ opensAfterMinutes: 6 });
    expect(gathered.points[0]?.minute).toBe(-6);
    expect(gathered.peakWaiting.middle).toBeGreaterThan(plan.peakWaiting.middle);
    expect(gathered.clearing?.middle).toBeGreaterThan(plan.clearing?.middle ?? 0);
  });
});

test("a small site at a large outflow is played as it is, however large the crowd", () => {
  const site = { people: 90, minutes: 1 };
  const plan = planOf({ outflow: [{ fromMinute: 0, perMinute: 6_000 }], site }, 4_800, 12);
  expect(scaleOf(plan)).toBe(1.5);
});

test("a line that never clears is said to, and the play ends", () => {
  const plan = planOf({ outflow: [{ fromMinute: 0, perMinute: 1 }] }, 300, 20);
  const outcome = play(plan, 1);
  expect(outcome).toMatchObject({ clearing: null, uncleared: 1 });
  expect(outcome.points.length).toBeLessThanOrEqual(241);
});
