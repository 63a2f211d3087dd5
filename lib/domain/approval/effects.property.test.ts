import fc from "fast-check";
import { expect, test } from "vitest";
import { occurrenceOf } from "@/lib/domain/schedule/occurrence";
import type { Schedule, ScheduleOverrides } from "@/lib/domain/schedule/schedule";
import { ACT_EFFECTS, type EventInEffect, effectsOf } from "./effects";

const OUTFLOW_LIMIT = 1_000;
const HOUR_MS = 3_600_000;

const CLOSED: EventInEffect = {
  ...{ kind: "always-on", status: "draft", isArchived: false, letThrough: false },
  ...{ schedules: [], occurrence: null, startAtMs: null, endAtMs: null },
  ...{ method: "fifo", outflowPerMinute: 60, safetyNetPerMinute: null, inviteOnly: false },
  ...{ admission: null, afterEvent: null, messages: [] },
};

const overrides: fc.Arbitrary<ScheduleOverrides> = fc.record(
  {
    outflowPerMinute: fc.constantFrom(6, 999, 1_000, 1_001, 1_000_000),
    method: fc.constantFrom("fifo", "random", "passthrough", "reject"),
  },
  { requiredKeys: [] },
);

const schedule: fc.Arbitrary<Schedule> = fc
  .record({ overrides, hour: fc.integer({ min: 0, max: 3 }) })
  .map(({ overrides: replaced, hour }) => ({
    ...{ id: `s${hour}`, name: "Schedule", preQueueMinutes: 0, overrides: replaced },
    timing: {
      ...{ kind: "once", timeZone: "UTC" },
      startLocal: `1970-01-01T0${hour}:00`,
      endLocal: `1970-01-01T0${hour}:30`,
    },
  }));

/** One setting or one piece of state; what a verb may write. Which verb it is does not matter. */
const change: fc.Arbitrary<Partial<EventInEffect>> = fc.oneof(
  fc.record({ method: fc.constantFrom("fifo", "random", "passthrough", "reject") }),
  fc.record({ outflowPerMinute: fc.constantFrom(1, 999, 1_000, 1_001, 1_000_000) }),
  fc.record({ safetyNetPerMinute: fc.constantFrom(null, 900, 2_000_000) }),
  fc.record({ status: fc.constantFrom("draft", "open", "stopped") }),
  fc.record({ kind: fc.constantFrom("always-on", "scheduled") }),
  fc.record({ letThrough: fc.boolean() }),
  fc.record({ inviteOnly: fc.boolean() }),
  fc.record({ isArchived: fc.boolean() }),
  fc.record({ schedules: fc.uniqueArray(schedule, { maxLength: 2, selector: ({ id }) => id }) }),
  fc.record({ startAtMs: fc.constantFrom(null, 0, HOUR_MS), occurrence: fc.constant(null) }),
  fc.record({ endAtMs: fc.constantFrom(null, HOUR_MS, 2 * HOUR_MS) }),
  fc.record({
    admission: fc.option(
      fc.record(
        {
          share: fc.record({
            type: fc.constant("percentage" as const),
            percent: fc.constantFrom(1, 49, 50, 100),
          }),
          holdSeconds: fc.constant(300),
          identity: fc.constant({ by: "browser" } as const),
          lane: fc.constant("drawn"),
        },
        { requiredKeys: ["share", "holdSeconds", "identity"] },
      ),
      { nil: null },
    ),
  }),
  fc.record({
    afterEvent: fc.option(
      fc.record({
        show: fc.constant({ kind: "page" as const, message: null }),
        protectedPages: fc.constantFrom("keep-out", "let-through"),
      }),
      { nil: null },
    ),
  }),
);

/** What visitors meet at a moment, read from the settings anew: by whichever schedule holds then. */
function meets(event: EventInEffect, holding: Schedule | null) {
  const { method, outflowPerMinute } = { ...event, ...holding?.overrides };
  const { share, lane } = event.admission ?? {};
  const percent = share?.type === "percentage" && lane === undefined ? share.percent : 0;
  return {
    skipsLine: method === "passthrough" || event.letThrough || percent >= 50,
    outflow: Math.max(
      outflowPerMinute,
      event.kind === "always-on" ? (event.safetyNetPerMinute ?? 0) : 0,
    ),
  };
}

/** Everything that visitors may meet until somebody acts again. */
function everyMoment(event: EventInEffect) {
  if (event.status === "draft") return [];
  const opens = event.kind === "scheduled" && !event.isArchived ? event.schedules : [];
  if (event.status === "stopped") {
    const opened = { ...event, letThrough: false, admission: null };
    return opens.map((one) => meets(opened, one));
  }
  const own = event.kind === "scheduled" ? (occurrenceOf(event)?.schedule ?? null) : null;
  return [meets(event, own), ...event.schedules.map((one) => meets(event, one))];
}

test("no sequence of changes lets in what needed a second person", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let event = CLOSED;
      for (const one of changes) {
        const after = { ...event, ...one };
        const effects = effectsOf(event, after, { outflowLimit: OUTFLOW_LIMIT });
        const needsSecond = effects.some((effect) =>
          ACT_EFFECTS[effect].topics.some((topic) => topic === "let-through"),
        );
        // Nobody approves anything.
        if (!needsSecond) event = after;
        for (const { skipsLine, outflow } of everyMoment(event)) {
          expect(skipsLine).toBe(false);
          expect(outflow).toBeLessThanOrEqual(OUTFLOW_LIMIT);
        }
        const isOver = event.kind === "scheduled" && event.status !== "draft";
        if (isOver) expect(event.afterEvent?.protectedPages).not.toBe("let-through");
      }
    }),
    { numRuns: 5_000 },
  );
});

test("what an act does decides, not where it is done", () => {
  const open: EventInEffect = { ...CLOSED, status: "open" };
  const limit = { outflowLimit: OUTFLOW_LIMIT };
  const through = { ...open, letThrough: true };
  expect(effectsOf(open, through, limit)).toEqual(["lets-everybody-through"]);
  expect(effectsOf(open, { ...open, method: "passthrough" }, limit)).toEqual([
    "lets-everybody-through",
  ]);
  expect(effectsOf({ ...through, inviteOnly: true }, through, limit)).toEqual([
    "lets-everybody-through",
  ]);
  expect(effectsOf(through, { ...through, method: "passthrough" }, limit)).toEqual([]);
  expect(effectsOf(open, { ...open, outflowPerMinute: 1_000 }, limit)).toEqual([]);
  expect(effectsOf(open, { ...open, outflowPerMinute: 1_001 }, limit)).toEqual(["raises-outflow"]);
  expect(effectsOf(open, { ...open, status: "stopped" }, limit)).toEqual(["ends-run"]);
  expect(effectsOf(open, { ...open, endAtMs: 5 }, limit)).toEqual(["ends-run"]);
});

test("what visitors are told anew is an effect, and what is taken back is none", () => {
  const limit = { outflowLimit: OUTFLOW_LIMIT };
  const quiet: EventInEffect = { ...CLOSED, status: "open", messages: [null, null] };
  const told: EventInEffect = { ...quiet, messages: ["Back at ten", null] };
  expect(effectsOf(quiet, told, limit)).toEqual(["tells-visitors"]);
  expect(effectsOf(told, { ...told, messages: ["Back at one", null] }, limit)).toEqual([
    "tells-visitors",
  ]);
  expect(effectsOf(told, told, limit)).toEqual([]);
  expect(effectsOf(told, quiet, limit)).toEqual([]);
});
