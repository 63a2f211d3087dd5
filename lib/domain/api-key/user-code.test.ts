import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { formatUserCode, makeUserCode, parseUserCode } from "./user-code";

test("a code is read however it is typed", () => {
  const code = makeUserCode(randomInt);
  const shown = formatUserCode(code);
  expect(shown).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  for (const typed of [code, shown, shown.toLowerCase(), ` ${shown.replace("-", " ")} `]) {
    expect(parseUserCode(typed)).toBe(code);
  }
});

test.each(["", "BCDF-GHJ", "BCDF-GHJKL", "ABCD-FGHJ", "BCDF-GHJ1", "BCDF.GHJK", "ＢCDF-GHJK"])(
  "%j is no code",
  (typed) => {
    expect(parseUserCode(typed)).toBe(null);
  },
);
