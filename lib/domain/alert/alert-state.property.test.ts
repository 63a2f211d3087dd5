import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ALERT_SEVERITIES,
  type AlertState,
  type AlertTiming,
  decideAlert,
  happened,
  resolved,
} from "./alert-state";
import { quietUntilMs } from "./quiet-hours";

const MINUTE_MS = 60_000;
const BEGIN_MS = Date.parse("2026-11-29T00:00:00Z");

const timings: fc.Arbitrary<AlertTiming> = fc.record({
  severity: fc.constantFrom(...ALERT_SEVERITIES),
  afterMinutes: fc.integer({ min: 0, max: 30 }),
  groupMinutes: fc.integer({ min: 0, max: 30 }),
  quiet: fc.constantFrom(null, { from: "22:00", until: "07:00", timeZone: "UTC" }),
});
const acts = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom("happens", "ends")),
  { maxLength: 40 },
);

/** Plays acts, each so many minutes after the one before, with a look whenever one is due. */
function play(
  timing: AlertTiming,
  steps: readonly (readonly [number, string])[],
  canBeOver = true,
) {
  const notices: { readonly kind: string; readonly count: number; readonly atMs: number }[] = [];
  let state: AlertState | null = null;
  let dueAtMs: number | null = null;
  let nowMs = BEGIN_MS;
  let happenings = 0;
  const look = (atMs: number) => {
    if (state === null) return;
    const step = decideAlert(state, timing, atMs);
    ({ state, dueAtMs } = step);
    if (step.tell !== null) notices.push({ ...step.tell, atMs });
    if (dueAtMs !== null) expect(dueAtMs).toBeGreaterThan(atMs);
  };
  for (const [minutes, act] of [...steps, [5_000, "look"] as const]) {
    const nextMs: number = nowMs + minutes * MINUTE_MS;
    while (dueAtMs !== null && dueAtMs <= nextMs) look(dueAtMs);
    nowMs = nextMs;
    if (act === "happens") {
      state = happened(state, { canResolve: canBeOver, atMs: nowMs });
      happenings += 1;
    }
    if (act === "ends" && state !== null) state = resolved(state);
    if (act !== "look") look(nowMs);
  }
  return { notices, state: state as AlertState | null, happenings };
}

test("receivers end up knowing what is so, and are told of an end only after a beginning", () => {
  fc.assert(
    fc.property(timings, acts, (timing, steps) => {
      const { notices, state } = play(timing, steps);
      let isOpen = false;
      for (const { kind } of notices) {
        if (kind === "opened") expect(isOpen).toBe(false);
        else expect(isOpen).toBe(true);
        isOpen = kind !== "resolved";
      }
      expect(isOpen).toBe(state?.isOpen ?? false);
    }),
  );
});

test("never more notices than grouping and quiet hours allow, and of nothing that did not happen", () => {
  fc.assert(
    fc.property(timings, acts, fc.boolean(), (timing, all, canBeOver) => {
      const steps = canBeOver ? all : all.filter(([, act]) => act === "happens");
      const { notices, happenings } = play(timing, steps, canBeOver);
      const loud = notices.filter(({ kind }) => kind !== "resolved");
      for (const [index, { atMs }] of loud.entries()) {
        const before = loud[index - 1];
        if (before !== undefined)
          expect(atMs - before.atMs).toBeGreaterThanOrEqual(timing.groupMinutes * MINUTE_MS);
        if (timing.severity !== "critical") expect(quietUntilMs(timing.quiet, atMs)).toBeNull();
      }
      const told = loud.reduce((sum, { count }) => sum + count, 0);
      if (canBeOver) expect(told).toBeLessThanOrEqual(happenings);
      else expect(told).toBe(happenings);
    }),
  );
});
