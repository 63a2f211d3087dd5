import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runSteps, type Step, type StepResult } from "./suite";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const result = (passed: number, ...failedFiles: string[]): StepResult => ({
  passed,
  failed: failedFiles.length,
  details: "",
  failedFiles,
});

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
  test("counts as passed when it passes alone", async () => {
    const shaken = step(result(9, "a.redis.test.ts"), result(3));
    expect(await runSteps([shaken, step(result(5))])).toEqual({ passed: 15, failed: 0 });
    expect(shaken.asked).toEqual([["a.redis.test.ts"]]);
  });

  test("counts as failed when it fails alone, too", async () => {
    const broken = step(result(9, "a.redis.test.ts"), result(2, "a.redis.test.ts"));
    expect(await runSteps([broken])).toEqual({ passed: 9, failed: 1 });
  });

  test("is not tried again when many files failed, or where nothing counts time", async () => {
    const many = step(result(9, "a", "b", "c", "d", "e"), result(5));
    const pure = step(result(9, "a.test.ts"));
    expect(await runSteps([many, pure])).toEqual({ passed: 18, failed: 6 });
    expect(many.asked).toEqual([]);
  });
});
