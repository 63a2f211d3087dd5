import fc from "fast-check";
import { expect, test } from "vitest";
import type { Phase } from "@/lib/domain/phase";
import { testSettings } from "@/test/line";
import { canEnter, canJoin, phaseAt, phaseUntilMs } from "./phase";

const START_MS = 10_000_000;
const DRAW = { hash: "", publicKey: "", commitment: "" };

const scheduled = fc
  .record({
    preQueueMinutes: fc.nat({ max: 120 }),
    lastsMs: fc.option(fc.integer({ min: 1, max: 10_000_000 }), { nil: null }),
    hasDraw: fc.boolean(),
  })
  .map(({ preQueueMinutes, lastsMs, hasDraw }) =>
    testSettings({
      ...{ kind: "scheduled", startAtMs: START_MS, preQueueMinutes },
      endAtMs: lastsMs === null ? null : START_MS + lastsMs,
      draw: hasDraw ? (DRAW as unknown as ReturnType<typeof testSettings>["draw"]) : null,
    }),
  );
const momentMs = fc.integer({ min: 0, max: 3 * START_MS });
const seen = fc.record({
  waiting: fc.nat({ max: 1_000 }),
  drawOpensAtMs: fc.constantFrom(0, START_MS + 20_000),
});
const ORDER: readonly Phase[] = ["before", "pre-queue", "drawing", "running", "ended"];

test("a scheduled event goes through its phases in order and never back", () => {
  fc.assert(
    fc.property(scheduled, seen, momentMs, momentMs, (settings, state, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)].map((atMs) =>
        ORDER.indexOf(phaseAt(settings, atMs, state)),
      );
      expect(early).toBeGreaterThanOrEqual(0);
      expect(late).toBeGreaterThanOrEqual(early ?? 0);
    }),
  );
});

test("the clock ends no phase before the time that is told", () => {
  fc.assert(
    fc.property(scheduled, seen, momentMs, momentMs, (settings, state, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)];
      const isSame = phaseAt(settings, early, state) === phaseAt(settings, late, state);
      if (isSame) return;
      const untilMs = phaseUntilMs(settings, early, state);
      expect(untilMs).not.toBeNull();
      expect(untilMs).toBeLessThanOrEqual(late);
    }),
  );
  const settings = testSettings({ kind: "scheduled", startAtMs: START_MS, preQueueMinutes: 1 });
  const untilMs = (atMs: number) => phaseUntilMs(settings, atMs, { drawOpensAtMs: 0 });
  expect([0, START_MS - 60_000, START_MS].map(untilMs)).toEqual([
    START_MS - 60_000,
    START_MS,
    null,
  ]);
});

test("nobody enters a scheduled event before its start, before its draw, or from its end on", () => {
  fc.assert(
    fc.property(scheduled, seen, momentMs, (settings, state, atMs) => {
      if (!canEnter(phaseAt(settings, atMs, state))) return;
      expect(atMs).toBeGreaterThanOrEqual(START_MS);
      expect(atMs).toBeLessThan(settings.endAtMs ?? Number.POSITIVE_INFINITY);
      if (settings.draw === null) return;
      expect(state.drawOpensAtMs).toBeGreaterThan(0);
      expect(atMs).toBeGreaterThanOrEqual(state.drawOpensAtMs);
    }),
  );
});

test("an event that is not open, or rejects, gives no place and lets nobody in", () => {
  const closed = fc.constantFrom(
    { status: "draft" } as const,
    { status: "stopped" } as const,
    { method: "reject" } as const,
  );
  fc.assert(
    fc.property(scheduled, closed, seen, momentMs, (settings, how, state, atMs) => {
      const phase = phaseAt({ ...settings, ...how }, atMs, state);
      expect([canJoin(phase), canEnter(phase)]).toEqual([false, false]);
    }),
  );
});

test("an always-on event is dormant only while nobody waits and newcomers may go straight in", () => {
  fc.assert(
    fc.property(
      seen,
      fc.boolean(),
      fc.constantFrom("fifo", "random"),
      (state, queueAll, method) => {
        const phase = phaseAt(testSettings({ queueAll, method }), 0, state);
        expect(phase === "dormant").toBe(state.waiting === 0 && !queueAll && method === "fifo");
        expect(canEnter(phase)).toBe(true);
      },
    ),
  );
});
