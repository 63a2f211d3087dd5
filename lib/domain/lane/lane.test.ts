import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseLane, type Lanes, SINGLE_LANE } from "./lane";
import { lanesSchema } from "./lane-schema";

const lane = (key: string, changes: object = {}) => ({ key, name: `Lane ${key}`, ...changes });
const input = (changes: object = {}) => ({
  mode: "ordered",
  defaultLane: "main",
  lanes: [lane("vip"), lane("main")],
  ...changes,
});
const reasons = (value: unknown) =>
  lanesSchema
    .safeParse(value)
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("lanes that are refused say why", () => {
  const weighted = (...weights: (number | null)[]) => ({
    mode: "weighted",
    defaultLane: "a",
    lanes: weights.map((weight, index) => lane("abcdefghij".charAt(index), { weight })),
  });
  test.each<[string, unknown, string]>([
    ["none", input({ lanes: [] }), "lanes: Add at least one lane."],
    ["nine", weighted(...Array.from({ length: 9 }, () => 10)), "lanes: At most 8 lanes."],
    [
      "shares below",
      weighted(50, 40),
      "lanes: The shares add up to 90 %. They must add up to 100 %.",
    ],
    [
      "shares above",
      weighted(60, 41),
      "lanes: The shares add up to 101 %. They must add up to 100 %.",
    ],
    ["no share", weighted(100, null), "lanes.1.weight: Enter the lane's share in percent."],
    ["share of 0", weighted(100, 0), "lanes.1.weight: Enter a whole number from 1 to 100."],
    ["half a percent", weighted(99.5, 0.5), "lanes.0.weight: Enter a whole number from 1 to 100."],
    [
      "a key twice",
      input({ lanes: [lane("main"), lane("main", { name: "Other" })] }),
      "lanes.1.key: Two lanes have the key “main”.",
    ],
    [
      "a name twice",
      input({ lanes: [lane("main"), lane("vip", { name: "Lane main" })] }),
      "lanes.1.name: Two lanes are named “Lane main”.",
    ],
    [
      "a threshold twice",
      input({
        lanes: [
          lane("main", { fromRelativeQuality: 0.5 }),
          lane("vip", { fromRelativeQuality: 0.5 }),
        ],
      }),
      "lanes.1.fromRelativeQuality: Two lanes have the minimum quality 0.5. Only one of them would be used.",
    ],
    [
      "a threshold above 1",
      input({ lanes: [lane("main", { fromRelativeQuality: 1.1 })] }),
      "lanes.0.fromRelativeQuality: Enter a number from 0 to 1.",
    ],
    [
      "an unknown default",
      input({ defaultLane: "gold" }),
      "defaultLane: No lane has the key “gold”. Choose one of the lanes.",
    ],
    ["a bad key", input({ lanes: [lane("main"), lane("V I P")] }), "lanes.1.key: Up to 20"],
  ])("%s", (_name, value, reason) => {
    expect(reasons(value)?.[0]).toContain(reason);
  });
});

test("ordered lanes need no shares, and what was accepted is accepted again", () => {
  const parsed = lanesSchema.parse(input());
  expect(parsed.lanes.map(({ key }) => key)).toEqual(["vip", "main"]);
  expect(lanesSchema.parse(parsed)).toEqual(parsed);
  expect(lanesSchema.parse(SINGLE_LANE)).toEqual(SINGLE_LANE);
});

describe("a visitor's lane", () => {
  const lanes: Lanes = {
    mode: "weighted",
    defaultLane: "main",
    lanes: [
      { key: "gold", name: "Gold", weight: 50, fromRelativeQuality: 0.9 },
      { key: "main", name: "Main", weight: 30, fromRelativeQuality: null },
      { key: "fans", name: "Fans", weight: 15, fromRelativeQuality: 0.5 },
      { key: "press", name: "Press", weight: 5, fromRelativeQuality: null },
    ],
  };
  test.each([
    [null, "main"],
    [0, "main"],
    [0.499, "main"],
    [0.5, "fans"],
    [0.899, "fans"],
    [0.9, "gold"],
    [1, "gold"],
  ])("of quality %s is %s", (relativeQuality, expected) => {
    const index = chooseLane(lanes, relativeQuality);
    expect(lanes.lanes[index]?.key).toBe(expected);
  });
});

test("a lane is always one of the event's, and more quality never leads to a lower threshold", () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const anyLanes = fc
    .array(fc.option(unit, { nil: null }), { minLength: 1, maxLength: 8 })
    .map((thresholds) =>
      thresholds.map((fromRelativeQuality, index) => ({ index, fromRelativeQuality })),
    )
    .map((all) => all.map((one) => ({ ...one, key: `k${one.index}`, name: "", weight: 1 })));
  fc.assert(
    fc.property(anyLanes, unit, unit, fc.nat(9), (all, one, other, at) => {
      const [first, ...others] = all;
      if (first === undefined) return;
      const lanes: Lanes = { mode: "ordered", defaultLane: `k${at}`, lanes: [first, ...others] };
      const thresholdFor = (relativeQuality: number) => {
        const chosen = all[chooseLane(lanes, relativeQuality)];
        expect(chosen).toBeDefined();
        const threshold = chosen?.fromRelativeQuality ?? -1;
        return threshold > relativeQuality ? -1 : threshold;
      };
      expect(thresholdFor(Math.max(one, other))).toBeGreaterThanOrEqual(
        thresholdFor(Math.min(one, other)),
      );
    }),
  );
});
