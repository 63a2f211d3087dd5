import { expect, test } from "vitest";
import { seededRandom } from "@/simulation/random";
import { projectLine } from "./projection";
import { spreadOf } from "./spread";

const bucket = { joined: 5, admitted: 10, waiting: 500 };
const steady = Array.from({ length: 36 }, () => bucket);
const SEEN = { outflowPerMinute: 120, setPerMinute: null, isMoving: true };

test("a line that goes as it is set varies by chance alone", () => {
  expect(spreadOf(steady, SEEN)).toEqual({
    joinsPerMinute: expect.closeTo(1.28 * Math.sqrt(60), 6),
    slots: { least: 1, most: 1 },
  });
});

test("joins that change from minute to minute vary more", () => {
  const rising = [...steady, ...Array.from({ length: 12 }, () => ({ ...bucket, joined: 15 }))];
  expect(spreadOf(rising, SEEN).joinsPerMinute).toBeGreaterThan(60);
});

test.each([
  ["fewer are admitted than may be", {}, { least: 0.5, most: 1 }],
  ["nobody can be", { isMoving: false }, { least: 1, most: 1 }],
  ["a governor holds some back", { setPerMinute: 360 }, { least: 0.5, most: 3 }],
])("slots vary where they did: %s", (_, seen, slots) => {
  const half = steady.map((one) => ({ ...one, admitted: 5 }));
  expect(spreadOf(half, { ...SEEN, ...seen }).slots).toEqual(slots);
  const empty = half.map((one) => ({ ...one, waiting: 0 }));
  expect(spreadOf(empty, { ...SEEN, ...seen }).slots.least).toBe(1);
});

/** How many join in five seconds: as many as chance brings of this many a minute. */
function joinsOf(perMinute: number, random: () => number): number {
  let [count, left] = [-1, 1];
  do {
    count += 1;
    left *= random();
  } while (left > Math.exp(-perMinute / 12));
  return count;
}

test("the range holds what becomes of eight lines of ten whose joins come by chance", () => {
  const random = seededRandom(5);
  const worlds = 200;
  let held = 0;
  for (let world = 0; world < worlds; world += 1) {
    const perMinute = 20 + 60 * random();
    const bucketOf = () => ({ joined: joinsOf(perMinute, random), admitted: 10, waiting: 500 });
    const buckets = Array.from({ length: 24 }, bucketOf);
    const { best, worst } = projectLine({
      ...{ atMs: 0, waiting: 600, endAtMs: null, admissionsLeft: null, seats: null },
      joinsPerMinute: buckets.slice(12).reduce((sum, { joined }) => sum + joined, 0),
      ...{ spread: spreadOf(buckets, SEEN), outflow: [{ fromMs: 0, perMinute: 120 }] },
      shows: { called: 5_000, noShows: 0 },
    });
    let [waiting, atMs] = [600, 0];
    while (waiting > 0) {
      waiting += joinsOf(perMinute, random) - (5 * 120) / 61.5;
      atMs += 5_000;
    }
    const isAfter = best.type === "clears" && best.atMs <= atMs;
    if (isAfter && (worst.type !== "clears" || atMs <= worst.atMs)) held += 1;
  }
  expect(held / worlds).toBeGreaterThan(0.8);
});
