import { describe, expect, test } from "vitest";
import { type AlertState, type AlertTiming, decideAlert, happened, resolved } from "./alert-state";

const MINUTE_MS = 60_000;
const AT_ONCE: AlertTiming = { severity: "warning", afterMinutes: 0, groupMinutes: 0, quiet: null };
const NIGHT = { from: "22:00", until: "07:00", timeZone: "UTC" };

/** What is told along a row of [minute, what is so]; "look" only looks. */
function told(
  timing: AlertTiming,
  steps: readonly (readonly [minute: number, act: "happens" | "ends" | "look"])[],
  canResolve = true,
) {
  let state: AlertState | null = null;
  return steps.map(([minute, act]) => {
    const atMs = Date.parse("2026-11-29T12:00:00Z") + minute * MINUTE_MS;
    if (act === "happens") state = happened(state, { canResolve, atMs });
    if (act === "ends" && state !== null) state = resolved(state);
    if (state === null) return "over";
    const step = decideAlert(state, timing, atMs);
    ({ state } = step);
    return step.tell === null ? null : `${step.tell.kind} ${step.tell.count}`;
  });
}

test("what opens is told at once, and that it is over as well", () => {
  const steps = told(AT_ONCE, [
    [0, "happens"],
    [1, "look"],
    [9, "ends"],
    [10, "look"],
  ]);
  expect(steps).toEqual(["opened 1", null, "resolved 1", "over"]);
});

test("what has to last is told only if it has, and its end only if it was told", () => {
  const timing = { ...AT_ONCE, afterMinutes: 15 };
  const brief = told(timing, [
    [0, "happens"],
    [14, "look"],
    [14, "ends"],
    [15, "look"],
  ]);
  expect(brief).toEqual([null, null, null, "over"]);
  const long = told(timing, [
    [0, "happens"],
    [15, "look"],
    [20, "ends"],
  ]);
  expect(long).toEqual([null, "opened 1", "resolved 1"]);
});

describe("grouping", () => {
  const timing = { ...AT_ONCE, groupMinutes: 10 };

  test("tells what only happens once, then with a count, until nothing has happened for that long", () => {
    const steps: Parameters<typeof told>[1] = [
      [0, "happens"],
      [1, "happens"],
      [9, "happens"],
      [10, "look"],
      [19, "look"],
      [20, "look"],
      [21, "look"],
    ];
    expect(told(timing, steps, false)).toEqual([
      ...["opened 1", null, null, "repeated 2", null, null, "over"],
    ]);
  });

  test("holds what flaps, and tells that it is over at once", () => {
    const steps = told(timing, [
      [0, "happens"],
      [1, "ends"],
      [2, "happens"],
      [3, "ends"],
      [4, "happens"],
      [10, "look"],
      [11, "ends"],
      [20, "look"],
      [21, "look"],
    ]);
    expect(steps).toEqual([
      ...["opened 1", "resolved 1", null, null, null, "opened 2", "resolved 1", null, "over"],
    ]);
  });
});

describe("quiet hours", () => {
  const timing = { ...AT_ONCE, quiet: NIGHT };
  const [evening, late, morning] = [600, 660, 1_140];

  test("hold what opens, and tell it in one notice if it is still so", () => {
    const steps = told(timing, [
      [evening, "happens"],
      [late, "happens"],
      [morning, "look"],
      [morning + 1, "ends"],
    ]);
    expect(steps).toEqual([null, null, "opened 2", "resolved 1"]);
    const over = told(timing, [
      [evening, "happens"],
      [late, "ends"],
      [morning, "look"],
    ]);
    expect(over).toEqual([null, null, "over"]);
  });

  test("hold neither what is critical nor that something is over", () => {
    expect(told({ ...timing, severity: "critical" }, [[late, "happens"]])).toEqual(["opened 1"]);
    const steps = told(timing, [
      [0, "happens"],
      [late, "ends"],
    ]);
    expect(steps).toEqual(["opened 1", "resolved 1"]);
  });
});
