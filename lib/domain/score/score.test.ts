import { describe, expect, test } from "vitest";
import { marksOf } from "@/test/marks";
import { MARK_NAMES, MARKS, namesOf } from "./marks";
import { bandOf, SCORE_REASONS, scoreOf, WEAK_SCORE_MAX } from "./score";

const EVERY_BYTE = Array.from({ length: 256 }, (_, marks) => marks);

describe("marks", () => {
  test("are the eight bits of a byte, each once", () => {
    expect(Object.values(MARKS)).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
  });

  test("come back from their byte", () => {
    for (const marks of EVERY_BYTE) expect(marksOf(namesOf(marks))).toBe(marks);
  });
});

describe("a score", () => {
  test("of a place of which nothing is known is 0, and has no reason", () => {
    expect(scoreOf(0)).toEqual({ score: 0, reasons: [] });
  });

  test("lies between 0 and 100 and never falls by a further reason", () => {
    for (const marks of EVERY_BYTE) {
      const { score } = scoreOf(marks);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
      for (const name of MARK_NAMES) {
        expect(scoreOf(marks | MARKS[name]).score).toBeGreaterThanOrEqual(score);
      }
    }
  });

  test("of weak reasons alone stays below every strong one", () => {
    const strong = Object.values(SCORE_REASONS).filter(({ certainty }) => certainty === "strong");
    expect(strong.length).toBeGreaterThan(0);
    for (const { weight } of strong) expect(WEAK_SCORE_MAX).toBeLessThan(weight);
    const weak = MARK_NAMES.filter((name) => SCORE_REASONS[name].certainty === "weak");
    expect(scoreOf(marksOf(weak)).score).toBe(WEAK_SCORE_MAX);
  });

  test("names its reasons, the heaviest first", () => {
    const { score, reasons } = scoreOf(marksOf(["addressBusy", "headless", "joinedFast"]));
    expect(reasons.map(({ mark }) => mark)).toEqual(["headless", "joinedFast", "addressBusy"]);
    // 100 × (1 − 0.5 × 0.7 × 0.85)
    expect(score).toBe(70);
  });
});

test("every score has its band", () => {
  expect([0, 1, 39, 40, 64, 65, 100].map(bandOf)).toEqual([
    "none",
    "low",
    "low",
    "middle",
    "middle",
    "high",
    "high",
  ]);
});
