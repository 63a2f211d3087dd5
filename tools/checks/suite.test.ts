import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runSteps, type Step, type StepResult } from "./suite";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const result = (passed: number, ...failedFiles: string[]): StepResult => {
  return { passed, failed: failedFiles.length, details: "", failedFiles };
};

function step(first: StepResult, again?: StepResult): Step & { readonly asked: string[][] } {
  const asked: string[][] = [];
  const runAgain = async (files: readonly string[]): Promise<StepResult> => {
    asked.push([...files]);
    return again ?? first;
  };
  const run = async () => first;
  return { part: "redis", name: "a step", asked, run, ...(again && { runAgain }) };
}

test("what has to run alone waits until all else is over", async () => {
  const running = new Set<string>();
  const beside: string[][] = [];
  const slow = (name: string, isAlone = false): Step => ({
    ...step(result(1)),
    name,
    isAlone,
    async run() {
      running.add(name);
      await new Promise(setImmediate);
      beside.push([...running]);
      running.delete(name);
      return result(1);
    },
  });
  const steps = [slow("browsers", true), slow("one"), slow("two"), slow("more browsers", true)];
  expect(await runSteps(steps)).toEqual({ passed: 4, failed: 0 });
  expect(beside).toEqual([["one", "two"], ["two"], ["browsers"], ["more browsers"]]);
});

describe("what failed while other steps ran", () => {
  const [a, b] = ["a.redis.test.ts", "b.redis.test.ts"] as const;
  test.each<[string, StepResult, StepResult | undefined, string[][], object]>([
    ["passed when it passes alone", result(9, a), result(3), [[a]], { passed: 10, failed: 0 }],
    ["failed when it fails alone", result(9, a), result(2, a), [[a]], { passed: 9, failed: 1 }],
    ["failed where nothing counts time", result(9, a), undefined, [], { passed: 9, failed: 1 }],
    [
      "failed where many did",
      result(9, a, b, "c", "d", "e"),
      result(5),
      [],
      { passed: 9, failed: 5 },
    ],
  ])("counts as %s", async (_, first, again, asked, sums) => {
    const shaken = step(first, again);
    expect(await runSteps([shaken])).toEqual(sums);
    expect(shaken.asked).toEqual(asked);
  });
});
