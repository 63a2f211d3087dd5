import { describe, expect, test } from "vitest";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { reportCrowd, reportPlaces } from "./report";

const LINE = { outflowPerMinute: 60, holes: [] };

function visitor(index: number, change: Partial<Observation> = {}): Observation {
  return {
    ...newObservation(true, 0),
    numbers: [`1:${index}`],
    queueNumbers: [index],
    firstAskedAtMs: index * 1_000 - 100,
    admittedAtMs: index * 1_000,
    tokenSeconds: [1_000 + index],
    queueIds: new Set([`q${index}`]),
    entered: true,
    ...change,
  };
}

const clean = Array.from({ length: 200 }, (_, index) => visitor(index + 1));
/** The clean crowd with other visitors in place of some. */
const altered = (changes: Readonly<Record<number, Partial<Observation>>>) =>
  clean.map((seen, index) => ({ ...seen, ...changes[index + 1] }));

describe("a clean crowd", () => {
  test("lost nothing, and everybody got in once and in order", () => {
    expect(reportPlaces(clean)).toEqual({ placesLost: 0, doubledNumbers: 0 });
    expect(reportCrowd(clean, LINE)).toMatchObject({
      present: 200,
      admitted: 200,
      neverAdmitted: 0,
      admittedTwice: 0,
      maxSlidingRatio: 1,
      inversions: 0,
      errors: 0,
    });
  });

  test("may hold visitors who joined and never came back", () => {
    const absent = { isPresent: false, entered: false, admittedAtMs: null, firstAskedAtMs: null };
    expect(reportCrowd(altered({ 7: { ...absent, tokenSeconds: [] } }), LINE)).toMatchObject({
      present: 199,
      neverAdmitted: 0,
    });
  });
});

describe("a violation is found:", () => {
  test("a number that changed", () => {
    expect(reportPlaces(altered({ 7: { numbers: ["1:7", "1:1000"] } })).placesLost).toBe(1);
  });

  test("a number that two hold", () => {
    expect(reportPlaces(altered({ 7: { numbers: ["1:8"] } })).doubledNumbers).toBe(1);
  });

  test("the same number of another run is another number", () => {
    expect(reportPlaces(altered({ 7: { numbers: ["2:8"] } })).doubledNumbers).toBe(0);
  });

  test("two admissions of one visitor, and one admission of two visitors", () => {
    const twice = altered({ 7: { queueIds: new Set(["q7", "again"]) } });
    expect(reportCrowd(twice, LINE).admittedTwice).toBe(1);
    const shared = altered({ 7: { queueIds: new Set(["q8"]) } });
    expect(reportCrowd(shared, LINE).admittedTwice).toBe(1);
  });

  test("one token more in a minute", () => {
    const report = reportCrowd(
      altered({ 70: { tokenSeconds: [1_069] }, 130: { tokenSeconds: [1_069] } }),
      LINE,
    );
    expect(report.maxSlidingRatio).toBeGreaterThan(1);
  });

  test("somebody let in before one with a number lower by more than ten seconds who had asked", () => {
    const asked = { firstAskedAtMs: 1_000, admittedAtMs: 60_500 };
    // Until then everybody up to number 60 came in: ten behind 50, eleven behind 49.
    expect(reportCrowd(altered({ 50: asked }), LINE).inversions).toBe(0);
    expect(reportCrowd(altered({ 49: asked }), LINE).inversions).toBe(1);
  });

  test("the same with a hole between: numbers that nobody holds part nobody", () => {
    const asked = { firstAskedAtMs: 1_000, admittedAtMs: 60_500 };
    const holes = [[55, 55]] as const;
    expect(reportCrowd(altered({ 49: asked }), { ...LINE, holes }).inversions).toBe(0);
  });

  test("somebody who came back and was never let in, and what went wrong", () => {
    const report = reportCrowd(altered({ 7: { entered: false, errors: ["500", "500"] } }), LINE);
    expect(report).toMatchObject({ neverAdmitted: 1, errors: 2 });
  });
});
