import { describe, expect, test } from "vitest";
import { alertChange, consoleLoss, hear, QUIET_MS, withLost } from "./alert-change";

const slow = { key: "sale:governed", text: "Sale: Site is slow" };
const lost = { key: "fair:line-lost", text: "Fair: No line" };

describe("what is news", () => {
  test("is what began and what is over, however it is worded meanwhile", () => {
    const reworded = { ...slow, text: "Spring Sale: Site is slow" };
    expect(alertChange([slow], [reworded, lost])).toEqual({ began: [lost], ended: [] });
    expect(alertChange([slow, lost], [lost])).toEqual({ began: [], ended: [slow] });
  });

  test("is, while nothing is known, only that: nothing counts as over", () => {
    expect(consoleLoss(false)).toBeNull();
    const away = consoleLoss(true) ?? lost;
    const unknown = withLost([slow], away);
    expect(alertChange([slow], unknown)).toEqual({ began: [away], ended: [] });
    expect(withLost(unknown, away)).toBe(unknown);
  });

  test("is nothing at the first look", () => {
    expect(alertChange(null, [slow])).toEqual({ began: [], ended: [] });
  });
});

describe("a problem is heard", () => {
  test("when it begins, and not again while it comes and goes or on another page", () => {
    const first = hear({}, [slow], 1_000);
    expect(first.loud).toEqual([slow]);
    expect(hear(first.heard, [slow, lost], 2_000).loud).toEqual([lost]);
    expect(hear(first.heard, [slow], 1_000 + QUIET_MS).loud).toEqual([slow]);
  });

  test("also where the browser's clock was ahead before, and what is old is not kept", () => {
    const { loud, heard } = hear({ [slow.key]: 99_000, [lost.key]: 1 }, [slow], 90_000);
    expect(loud).toEqual([slow]);
    expect(heard).toEqual({ [slow.key]: 90_000 });
  });
});
