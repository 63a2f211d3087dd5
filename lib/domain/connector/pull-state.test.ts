import { expect, test } from "vitest";
import { pullState, SILENT_AFTER_MS, tallyOf, tallyWords } from "./pull-state";

const pull = {
  seenAtMs: 1_000,
  servedVersion: 7,
  servedBefore: 7,
  configVersion: 7,
  keyIds: ["ab12cd34"],
};
const now = { currentVersion: 7, atMs: 2_000 };

test.each([
  ["obeys the newest", pull, now, { type: "current" }],
  [
    "was just given the newest",
    { ...pull, servedBefore: 6, configVersion: 6 },
    now,
    { type: "current" },
  ],
  [
    "asks for the first time",
    { ...pull, servedBefore: null, configVersion: null },
    now,
    { type: "current" },
  ],
  [
    "never says anything of itself",
    { ...pull, configVersion: null, keyIds: null },
    now,
    { type: "unconfirmed" },
  ],
  [
    "has not asked since two publications",
    pull,
    { ...now, currentVersion: 9 },
    { type: "behind", versions: 2, refuses: false },
  ],
  [
    "was given 7 twice and obeys 5",
    { ...pull, configVersion: 5 },
    now,
    { type: "behind", versions: 2, refuses: true },
  ],
  [
    "asks before the first publication",
    { ...pull, servedVersion: 0, servedBefore: null, configVersion: null },
    { ...now, currentVersion: 0 },
    { type: "waiting" },
  ],
  ["was last seen long ago", pull, { ...now, atMs: 1_001 + SILENT_AFTER_MS }, { type: "silent" }],
] as const)("one that %s", (_name, held, at, expected) => {
  expect(pullState(held, at)).toEqual(expected);
});

test("connectors are counted in words, without what none of them is", () => {
  const states = [
    { type: "silent" },
    { type: "current" },
    { type: "behind", versions: 2, refuses: false },
    { type: "current" },
  ] as const;
  expect(tallyWords(tallyOf(states))).toBe("2 with the latest rules, 1 with older rules, 1 silent");
  expect(tallyWords(tallyOf([{ type: "unconfirmed" }]))).toBe("1 unconfirmed");
  expect(tallyWords(tallyOf([]))).toBe("");
});
