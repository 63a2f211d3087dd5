import { expect, test } from "vitest";
import { type LiveChecks, QUICK_LIVE } from "./live";
import { liveVerdict } from "./live-verdict";

const GOOD: LiveChecks = {
  ...{ tokens: 100, fullestMinute: 100, overtaken: 0 },
  ...{ answerMs: 500, refused: 0, letPast: 0 },
};

function verdictOf(changes: Partial<LiveChecks>) {
  const findings = liveVerdict(QUICK_LIVE, { ...GOOD, ...changes });
  return Object.fromEntries(findings.map(({ key, isGood }) => [key, isGood]));
}

test.each<[string, Partial<LiveChecks>, Record<string, boolean | null>]>([
  ["as promised", {}, {}],
  ["more than the outflow", { fullestMinute: 101 }, { cap: false }],
  ["somebody overtaken", { overtaken: 1 }, { order: false }],
  ["an order that is drawn", { overtaken: null }, { order: null }],
  ["slow answers", { answerMs: 501 }, { speed: false }],
  ["a token that the site refused", { refused: 1 }, { connector: false }],
  ["somebody let past without a token", { letPast: 1 }, { connector: false }],
  ["nobody admitted", { tokens: 0 }, { cap: null, order: null, connector: null }],
  [
    "nobody admitted but let past",
    { tokens: 0, letPast: 1 },
    { cap: null, order: null, connector: false },
  ],
  ["no answer", { answerMs: null }, { speed: null }],
])("the verdict on %s", (_, changes, expected) => {
  const allGood = { cap: true, order: true, speed: true, connector: true };
  expect(verdictOf(changes)).toEqual({ ...allGood, ...expected });
});
