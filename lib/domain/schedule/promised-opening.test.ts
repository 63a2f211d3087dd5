import { expect, test } from "vitest";
import { type OpeningFacts, type PromisedOpening, promisedOpening } from "./promised-opening";

const NOW_MS = 1_800_000_000_000;
const [PAST, SOON] = [NOW_MS - 1, NOW_MS + 1];

const facts = (changes: Partial<OpeningFacts>): OpeningFacts => ({
  ...{ kind: "scheduled", status: "draft", startAtMs: null, endAtMs: null, nextAtMs: null },
  ...changes,
});

test.each<[string, Partial<OpeningFacts>, PromisedOpening | null]>([
  ["always on, draft", { kind: "always-on", startAtMs: SOON }, null],
  ["always on, with schedules", { kind: "always-on", status: "open", nextAtMs: SOON }, null],
  ["a draft without a time", {}, { type: "undated" }],
  ["a draft with a start to come", { startAtMs: SOON }, { type: "unarmed", atMs: SOON }],
  ["a draft at its start", { startAtMs: NOW_MS }, { type: "missed", atMs: NOW_MS }],
  ["a draft of years ago", { startAtMs: PAST }, { type: "missed", atMs: PAST }],
  [
    "a draft between start and end",
    { startAtMs: PAST, endAtMs: SOON },
    { type: "missed", atMs: PAST },
  ],
  [
    "a draft whose end is past",
    { startAtMs: PAST - 9, endAtMs: PAST },
    { type: "over", atMs: PAST },
  ],
  [
    "a draft whose schedules go on",
    { startAtMs: PAST - 9, endAtMs: PAST, nextAtMs: SOON },
    { type: "unarmed", atMs: SOON },
  ],
  ["open before its start", { status: "open", startAtMs: SOON }, { type: "opens", atMs: SOON }],
  ["open since its start", { status: "open", startAtMs: NOW_MS }, null],
  ["stopped, with schedules", { status: "stopped", nextAtMs: SOON }, { type: "opens", atMs: SOON }],
  ["stopped, with a start of its own", { status: "stopped", startAtMs: SOON }, null],
])("%s", (_name, changes, expected) => {
  expect(promisedOpening(facts(changes), NOW_MS)).toEqual(expected);
});
