import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { simulateEstimate, WORLDS } from "./estimate";
import { type Look, watchFifo } from "./estimate-fifo";

const FIGURES = simulateEstimate({ seed: 1, seeds: 2, crowd: 2_000 });
const TOLD = Object.entries({ ...FIGURES.worlds, random: FIGURES.random }).flatMap(
  ([world, { atJoin, ...more }]) => [
    [world, "at the join", atJoin] as const,
    ...("later" in more ? [[world, "later", more.later] as const] : []),
  ],
);

// Short waits: many are over before anybody has seen how fast the line moves.
test.each(TOLD)("what is told in the world `%s` %s holds eight times in ten", (_, __, told) => {
  expect(told.rangeHit).toBeGreaterThan(0.7);
  expect(told.earlierThanSaid).toBeLessThanOrEqual(0.15);
});

test("the figures are those of the estimator as it ships: a unit more or less changes them", () => {
  const { steady, noShows45, slowing } = FIGURES.worlds;
  const widths = [steady, noShows45, slowing].map(({ later }) => later.rangeWidth);
  expect([...widths, FIGURES.random.atJoin.rangeWidth]).toEqual([0.1104, 0.3456, 0.8259, 3.9082]);
});

test("what nobody could know before an outflow was changed is not judged", () => {
  const change = { atMs: 60_000, outflowPerMinute: 60 };
  const world = { ...WORLDS.steady(1, 1_500), change, endMs: 240_000, arrivalsEndMs: 0 };
  const { looks } = watchFifo(world, 1);
  const isBefore = ({ actualSeconds }: Look) => actualSeconds > 60;
  expect(looks.filter(({ isFirst }) => isFirst).filter(isBefore)).toEqual([]);
  expect(looks.length).toBeGreaterThan(0);
});

test("the simulation has no estimator of its own, nor parts of one", () => {
  const folder = join(import.meta.dirname, "..");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const parts = /import (?!type).*"@\/lib\/domain\/line\/expected-wait|function \w*[wW]aitSeconds/;
  expect(sources.filter((text) => parts.test(text))).toEqual([]);
  expect(sources.filter((text) => /\b(nextWait|waitByChance)\(/.test(text)).length).toBe(3);
  expect(sources.filter((text) => /\b(noteLook|paceOf)\(/.test(text)).length).toBe(1);
});
