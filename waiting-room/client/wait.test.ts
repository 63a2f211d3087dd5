import fc from "fast-check";
import { describe, expect, test } from "vitest";
import en from "@/lib/domain/page-texts/languages/en.json";
import { publicLineOf } from "@/test/public-line";
import { NO_WAIT, nextWait, type Wait, waitText } from "./wait";
import { waitByChance } from "./wait-by-chance";
import { wordsIn } from "./words";

const WORDS = wordsIn("en", en.screen);

const high = (wait: Wait) => wait.range?.high ?? Number.NaN;

describe("the expected wait", () => {
  test("is the way ahead at the pace of the line, as a range around it", () => {
    const { range } = nextWait(NO_WAIT, publicLineOf({ serving: 1_000 }), 3_401);
    expect(range?.low).toBeLessThan(120);
    expect(range?.high).toBeGreaterThan(120);
  });

  test("never grows without a reason that can be said, whatever the line does", () => {
    const looks = fc.array(
      fc.record({
        serving: fc.integer({ min: 0, max: 4_000 }),
        measured: fc.integer({ min: 0, max: 3_000 }),
        outflow: fc.integer({ min: 1, max: 3_000 }),
        paused: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(looks, (changes) => {
        let wait = NO_WAIT;
        changes.forEach((change, index) => {
          const line = publicLineOf({ ...change, now: 1_000_000 + index * 10_000 });
          const next = nextWait(wait, line, 4_500);
          if (wait.range !== null && high(next) > high(wait)) expect(next.grown).not.toBeNull();
          if (next.range !== null) expect(next.range.low).toBeLessThanOrEqual(high(next));
          wait = next;
        });
      }),
    );
  });

  test("is that of those who leave once the active cap is full, and says that it grew", () => {
    const filled = nextWait(NO_WAIT, publicLineOf({ serving: 1_060, outflow: 60 }), 1_121);
    expect(high(filled)).toBeLessThan(100);
    const seats = { free: 0, each: 30 };
    const full = nextWait(filled, publicLineOf({ serving: 1_060, outflow: 2, seats }), 1_121);
    expect(high(full)).toBeGreaterThan(1_700);
    expect(full.grown?.why).toBe("slowed");
  });

  test("says that a pause made it longer, until it is as short as before", () => {
    const before = nextWait(NO_WAIT, publicLineOf(), 2_000);
    const paused = nextWait(before, publicLineOf({ paused: true, now: 1_060_000 }), 2_000);
    expect(paused.range).toEqual(before.range);
    const slow = publicLineOf({ outflow: 300, measured: 0, now: 1_120_000 });
    const after = nextWait(paused, slow, 2_000);
    expect(after.grown?.why).toBe("paused");
    const fast = publicLineOf({ serving: 1_900, now: 1_180_000 });
    expect(nextWait(after, fast, 2_000).grown).toBeNull();
  });

  test("says that the site slowed down", () => {
    const before = nextWait(NO_WAIT, publicLineOf(), 2_000);
    const slow = publicLineOf({ outflow: 120, measured: 100, now: 1_010_000 });
    expect(nextWait(before, slow, 2_000).grown?.why).toBe("slowed");
  });

  test("narrows from below as the line learns who comes, without a word", () => {
    const first = nextWait(NO_WAIT, publicLineOf({ pace: [60, 20, 0.2, 1e-4] }), 9_401);
    const next = nextWait(first, publicLineOf({ pace: [24, 21, 0.2, 1e-4] }), 9_401);
    expect(next.range?.low).toBeGreaterThan(2 * (first.range?.low ?? Infinity));
    expect(high(next)).toBeLessThan(high(first));
    expect(next.grown).toBeNull();
  });

  test("grows, and says so, once most of what is expected lies above what was said", () => {
    const first = nextWait(NO_WAIT, publicLineOf({ pace: [24, 21, 0.2, 1e-4] }), 9_401);
    const held = nextWait(first, publicLineOf({ pace: [24, 19, 0.2, 1e-4] }), 9_401);
    expect(high(held)).toBe(high(first));
    const slow = nextWait(held, publicLineOf({ pace: [20, 16, 0.2, 1e-4] }), 9_401);
    expect(high(slow)).toBeGreaterThan(high(first));
    expect(slow.grown).toEqual({ why: "slowed", fromHigh: high(first) });
  });
});

describe("the expected wait in random order", () => {
  const random = (waiting: number) => publicLineOf({ method: "random", measured: 100, waiting });

  test("is what the line says now, longer when more have come", () => {
    const before = waitByChance(random(1_000));
    expect(before?.low).toBeCloseTo(60 * (Math.log(0.88) / Math.log(0.9)), 9);
    expect(waitByChance(random(1_100))?.high).toBeGreaterThan(before?.high ?? 0);
  });
});

describe("the wait in words", () => {
  test.each([
    [null, "calculating"],
    [{ low: 5, high: 55 }, "under a minute"],
    [{ low: 20, high: 100 }, "up to 2 minutes"],
    [{ low: 130, high: 220 }, "2–4 minutes"],
    [{ low: 180, high: 180 }, "3–4 minutes"],
    [{ low: 1_500, high: 2_000 }, "25–35 minutes"],
    [{ low: 3_700, high: 6_900 }, "60–115 minutes"],
    [{ low: 7_300, high: 9_500 }, "2–3 hours"],
  ])("of %j is %j", (range, expected) => {
    expect(waitText(range, WORDS)).toBe(expected);
  });

  test("always contains the true range and is never a single minute", () => {
    const seconds = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(seconds, seconds, (one, other) => {
        const [low, end] = one < other ? [one, other] : [other, one];
        const text = waitText({ low, high: end }, WORDS);
        const [, from, to, unit] = /^([\d.]+)–([\d.]+) (minutes|hours)$/.exec(text) ?? [];
        if (from === undefined) return;
        const scale = unit === "hours" ? 3_600 : 60;
        expect(Number(from) * scale).toBeLessThanOrEqual(low);
        expect(Number(to) * scale).toBeGreaterThanOrEqual(end);
        expect(Number(to)).toBeGreaterThan(Number(from));
      }),
    );
  });
});
