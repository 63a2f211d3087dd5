import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROMISE_MS } from "@/lib/domain/line/promise";
import { notePromise, type Promises, promised } from "./promise";

const changes = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 60_000 }),
    outflow: fc.constantFrom(1, 60, 600, 3_000, 10_000, 30_000),
  }),
  { minLength: 1, maxLength: 40 },
);

describe("the promised outflow", () => {
  test("is never above what was in force at any moment of the last two minutes and more", () => {
    fc.assert(
      fc.property(changes, (all) => {
        let promises: Promises = [];
        let atMs = 0;
        const published: { readonly fromMs: number; untilMs: number; readonly outflow: number }[] =
          [];
        for (const { afterMs, outflow } of all) {
          atMs += afterMs;
          const newest = published[published.length - 1];
          if (newest !== undefined) newest.untilMs = atMs;
          published.push({ fromMs: atMs, untilMs: atMs, outflow });
          promises = notePromise(promises, { atMs, published: outflow });
          const sleptUpon = published.filter(
            ({ fromMs, untilMs }) => untilMs > atMs - PROMISE_MS || fromMs === atMs,
          );
          expect(promised(promises, outflow)).toBe(
            Math.min(...sleptUpon.map((one) => one.outflow)),
          );
        }
      }),
    );
  });

  test("falls at once and rises two minutes and more later", () => {
    let promises = notePromise([], { atMs: 0, published: 600 });
    promises = notePromise(promises, { atMs: 1_000, published: 6_000 });
    expect(promised(promises, 6_000)).toBe(600);
    promises = notePromise(promises, { atMs: 1_000 + PROMISE_MS - 1, published: 6_000 });
    expect(promised(promises, 6_000)).toBe(600);
    promises = notePromise(promises, { atMs: 1_000 + PROMISE_MS, published: 6_000 });
    expect(promised(promises, 6_000)).toBe(6_000);
    promises = notePromise(promises, { atMs: 2_000 + PROMISE_MS, published: 300 });
    expect(promised(promises, 300)).toBe(300);
  });

  test("keeps one number for each raise, however often it is noted", () => {
    let promises: Promises = [];
    for (let atMs = 0; atMs < 600_000; atMs += 500) {
      promises = notePromise(promises, { atMs, published: atMs < 300_000 ? 600 : 1_200 });
      expect(promises.length).toBeLessThanOrEqual(2);
    }
  });
});
