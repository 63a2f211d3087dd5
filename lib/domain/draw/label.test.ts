import { expect, test } from "vitest";
import type { Beacon } from "./beacon";
import type { Commitment } from "./commitment";
import type { DrawSource } from "./draw-source";
import { labelDraw } from "./label";

const START_AT_MS = 1_000_000;
const ROUND_AT_MS = START_AT_MS + 9_000;
const URL_OF_ROUND = "https://a.example/7";
const SOURCE = {
  type: "http-beacon",
  urls: [URL_OF_ROUND],
  field: "randomness",
  round: 7,
  roundAtMs: ROUND_AT_MS,
} as const;
const BEACON = {
  type: "http-beacon",
  url: URL_OF_ROUND,
  round: 7,
  value: "ab".repeat(32),
  receivedAtMs: ROUND_AT_MS,
} as const;
const TYPED: Beacon = { type: "typed", value: "4" };

function label(source: object, beacon: Beacon, frozenAtMs = START_AT_MS + 3_000) {
  const commitment: Commitment = {
    customerId: "acme",
    eventId: "sale",
    runId: "r",
    secretHash: "00".repeat(32),
    startAtMs: START_AT_MS,
    source: source as DrawSource,
    exclusion: null,
    lanes: null,
  };
  return labelDraw({ commitment, frozenAtMs, beacon });
}

test("the committed round after a freeze at start + 3 s is provable", () => {
  expect(label(SOURCE, BEACON)).toEqual({ label: "provable", reason: null });
  expect(label(SOURCE, BEACON, ROUND_AT_MS - 1)).toEqual({ label: "provable", reason: null });
});

test.each([
  ["no-source", { type: "none" }, { type: "none" }, undefined],
  ["typed-value", { type: "typed", name: "lottery" }, TYPED, undefined],
  ["typed-value", SOURCE, TYPED, undefined],
  ["beacon-silent", SOURCE, { type: "none" }, undefined],
  ["other-source", SOURCE, { ...BEACON, url: "https://b.example/7" }, undefined],
  ["other-round", SOURCE, { ...BEACON, round: 8 }, undefined],
  ["value-before-round", SOURCE, { ...BEACON, receivedAtMs: ROUND_AT_MS - 1 }, undefined],
  ["round-too-early", { ...SOURCE, roundAtMs: START_AT_MS + 6_000 }, BEACON, undefined],
  ["frozen-too-early", SOURCE, BEACON, START_AT_MS + 2_999],
  ["frozen-after-round", SOURCE, BEACON, ROUND_AT_MS],
] as [string, object, Beacon, number | undefined][])(
  "%s is not provable",
  (reason, source, beacon, frozenAtMs) => {
    expect(label(source, beacon, frozenAtMs)).toEqual({ label: "not-provable", reason });
  },
);
