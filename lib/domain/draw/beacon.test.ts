import { describe, expect, test } from "vitest";
import { type Beacon, readBeaconValue, settleBeacon } from "./beacon";
import type { DrawSource } from "./draw-source";

const START_AT_MS = 100_000;
const ROUND_AT_MS = START_AT_MS + 9_000;
const SOURCE: DrawSource = {
  type: "http-beacon",
  urls: ["https://a.example/7"],
  field: "randomness",
  round: 7,
  roundAtMs: ROUND_AT_MS,
};
const TYPED: Beacon = { type: "typed", value: "dice: 4" };
const received = (receivedAtMs: number): Beacon => ({
  type: "http-beacon",
  url: "https://a.example/7",
  round: 7,
  value: "ab".repeat(32),
  receivedAtMs,
});
const settle = (source: DrawSource, value: Beacon | null, nowMs: number) =>
  settleBeacon({ source, startAtMs: START_AT_MS, received: value, nowMs });

describe("a draw with a beacon", () => {
  test("takes the value of the round as soon as it is there", () => {
    const value = received(ROUND_AT_MS);
    expect(settle(SOURCE, value, ROUND_AT_MS)).toEqual({ status: "settled", beacon: value });
  });

  test("does not take a value that was there before the round's time", () => {
    const early = received(ROUND_AT_MS - 1);
    expect(settle(SOURCE, early, ROUND_AT_MS + 5)).toMatchObject({ status: "waiting" });
  });

  test("waits for a silent beacon for exactly 60 s and then runs without it", () => {
    const untilMs = ROUND_AT_MS + 60_000;
    expect(settle(SOURCE, null, untilMs - 1)).toEqual({ status: "waiting", untilMs });
    expect(settle(SOURCE, null, untilMs)).toEqual({ status: "settled", beacon: { type: "none" } });
  });

  test("takes a typed value only when the beacon has been waited for", () => {
    expect(settle(SOURCE, TYPED, ROUND_AT_MS + 59_999)).toMatchObject({ status: "waiting" });
    expect(settle(SOURCE, TYPED, ROUND_AT_MS + 60_000)).toMatchObject({ beacon: TYPED });
  });
});

test("a typed source is waited for until somebody types", () => {
  const source: DrawSource = { type: "typed", name: "lottery" };
  const waiting = { status: "waiting", untilMs: START_AT_MS };
  expect(settle(source, null, START_AT_MS + 1_000_000)).toEqual(waiting);
  expect(settle(source, TYPED, START_AT_MS)).toEqual({ status: "settled", beacon: TYPED });
});

test("a draw without a source runs at once", () => {
  expect(settle({ type: "none" }, null, 0)).toEqual({
    status: "settled",
    beacon: { type: "none" },
  });
});

test.each([
  ["drand", `{"round":7,"randomness":"${"ab".repeat(32)}"}`, "randomness", "ab".repeat(32)],
  ["upper case", `{"randomness":"${"AB".repeat(32)}"}`, "randomness", "ab".repeat(32)],
  [
    "nested",
    `{"pulse":{"outputValue":"${"01".repeat(64)}"}}`,
    "pulse.outputValue",
    "01".repeat(64),
  ],
  ["short", `{"randomness":"${"ab".repeat(31)}"}`, "randomness", null],
  ["no text", '{"randomness":7}', "randomness", null],
  ["missing", '{"value":1}', "randomness", null],
  ["inherited", "{}", "constructor.name", null],
  ["no object", "null", "randomness", null],
  ["no JSON", "<html>", "randomness", null],
])("reads the value out of an answer: %s", (_, body, field, value) => {
  expect(readBeaconValue(body, field)).toBe(value);
});
