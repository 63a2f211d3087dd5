import { describe, expect, test } from "vitest";
import { type EditedEvent, editSchedules } from "./edit";
import { comingPeriods, nextOpening, occurrenceOf } from "./occurrence";
import type { Schedule } from "./schedule";

const DAY = "2026-11-23";
const at = (time: string) => Date.parse(`${DAY}T${time}Z`);
const OWN = {
  outflowPerMinute: 60,
  method: "fifo",
  activeCap: null,
  lineLimit: null,
  targetUrl: "https://shop.example/",
} as const;

function once(from: string, to: string, changes: Partial<Schedule> = {}): Schedule {
  return {
    ...{ id: "night", name: "Night", preQueueMinutes: 10, overrides: { outflowPerMinute: 6 } },
    timing: {
      kind: "once",
      startLocal: `${DAY}T${from}`,
      endLocal: `${DAY}T${to}`,
      timeZone: "UTC",
    },
    ...changes,
  };
}

const NIGHT = once("09:00", "10:00");
const LATE = once("12:00", "13:00", { id: "late", name: "Late", overrides: {} });

/** An event whose run was opened for “Night”. */
function event(status: EditedEvent["status"], changes: Partial<EditedEvent> = {}): EditedEvent {
  return {
    ...{ kind: "scheduled", status, schedules: [NIGHT], timeZone: "UTC", own: OWN },
    ...{ startAtMs: at("09:00"), endAtMs: at("10:00"), preQueueMinutes: 10, changedAtMs: 0 },
    occurrence: { schedule: NIGHT, startAtMs: at("09:00"), endAtMs: at("10:00") },
    ...changes,
  };
}

type Asked = {
  readonly of: EditedEvent;
  readonly now: string;
  readonly to: readonly Schedule[];
};

/** What an edit comes to: why it is refused, or the times, the outflow and what is said. */
function outcome({ of, now, to }: Asked) {
  const edit = editSchedules(of, { schedules: to, own: of.own }, at(now));
  if (edit.isRefused) return edit.reason;
  const after = { ...of, schedules: to, ...edit.times };
  const { overrides } = occurrenceOf(after)?.schedule ?? { overrides: OWN };
  const told = (atMs: number | null) =>
    atMs === null ? null : new Date(atMs).toISOString().slice(11, 16);
  return {
    run: `${told(after.startAtMs)}-${told(after.endAtMs)} at ${overrides.outflowPerMinute ?? 60}`,
    said: edit.effects,
  };
}

const run = (text: string, ...said: string[]) => ({ run: text, said });
const told = (what: string, is: string, was: string) =>
  `The current run ${what} at ${DAY} ${is} (UTC) instead of ${DAY} ${was} (UTC).`;
const STOP_FIRST = expect.stringMatching(/stop the event first/);
const OVERLAPS = expect.stringMatching(/ends at .*would start before/);
const SECONDS = expect.stringMatching(/about to start|is ending/);

/** Fields of a schedule, each changed once. */
const EDITS = {
  name: [once("09:00", "10:00", { name: "Evening" })],
  "later end": [once("09:00", "10:30")],
  "earlier end": [once("09:00", "09:40")],
  "end that has passed": [once("09:00", "09:10")],
  "later start": [once("09:40", "10:00")],
  "start after the end": [once("11:00", "11:30")],
  zone: [
    once("09:00", "10:00", {
      timing: {
        kind: "once",
        startLocal: `${DAY}T09:00`,
        endLocal: `${DAY}T10:00`,
        timeZone: "Atlantic/Azores",
      },
    }),
  ],
  "pre-queue": [once("09:00", "10:00", { preQueueMinutes: 2 })],
  overrides: [once("09:00", "10:00", { overrides: { outflowPerMinute: 12 } })],
  "no overrides": [once("09:00", "10:00", { overrides: {} })],
  removed: [],
  "another beside it": [NIGHT, LATE],
  "removed, another is left": [LATE],
} satisfies Record<string, readonly Schedule[]>;

type Cells = Readonly<Record<keyof typeof EDITS, unknown>>;

const SAME = run("09:00-10:00 at 6");
const raised = (to: number) =>
  run(
    `09:00-10:00 at ${to}`,
    `Immediately: outflow ${to} per minute instead of outflow 6 per minute.`,
  );
const later = (from: string, to: string, preQueue: string, at = 6) =>
  run(
    `${from}-${to} at ${at}`,
    told("opens its pre-queue", preQueue, "08:50"),
    told("starts", from, "09:00"),
    ...(to === "10:00" ? [] : [told("ends", to, "10:00")]),
    ...(at === 6 ? [] : [`Immediately: outflow ${at} per minute instead of outflow 6 per minute.`]),
  );

const BEFORE: Cells = {
  name: SAME,
  "later end": run("09:00-10:30 at 6", told("ends", "10:30", "10:00")),
  "earlier end": run("09:00-09:40 at 6", told("ends", "09:40", "10:00")),
  "end that has passed": run("09:00-09:10 at 6", told("ends", "09:10", "10:00")),
  "later start": later("09:40", "10:00", "09:30"),
  "start after the end": later("11:00", "11:30", "10:50"),
  zone: later("10:00", "11:00", "09:50"),
  "pre-queue": run("09:00-10:00 at 6", told("opens its pre-queue", "08:58", "08:50")),
  overrides: raised(12),
  "no overrides": raised(60),
  removed: STOP_FIRST,
  "another beside it": SAME,
  "removed, another is left": later("12:00", "13:00", "11:50", 60),
};

const RUNNING: Cells = {
  name: SAME,
  "later end": run("09:00-10:30 at 6", told("ends", "10:30", "10:00")),
  "earlier end": run("09:00-09:40 at 6", told("ends", "09:40", "10:00")),
  "end that has passed": expect.stringMatching(/would already have ended/),
  "later start": OVERLAPS,
  "start after the end": SAME,
  zone: OVERLAPS,
  "pre-queue": SAME,
  overrides: raised(12),
  "no overrides": raised(60),
  removed: SAME,
  "another beside it": SAME,
  "removed, another is left": SAME,
};

function mapAll(cell: unknown): Cells {
  return Object.fromEntries(Object.keys(EDITS).map((edit) => [edit, cell])) as Cells;
}

/** Nothing is open: only what it would be opened with changes. */
const CLOSED: Cells = {
  ...mapAll(SAME),
  overrides: run("09:00-10:00 at 12"),
  "no overrides": run("09:00-10:00 at 60"),
};

/** Nobody can say whether it is before or after. */
const WITHIN_SECONDS = {
  "later end": SECONDS,
  "earlier end": SECONDS,
  "end that has passed": SECONDS,
};
const STATES: Readonly<Record<string, { of: EditedEvent; now: string; cells: Cells }>> = {
  countdown: { of: event("open"), now: "08:10:00", cells: BEFORE },
  "pre-queue": { of: event("open"), now: "08:55:00", cells: BEFORE },
  "very second of the start": {
    of: event("open"),
    now: "08:59:59.900",
    cells: {
      ...RUNNING,
      ...WITHIN_SECONDS,
      ...{ "later start": SECONDS, "start after the end": SECONDS, zone: SECONDS },
      ...{ removed: SECONDS, "removed, another is left": SECONDS },
    },
  },
  running: { of: event("open"), now: "09:20:00", cells: RUNNING },
  "very second of the end": {
    of: event("open"),
    now: "10:00:00",
    cells: { ...RUNNING, ...WITHIN_SECONDS, "later start": SAME, zone: SAME },
  },
  stopped: {
    of: event("stopped"),
    now: "09:20:00",
    cells: {
      ...CLOSED,
      removed: run(
        "09:00-10:00 at 60",
        "Without the schedule, the event opens only manually, with outflow 60 per minute instead of outflow 6 per minute.",
      ),
    },
  },
  ended: {
    of: event("stopped"),
    now: "10:00:10",
    cells: {
      ...CLOSED,
      removed: expect.objectContaining({ run: "09:00-10:00 at 60" }),
      "later start": expect.objectContaining({ run: "09:00-10:00 at 60" }),
    },
  },
  draft: {
    of: event("draft"),
    now: "08:10:00",
    cells: {
      ...mapAll(SAME),
      "later end": run("09:00-10:30 at 6"),
      "earlier end": run("09:00-09:40 at 6"),
      "end that has passed": run("09:00-09:10 at 6"),
      "later start": run("09:40-10:00 at 6"),
      "start after the end": run("11:00-11:30 at 6"),
      zone: run("10:00-11:00 at 6"),
      overrides: run("09:00-10:00 at 12"),
      "no overrides": run("09:00-10:00 at 60"),
      removed: expect.objectContaining({ run: "09:00-10:00 at 60" }),
      "removed, another is left": run("12:00-13:00 at 60"),
    },
  },
};

describe.each(Object.entries(STATES))("in the state “%s”", (_state, { of, now, cells }) => {
  test.each(Object.entries(EDITS))("an edit of “%s” does what it says", (edit, to) => {
    expect(outcome({ of, now, to })).toEqual(cells[edit as keyof typeof EDITS]);
  });
});

describe("an event that is always on", () => {
  const holding = event("open", {
    ...{ kind: "always-on", startAtMs: null, endAtMs: null, occurrence: null },
    changedAtMs: at("09:10"),
  });

  test.each([
    ["its start moves", once("09:40", "10:00"), ["outflow 60", "outflow 6 "]],
    ["its outflow changes", EDITS.overrides[0], ["outflow 12", "outflow 6 "]],
    ["its end moves", once("09:00", "11:00"), null],
  ])("says what is in force at once when %s", (_what, schedule, expected) => {
    const edit = editSchedules(
      holding,
      { schedules: schedule === undefined ? [] : [schedule], own: OWN },
      at("09:20"),
    );
    if (edit.isRefused) throw new Error(edit.reason);
    expect(edit.times).toBeNull();
    if (expected === null) expect(edit.effects).toEqual([]);
    for (const part of expected ?? []) expect(edit.effects.join()).toContain(part);
  });
});

describe("a run with times of its own", () => {
  const own = { schedules: [], occurrence: null };

  test("takes no schedule that would start before its end, and none at all where it has no end", () => {
    const ending = event("open", own);
    expect(outcome({ of: ending, now: "09:20:00", to: [once("09:50", "11:00")] })).toEqual(
      OVERLAPS,
    );
    expect(outcome({ of: ending, now: "09:20:00", to: [LATE] })).toEqual(run("09:00-10:00 at 60"));
    const endless = event("open", { ...own, endAtMs: null });
    expect(outcome({ of: endless, now: "09:20:00", to: [LATE] })).toMatch(/has no end/);
  });

  test("follows the schedules that it gets before its start", () => {
    expect(outcome({ of: event("open", own), now: "08:10:00", to: [LATE] })).toMatchObject({
      run: "12:00-13:00 at 60",
    });
  });
});

test("a run keeps its end when it moved past what its schedule says now, and nothing else begins before", () => {
  const kept = event("open", { schedules: [LATE] });
  const early = once("09:55", "11:00", { id: "early", name: "Early" });
  expect(outcome({ of: kept, now: "09:20:00", to: [early, LATE] })).toEqual(OVERLAPS);
  expect(outcome({ of: kept, now: "09:20:00", to: [LATE] })).toEqual(SAME);
});

test("an occurrence that somebody stopped is skipped, and one of another schedule at the same time is not", () => {
  const stopped = event("stopped", { schedules: [NIGHT, LATE] });
  expect(nextOpening(stopped, at("08:10"))?.period.schedule.id).toBe("late");
  expect(comingPeriods(stopped, at("08:10"), 3).map(({ schedule }) => schedule.id)).toEqual([
    "late",
  ]);
  const again = { ...stopped, schedules: [{ ...NIGHT, id: "again" }] };
  expect(nextOpening(again, at("08:10"))?.period.schedule.id).toBe("again");
  // The version before kept the start alone.
  const former = { ...stopped, occurrence: null };
  expect(nextOpening(former, at("08:10"))?.period.schedule.id).toBe("late");
});

test("a draft whose schedule is cut to be over is opened no longer than that schedule says", () => {
  const to = EDITS["end that has passed"];
  expect(outcome({ of: event("draft"), now: "09:20:00", to })).toEqual(run("09:00-09:10 at 6"));
});

describe("the occurrence of a run that kept none", () => {
  const run = (endAtMs: number | null) => event("open", { occurrence: null, endAtMs });

  test("is the one with its start and end, as the version before opened it", () => {
    expect(occurrenceOf(run(at("10:00")))).toMatchObject({ endAtMs: at("10:00") });
  });

  test("is none where its own times only begin with a schedule: they end as they say", () => {
    expect(occurrenceOf(run(at("12:30")))).toBeNull();
    expect(occurrenceOf(run(null))).toBeNull();
  });
});

test("an always-on event that a pre-queue holds at once says so, and says it once", () => {
  const own = { ...event("open"), kind: "always-on", startAtMs: null, occurrence: null } as const;
  const edited = { ...own, schedules: [], changedAtMs: at("08:00") };
  const into = { of: edited, now: "08:55", to: [NIGHT] };
  const held = `Immediately: nobody is admitted before ${DAY} 09:00 (UTC).`;
  expect(outcome(into)).toMatchObject({ said: [expect.any(String), held] });
  const inIt = { ...edited, schedules: [NIGHT], changedAtMs: at("08:55") };
  expect(outcome({ of: inIt, now: "08:56", to: [NIGHT, LATE] })).toMatchObject({ said: [] });
});
