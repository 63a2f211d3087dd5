import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countAt, emptyWaiting, noteCheckIn, noteGone } from "./waiting-estimator";

const visits = fc.array(
  fc.record({ second: fc.integer({ min: 0, max: 600 }), lasts: fc.integer({ min: 0, max: 500 }) }),
  { maxLength: 60 },
);

describe("how many wait", () => {
  test("is the number of check-ins whose time has not run out, a second later", () => {
    fc.assert(
      fc.property(visits, (all) => {
        const state = emptyWaiting(0);
        const sorted = [...all].sort((a, b) => a.second - b.second);
        for (const { second, lasts } of sorted) {
          const lineTimeMs = second * 1_000;
          noteCheckIn(state, { lineTimeMs, nextMs: lineTimeMs + lasts * 1_000 });
        }
        const endSecond = sorted[sorted.length - 1]?.second ?? 0;
        const truth = sorted.filter((one) => one.second + one.lasts > endSecond).length;
        expect(countAt(state, (endSecond + 1) * 1_000)).toBe(truth);
        expect(countAt(state, 1_200_000)).toBe(0);
      }),
    );
  });

  test("counts a visitor who checks in as told once, for as long as they do", () => {
    const state = emptyWaiting(0);
    for (let at = 0; at <= 900_000; at += 300_000) {
      noteCheckIn(state, { lineTimeMs: at, nextMs: at + 300_000 });
      for (const later of [1_000, 150_000, 299_999]) expect(countAt(state, at + later)).toBe(1);
    }
    expect(countAt(state, 1_201_000)).toBe(0);
  });

  test("forgets at once who is in or says that they leave", () => {
    const state = emptyWaiting(0);
    noteCheckIn(state, { lineTimeMs: 5_000, nextMs: 305_000 });
    noteGone(state, { lineTimeMs: 100_000, countedUntilMs: 305_000 });
    expect(countAt(state, 101_000)).toBe(0);
    expect(countAt(state, 400_000)).toBe(0);
    noteGone(state, { lineTimeMs: 400_000, countedUntilMs: 305_000 });
    expect(countAt(state, 400_000)).toBe(0);
  });

  test("is the same over several processes as in one, and over JSON", () => {
    fc.assert(
      fc.property(visits, fc.integer({ min: 1, max: 4 }), (all, processes) => {
        const one = emptyWaiting(0);
        const many = Array.from({ length: processes }, () => emptyWaiting(0));
        [...all]
          .sort((a, b) => a.second - b.second)
          .forEach(({ second, lasts }, index) => {
            const visit = { lineTimeMs: second * 1_000, nextMs: (second + lasts) * 1_000 };
            noteCheckIn(one, visit);
            const process = many[index % processes];
            if (process !== undefined) noteCheckIn(process, visit);
          });
        const copies = many.map((state) => JSON.parse(JSON.stringify(state)));
        for (const at of [600_000, 650_000, 900_000]) {
          const sum = copies.reduce((total, copy) => total + countAt(copy, at), 0);
          expect(sum).toBe(countAt(one, at));
        }
      }),
    );
  });

  test("counts nobody for more than 511 seconds, so that its size is fixed", () => {
    const state = emptyWaiting(0);
    noteCheckIn(state, { lineTimeMs: 0, nextMs: 10_000_000 });
    expect(countAt(state, 510_000)).toBe(1);
    expect(countAt(state, 511_000)).toBe(0);
    expect(state.changes).toHaveLength(512);
  });
});
