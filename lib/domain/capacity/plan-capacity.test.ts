import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MEASURED, planCapacity, RESERVE, type Sale } from "./plan-capacity";

const SALE: Sale = {
  ...{ visitors: 100_000, arriveWithinMinutes: 5, arrival: "even", outflowPerMinute: 1_000 },
  usesCdn: false,
};

test("a hundred thousand within five minutes, at a thousand a minute", () => {
  const plan = planCapacity(SALE);
  expect(plan.joinsPerSecond).toBeCloseTo(333.3, 1);
  expect(plan.waitingAtMost).toBe(95_000);
  expect(plan.longestWaitMinutes).toBe(95);
  expect(plan.processes).toBe(2);
  expect(plan.postgresRows).toBe(100_000);
  expect(plan.redisMegabytes).toBeCloseTo(10 + 0.1 * MEASURED.redisBytesPerVisitor);
});

test("in a rush five times as many come at once, and more wait where the outflow is high", () => {
  const fast = { ...SALE, outflowPerMinute: 20_000 };
  expect(planCapacity(fast)).toMatchObject({ waitingAtMost: 0, longestWaitMinutes: 0 });
  const rush = planCapacity({ ...fast, arrival: "rush" });
  expect(rush.waitingAtMost).toBe(40_000);
  expect(rush.joinsPerSecond).toBeCloseTo(5 * planCapacity(fast).joinsPerSecond);
});

test("a million joins a minute need processes with a reserve for them alone", () => {
  const { processes, joinsPerSecond } = planCapacity({
    ...SALE,
    ...{ visitors: 1_000_000, arriveWithinMinutes: 1 },
  });
  expect(processes).toBeGreaterThanOrEqual((RESERVE * joinsPerSecond) / MEASURED.joinsPerSecond);
});

describe("whatever the sale", () => {
  const sales = fc.record({
    visitors: fc.integer({ min: 1, max: 10_000_000 }),
    arriveWithinMinutes: fc.integer({ min: 1, max: 1_440 }),
    arrival: fc.constantFrom("even" as const, "rush" as const),
    outflowPerMinute: fc.integer({ min: 1, max: 100_000 }),
    usesCdn: fc.boolean(),
  });

  test("nothing is negative or endless, and there are two processes at least", () => {
    fc.assert(
      fc.property(sales, (sale) => {
        const plan = planCapacity(sale);
        for (const figure of Object.values(plan)) expect(figure).toBeGreaterThanOrEqual(0);
        expect(Object.values(plan).every(Number.isFinite)).toBe(true);
        expect(plan.processes).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  test("more visitors need no less of anything, a CDN no more", () => {
    fc.assert(
      fc.property(sales, fc.integer({ min: 1, max: 1_000_000 }), (sale, more) => {
        const [few, many] = [sale, { ...sale, visitors: sale.visitors + more }].map(planCapacity);
        for (const name of ["processes", "redisMegabytes", "requestsPerSecond"] as const)
          expect(many?.[name]).toBeGreaterThanOrEqual(few?.[name] ?? 0);
        const [behind, bare] = [true, false].map((usesCdn) => planCapacity({ ...sale, usesCdn }));
        expect(behind?.processes).toBeLessThanOrEqual(bare?.processes ?? 0);
      }),
    );
  });
});
