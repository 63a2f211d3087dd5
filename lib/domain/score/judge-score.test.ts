import { describe, expect, test } from "vitest";
import { marksOf } from "@/test/marks";
import { judgeScore } from "./judge-score";
import { MARK_NAMES, MARKS } from "./marks";
import { SCORE_REASONS, scoreOf, WEAK_SCORE_MAX } from "./score";
import { scoreSettingSchema } from "./score-schema";
import { NO_SCORE } from "./score-setting";

const EVERY_BYTE = Array.from({ length: 256 }, (_, marks) => marks);

describe("a score alone", () => {
  test("does nothing where the customer has said nothing, however high it is", () => {
    for (const marks of EVERY_BYTE) expect(judgeScore(marks, NO_SCORE, false)).toBe("join");
  });

  test("refuses nobody where it only asks for a challenge, and asks nobody who is exempt", () => {
    const setting = { challengeFrom: 60, refuseFrom: null };
    for (const marks of EVERY_BYTE) {
      const isHigh = scoreOf(marks).score >= 60;
      expect(judgeScore(marks, setting, false)).toBe(isHigh ? "challenge" : "join");
      expect(judgeScore(marks, setting, true)).toBe("join");
    }
  });

  test("refuses from where the customer says, also who is exempt", () => {
    const setting = { challengeFrom: 60, refuseFrom: 80 };
    for (const marks of EVERY_BYTE) {
      const { score } = scoreOf(marks);
      expect(judgeScore(marks, setting, true)).toBe(score >= 80 ? "refuse" : "join");
    }
  });

  test("of weak reasons alone never acts, whatever a customer sets", () => {
    const weak = MARK_NAMES.filter((name) => SCORE_REASONS[name].certainty === "weak");
    const least = WEAK_SCORE_MAX + 1;
    for (const field of ["challengeFrom", "refuseFrom"] as const) {
      expect(scoreSettingSchema.safeParse({ [field]: least }).success).toBe(true);
      expect(scoreSettingSchema.safeParse({ [field]: WEAK_SCORE_MAX }).success).toBe(false);
    }
    const lowest = { challengeFrom: least, refuseFrom: least };
    expect(judgeScore(marksOf(weak), lowest, false)).toBe("join");
    expect(judgeScore(MARKS.headless, lowest, false)).toBe("refuse");
  });

  test("has nothing set by itself", () => {
    expect(scoreSettingSchema.parse({})).toEqual(NO_SCORE);
  });
});
