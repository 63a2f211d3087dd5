import { describe, expect, test } from "vitest";
import { editSchedules, type ScheduleEdit } from "@/lib/domain/schedule/edit";
import { type EditRule, simulateScheduleEdits } from "./schedule-edits";

type Accepted = Extract<ScheduleEdit, { isRefused: false }>;

/** The rule with a fault in what it accepts. */
const faulty =
  (fault: (edit: Accepted) => Accepted): EditRule =>
  (...asked) => {
    const edit = editSchedules(...asked);
    return edit.isRefused ? edit : fault(edit);
  };

const FAULTS: Readonly<Record<string, EditRule>> = {
  "the run keeps its old end": (event, edited, nowMs) => {
    const edit = editSchedules(event, edited, nowMs);
    const isRunning = event.status === "open" && (event.startAtMs ?? nowMs) <= nowMs;
    if (edit.isRefused || edit.times === null || !isRunning) return edit;
    return { ...edit, times: { ...edit.times, endAtMs: event.endAtMs } };
  },
  "a moved start loses its overrides": faulty((edit) => ({
    ...edit,
    times: edit.times === null ? null : { ...edit.times, occurrence: null },
  })),
  "a removed schedule leaves its times": (...asked) => {
    const edit = editSchedules(...asked);
    return edit.isRefused ? { isRefused: false, times: null, effects: [] } : edit;
  },
  "nothing is said": faulty((edit) => ({ ...edit, effects: [] })),
};

describe("edited schedules", () => {
  test("do what is shown", () => {
    const figures = simulateScheduleEdits({ seed: 2, edits: 80 });
    expect(figures).toMatchObject({ shownDiffersFromDone: 0, firstDifference: null });
    expect(figures.edits).toBeGreaterThanOrEqual(80);
    expect(figures.startsWatched).toBeGreaterThan(0);
  });

  test.each(Object.entries(FAULTS))("are found out where %s", (_fault, rule) => {
    const figures = simulateScheduleEdits({ seed: 1, edits: 240, rule, endsAtFirst: true });
    expect(figures.shownDiffersFromDone).toBeGreaterThan(0);
  });
});
