import { expect, test } from "vitest";
import { waitsForHand } from "./slots-by-hand";

test.each([
  ["", false],
  ["grants=1;", false],
  ["grants=10;stock=0;", false],
  ["grants=0;", true],
  ["stock=20;grants=0;", true],
  ["grants=0;inletEveryMs=60000;", false],
  ["grants=0;inletEveryMs=60000;inletStartMs=5000;inletEndMs=10001;", false],
  ["grants=0;inletEveryMs=60000;inletStartMs=5000;inletEndMs=10000;", true],
])("where %j holds, it waits for a hand: %j", (limits, isHeld) => {
  expect(waitsForHand(limits, 10_000)).toBe(isHeld);
});
