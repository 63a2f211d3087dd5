import { describe, expect, test } from "vitest";
import { CHALLENGE_COUNTS, challengeCost, solvingTimeOf } from "./challenge-counts";

test.each([
  [0, "solved-in-one"],
  [1, "solved-in-one"],
  [1.1, "solved-in-two"],
  [8, "solved-in-eight"],
  [61, "solved-later"],
  [100_000, "solved-later"],
])("%d seconds are counted as %s", (seconds, kind) => {
  expect(solvingTimeOf(seconds)).toBe(kind);
  expect(CHALLENGE_COUNTS).toContain(kind);
});

describe("what challenges cost", () => {
  test("nobody was challenged", () => {
    expect(challengeCost({}, { atIt: 0 })).toMatchObject({
      challenged: 0,
      gaveUp: 0,
      medianSeconds: null,
      p95Seconds: null,
    });
  });

  test("who is still at it has not given up, and never is there less than nobody", () => {
    const counts = { challenged: 100, solved: 80 };
    expect(challengeCost(counts, { atIt: 5 }).gaveUp).toBe(15);
    expect(challengeCost(counts, { atIt: 50 }).gaveUp).toBe(0);
  });

  test("median and p95 are the ends of their steps", () => {
    const counts = { solved: 100, "solved-in-one": 60, "solved-in-four": 35, "solved-later": 5 };
    expect(challengeCost(counts, { atIt: 0 })).toMatchObject({ medianSeconds: 1, p95Seconds: 4 });
    const slow = { "solved-in-one": 1, "solved-later": 9 };
    expect(challengeCost(slow, { atIt: 0 })).toMatchObject({
      medianSeconds: null,
      p95Seconds: null,
    });
  });
});
