import { beforeAll, describe, expect, test } from "vitest";
import { withOwnRedis } from "@/tools/bench/harness/servers";
import {
  countVisitCosts,
  readBudgets,
  VISITS,
  type Visit,
  type VisitCost,
} from "@/tools/trace-join/visit-costs";

/** Two versions of Node do not allocate the same, nor does one at any two times. */
const MARGIN_KILOBYTES = 15;

/**
 * What changes on purpose is written with `npm run trace-join -- --budgets`, so that a change that costs
 * visitors something shows in what is reviewed.
 */
describe.each(VISITS)("what a visit costs: %s", (visit) => {
  const { allocatedKilobytes: mostKilobytes, ...budget } = readBudgets()[visit];

  test("is what its budget says, neither more nor less", () => {
    const { allocatedKilobytes: _, ...cost } = costs[visit];
    expect(cost).toEqual(budget);
  });

  test("allocates no more than its budget", () => {
    expect(costs[visit].allocatedKilobytes).toBeLessThan(mostKilobytes + MARGIN_KILOBYTES);
  });
});

let costs: Record<Visit, VisitCost>;

beforeAll(async () => {
  costs = await withOwnRedis(countVisitCosts);
});
