import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectedWaitSeconds } from "@/lib/domain/line/expected-wait";
import { simulateEstimate } from "./estimate";
import { watchFifo } from "./estimate-fifo";

test("the figures are those of the page's estimator as it is: a unit more or less changes them", () => {
  const { worlds, random } = simulateEstimate({ seed: 1, seeds: 1, crowd: 1_500 });
  const hitAndWidth = [worlds.steady, worlds.waves, worlds.slowing, random].map(
    ({ rangeHit, rangeWidth }) => [rangeHit, rangeWidth],
  );
  // Short waits: most are over before the page has seen how fast the line moves.
  expect(hitAndWidth).toEqual([
    [0.6007, 0.154],
    [0.1084, 0.208],
    [0.2035, 0.2066],
    [0.5264, 2.2567],
  ]);
});

test("the page's first word in the simulation is the product's, to the second", () => {
  const world = { noShowShare: () => 0, isSlowing: false };
  const { looks } = watchFifo(world, 1, 1_000);
  const told = looks.map(({ range }) => range);
  const first = expectedWaitSeconds({ ahead: 999, outflowPerMinute: 600, pace: null });
  expect(told).toContainEqual(first);
});

test("the simulation has no estimator of its own, nor parts of one", () => {
  const folder = join(import.meta.dirname, "..");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const parts =
    /import (?!type).*"@\/lib\/domain\/line\/(expected-wait|pace)|function \w*[wW]aitSeconds/;
  expect(sources.filter((text) => parts.test(text))).toEqual([]);
  expect(sources.filter((text) => /\b(nextWait|waitByChance)\(/.test(text)).length).toBe(3);
});
