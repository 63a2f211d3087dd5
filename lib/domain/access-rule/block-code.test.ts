import { expect, test } from "vitest";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { blockCode, readBlockCode } from "./block-code";

const NOON = Date.UTC(2026, 10, 23, 12, 0, 30);

test.each([1, 42, 9_999])(
  "the code of a visitor whom rule %i blocked names the rule and the minute",
  (rule) => {
    const code = blockCode(3, { rule, atMs: NOON });
    const read = { rule, atMs: NOON - 30_000 };
    expect(readBlockCode(code, NOON)).toEqual(read);
    expect(readBlockCode(code.toLowerCase(), NOON + 86_400_000)).toEqual(read);
  },
);

test("the code of a place is none", () => {
  expect(readBlockCode(supportCode({ runId: 3, lane: 0, number: 77 }), NOON)).toBeNull();
  expect(readBlockCode("nonsense", NOON)).toBeNull();
});
