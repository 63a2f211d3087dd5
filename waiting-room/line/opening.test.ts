import { expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { OPENING } from "@/lib/domain/line/opening";
import { mean, rankSumPValue } from "@/simulation/statistics";
import { testSettings } from "@/test/line";
import { LineUnavailable } from "./line-unavailable";
import { Opening } from "./opening";

const NOW_MS = 1_000_000;
/** So long before the end of the opening a test begins. */
const REST_MS = 200;

function openingOf(changes: Partial<EventSettings> = {}, sinceMs = OPENING.heldMs - REST_MS) {
  const settings = testSettings({
    kind: "scheduled",
    startAtMs: NOW_MS - sinceMs + 15 * 60_000,
    preQueueMinutes: 15,
    ...changes,
  });
  return new Opening({ settings, lineNow: () => NOW_MS });
}

test("joins of the first seconds go on together, in an order that does not follow from when they came", async () => {
  const opening = openingOf();
  const order: number[] = [];
  const joins = Array.from({ length: 400 }, async (_, came) => {
    await opening.wait();
    order.push(came);
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  await Promise.all(joins);
  expect([...order].sort((a, b) => a - b)).toEqual(joins.map((_, came) => came));
  const places = order.map((came, place) => ({ came, place }));
  const placesOf = (isEarly: boolean) =>
    places.filter(({ came }) => came < 200 === isEarly).map(({ place }) => place);
  expect(rankSumPValue(placesOf(true), placesOf(false))).toBeGreaterThan(1e-6);
});

test("where more come than a process can hold, chance decides who stays, and the others come back spread", async () => {
  const opening = openingOf();
  const crowd = 40_000;
  const outcomes = await Promise.all(
    Array.from({ length: crowd }, async () => {
      try {
        await opening.wait();
        return 0;
      } catch (error) {
        return error instanceof LineUnavailable ? error.retryAfterMs : Number.NaN;
      }
    }),
  );
  const held = outcomes.flatMap((retryAfterMs, came) => (retryAfterMs === 0 ? [came] : []));
  expect(held).toHaveLength(8_000);
  // An even sample of all who came, not those who came first.
  expect(mean(held) / crowd).toBeGreaterThan(0.47);
  expect(mean(held) / crowd).toBeLessThan(0.53);
  const back = outcomes.filter((retryAfterMs) => retryAfterMs !== 0);
  expect(Math.max(...back)).toBeLessThan(REST_MS + OPENING.givenMs + 1_000 * (crowd / 2_000));
  const thousands = back.map((ms) => Math.floor(ms / 1_000));
  for (const second of [2, 3, 4]) {
    const share = thousands.filter((one) => one === second).length / back.length;
    expect(share).toBeLessThan(0.25);
  }
});

test.each([
  ["before it", {}, -OPENING.earlyMs - 1],
  ["afterwards", {}, OPENING.heldMs + OPENING.givenMs],
  ["where a draw makes the order", { draw: aDraw() }, 1_000],
  ["in random order", { method: "random" as const }, 1_000],
  ["at an event that is always on", { kind: "always-on" as const, startAtMs: null }, 1_000],
  ["at an event that was stopped", { status: "stopped" as const }, 1_000],
])("nobody is held %s", (_, changes, sinceMs) => {
  expect(openingOf(changes, sinceMs).wait()).toBeNull();
});

test("who comes while they go on is among them, and nobody is left behind", async () => {
  const opening = openingOf({}, OPENING.heldMs);
  const order: number[] = [];
  const join = async (came: number) => {
    await opening.wait();
    order.push(came);
  };
  await Promise.all([...Array.from({ length: 50 }, (_, came) => join(came)), join(50)]);
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 51 }, (_, came) => came));
});

test("who comes a little early by their own clock is held with the others", () => {
  expect(openingOf({}, -OPENING.earlyMs).wait()).not.toBeNull();
});

test("without a pre-queue it is the start that is an opening", () => {
  const startAtMs = NOW_MS - 1_000;
  expect(openingOf({ startAtMs, preQueueMinutes: 0 }).wait()).not.toBeNull();
  expect(openingOf({ startAtMs, preQueueMinutes: 1 }).wait()).toBeNull();
});

function aDraw() {
  return { commitment: "", hash: "", signature: "", publicKey: "" };
}
