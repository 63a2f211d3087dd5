import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { barsOf } from "@/tools/prove/bars";
import { judge } from "@/tools/shared/bars";
import { Agenda } from "./agenda";
import { FifoCrowd } from "./fifo-crowd";
import { drawHeatMap } from "./heat-map";
import { SimulatedLine } from "./line";
import { seededRandom, shuffled } from "./random";
import { settleBucket } from "./rules/bucket";
import { newLine } from "./rules/line-state";
import { Seats } from "./rules/seats";
import { SCENARIOS } from "./scenarios";
import { simulateCloudflare } from "./scenarios/cloudflare";
import { simulatePercentage } from "./scenarios/percentage";
import { chiSquarePValue, countInversions, independencePValue, rSquared } from "./statistics";

const missed = (scenario: string, figures: object | undefined) =>
  judge({ ...figures }, barsOf(`simulate --scenario ${scenario}`))
    .filter(({ isMet }) => !isMet)
    .map(({ path }) => path);

describe("the published experiment", () => {
  test("first come waits in order of arrival, with nobody overtaken", () => {
    const { figures } = simulateCloudflare({ method: "fifo", seed: 3, visitors: 2_000 });
    expect(missed("cloudflare", figures)).toEqual([]);
    expect(figures.pValue).toBeLessThan(1e-6);
  });

  test("random order waits whatever the arrival", () => {
    const random = simulateCloudflare({ method: "random", seed: 1, visitors: 1_500 });
    expect(missed("cloudflare --method random", random.figures)).toEqual([]);
    expect(random.figures.inversions).toBeGreaterThan(0);
    expect(drawHeatMap("Random", random.waited)).toContain("<path");
  });

  test("is the same for the same seed", () => {
    const run = (seed: number) => simulateCloudflare({ method: "fifo", seed, visitors: 300 });
    expect(run(5)).toEqual(run(5));
    expect(run(6).waited).not.toEqual(run(5).waited);
  });
});

describe("the other scenarios", () => {
  test.each(["fifo-to-random", "lanes", "governor", "stock"])(
    "%s meets its bars with any of three seeds",
    async (name) => {
      for (const seed of [1, 2, 3]) {
        const result = await SCENARIOS[name]?.({ seed, method: "fifo" });
        expect(missed(name, result?.figures)).toEqual([]);
      }
    },
  );

  test("regions that are cut off let nobody in, and cost nobody else anything", async () => {
    const result = await SCENARIOS["regions"]?.({ seed: 4, method: "fifo" });
    expect(missed("regions", result?.figures)).toEqual([]);
  });

  test("percentage meets its bars with half of the visitors and one play of the ceiling", () => {
    const figures = simulatePercentage({ seed: 1, visitors: 10_000, plays: 1 });
    expect(missed("percentage", figures)).toEqual([]);
  });

  test("fifo-to-random says what the published example says", async () => {
    const result = await SCENARIOS["fifo-to-random"]?.({ seed: 1, method: "fifo" });
    expect(result?.figures).toEqual({
      before: "5→4→3→2→1",
      taken: 4,
      after: "5→3→2→1",
      numbersKept: true,
    });
  });
});

describe("the simulated line", () => {
  const crowdOf = (outflow: number, absentShare: number, seats?: Seats) => {
    const agenda = new Agenda();
    const line = new SimulatedLine(outflow, seats && { seats });
    const random = seededRandom(7);
    const crowd = new FifoCrowd(agenda, line, random);
    for (let count = 0; count < 1_500; count += 1) crowd.join(random() >= absentShare);
    crowd.start(1_800_000);
    agenda.run(1_800_000);
    const admitted = crowd.visitors.flatMap(({ number, askedAtMs, admittedAtMs }) =>
      askedAtMs === null || admittedAtMs === null ? [] : [{ number, askedAtMs, admittedAtMs }],
    );
    return { crowd, admitted };
  };

  test.each([120, 600])(
    "uses the outflow of %i a minute with half of the visitors gone",
    (outflow) => {
      const { admitted, crowd } = crowdOf(outflow, 0.5);
      expect(admitted).toHaveLength(
        crowd.visitors.filter(({ leftAtMs }) => leftAtMs === null).length,
      );
      const lastMs = Math.max(...admitted.map(({ admittedAtMs }) => admittedAtMs));
      expect(admitted.length / (lastMs / 60_000)).toBeGreaterThan(0.9 * outflow);
      expect(countInversions(admitted, outflow)).toBe(0);
    },
  );

  test("never takes more than the outflow in any 60 seconds", () => {
    const times = crowdOf(300, 0.2).admitted.map(({ admittedAtMs }) => admittedAtMs);
    for (const from of times) {
      const minute = times.filter((ms) => ms >= from && ms < from + 60_000);
      expect(minute.length).toBeLessThanOrEqual(300);
    }
  });

  test("admits nobody above the active cap", () => {
    const seats = new Seats(40, 3_600);
    expect(crowdOf(600, 0, seats).admitted).toHaveLength(40);
    seats.giveBack("1");
    expect([seats.has(1, 1_800_000), seats.has(2, 1_800_000)]).toEqual([true, false]);
    expect(seats.has(30, 3_700_000)).toBe(true);
  });

  test("has a bucket that never gives more than the outflow in 60 seconds", () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 1_000 }), (gapsMs, outflow) => {
        const line = newLine({ outflowPerMinute: outflow, nowMs: 0 });
        const taken: number[] = [];
        let nowMs = 0;
        for (const gap of gapsMs) {
          nowMs += gap;
          settleBucket(line, nowMs);
          for (; line.tokens >= 1; line.tokens -= 1) taken.push(nowMs);
        }
        taken.forEach((ms, index) => {
          const after = taken[index + outflow];
          if (after !== undefined) expect(after - ms).toBeGreaterThanOrEqual(60_000);
        });
      }),
    );
  });
});

describe("simulated time and statistics", () => {
  test("what is planned happens in order, what is planned together in order of planning", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (moments) => {
        const agenda = new Agenda();
        const seen: [number, number][] = [];
        moments.forEach((ms, index) => {
          agenda.at(ms, () => seen.push([agenda.nowMs, index]));
        });
        agenda.run();
        const expected = moments
          .map((ms, index): [number, number] => [ms, index])
          .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        expect(seen).toEqual(expected);
      }),
    );
  });

  test("chi-square agrees with printed tables", () => {
    expect(chiSquarePValue(3.841_459, 1)).toBeCloseTo(0.05, 6);
    expect(chiSquarePValue(42.556_97, 29)).toBeCloseTo(0.05, 6);
    expect(chiSquarePValue(49.587_88, 29)).toBeCloseTo(0.01, 6);
    expect(chiSquarePValue(0, 5)).toBe(1);
  });

  test("independence is told from dependence", () => {
    expect(
      independencePValue([
        [50, 50],
        [50, 50],
      ]),
    ).toBe(1);
    expect(
      independencePValue([
        [90, 10],
        [10, 90],
      ]),
    ).toBeLessThan(1e-20);
  });

  test("a straight line is explained in full", () => {
    expect(
      rSquared([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toBeCloseTo(1, 12);
    expect(
      rSquared([
        [0, 1],
        [1, 1],
        [2, 1],
      ]),
    ).toBe(0);
  });

  test("an inversion needs ten seconds of outflow between the two and an ask in time", () => {
    const early = { number: 1, askedAtMs: 0, admittedAtMs: 100 };
    const late = { number: 12, askedAtMs: 0, admittedAtMs: 50 };
    expect(countInversions([early, late], 60)).toBe(1);
    expect(countInversions([early, { ...late, number: 11 }], 60)).toBe(0);
    expect(countInversions([{ ...early, askedAtMs: 60 }, late], 60)).toBe(0);
  });

  test("shuffling keeps everybody", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (values, seed) => {
        const result = shuffled(values, seededRandom(seed));
        expect([...result].sort()).toEqual([...values].sort());
      }),
    );
  });
});
