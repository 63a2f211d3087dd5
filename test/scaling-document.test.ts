import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MEASURED, planCapacity, RESERVE } from "@/lib/domain/capacity/plan-capacity";
import { projectPath } from "@/tools/stack/paths";

const text = readFileSync(projectPath("docs/scaling.md"), "utf8");

const inWords = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 0 });

/** A rush of ten minutes, as the page has it. */
function rowOf(visitors: number): string {
  const sale = {
    visitors,
    arriveWithinMinutes: 10,
    arrival: "rush",
    outflowPerMinute: 6_000,
  } as const;
  const [bare, behind] = [false, true].map((usesCdn) => planCapacity({ ...sale, usesCdn }));
  if (bare === undefined || behind === undefined) throw new Error("There are two plans.");
  const both = (figure: "requestsPerSecond" | "processes" | "megabitsPerSecond") =>
    `${inWords(bare[figure])}; ${inWords(behind[figure])}`;
  const cells = [
    inWords(visitors),
    inWords(bare.joinsPerSecond),
    inWords(bare.waitingAtMost),
    ...[both("requestsPerSecond"), both("processes"), `${inWords(bare.redisMegabytes)} MB`],
    both("megabitsPerSecond"),
  ];
  return `| ${cells.join(" | ")} |`;
}

test.each([100_000, 1_000_000, 10_000_000])("the page says what %d visitors need", (visitors) => {
  expect(text).toContain(rowOf(visitors));
});

test("the page names the measured figures that it multiplies by", () => {
  const { measuredAt: _, lineShare, ...figures } = MEASURED;
  for (const figure of Object.values(figures)) {
    const words = figure.toLocaleString("en", { maximumFractionDigits: 2 });
    expect(text).toContain(words);
  }
  expect(lineShare).toBe(0.8);
  expect(RESERVE).toBe(3);
});
