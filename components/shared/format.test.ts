import { expect, test } from "vitest";
import { formatWaitRange } from "./format";

test.each([
  [38, 46, "38–46 min"],
  [41, 41.2, "41 min"],
  [0, 0.4, "under a minute"],
  [0.3, 4, "up to 4 min"],
  [120, 240, "2–4 h"],
  [38, 125, "38 min – 2 h 5 min"],
  [138, 186, "2 h 18 min – 3 h 6 min"],
])("a range of %s to %s minutes is %s", (low, high, text) => {
  expect(formatWaitRange(low * 60, high * 60)).toBe(text);
});
