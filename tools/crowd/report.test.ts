import { expect, test } from "vitest";
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

test("a clean crowd lost nothing, and everybody got in once and in order", () => {
  expect(reportPlaces(clean)).toEqual({ placesLost: 0, doubledNumbers: 0 });
  expect(reportCrowd(clean, LINE)).toMatchObject({
    ...{ present: 200, admitted: 200, neverAdmitted: 0, admittedTwice: 0 },
    ...{ maxSlidingRatio: 1, inversions: 0, errors: 0 },
  });
});

const ABSENT = { isPresent: false, entered: false, admittedAtMs: null, firstAskedAtMs: null };
// Until then everybody up to number 60 came in: ten behind 50, eleven behind 49.
const ASKED = { firstAskedAtMs: 1_000, admittedAtMs: 60_500 };
const LATER = { tokenSeconds: [1_069] };

test.each<[string, Parameters<typeof altered>[0], object]>([
  ["a number that changed", { 7: { numbers: ["1:7", "1:1000"] } }, { placesLost: 1 }],
  ["a number that two hold", { 7: { numbers: ["1:8"] } }, { doubledNumbers: 1 }],
  ["no number of another run", { 7: { numbers: ["2:8"] } }, { doubledNumbers: 0 }],
])("of places %s is found", (_, changes, found) => {
  expect(reportPlaces(altered(changes))).toMatchObject(found);
});

test.each<[string, Parameters<typeof altered>[0], object]>([
  [
    "no violation by visitors who joined and never came back",
    { 7: { ...ABSENT, tokenSeconds: [] } },
    { present: 199, neverAdmitted: 0 },
  ],
  ["two admissions of one", { 7: { queueIds: new Set(["q7", "again"]) } }, { admittedTwice: 1 }],
  ["one admission of two", { 7: { queueIds: new Set(["q8"]) } }, { admittedTwice: 1 }],
  ["nobody let in before one who is ten seconds behind", { 50: ASKED }, { inversions: 0 }],
  ["somebody let in before one with a number lower by more", { 49: ASKED }, { inversions: 1 }],
  [
    "somebody who came back and was never let in, and what went wrong",
    { 7: { entered: false, errors: ["500", "500"] } },
    { neverAdmitted: 1, errors: 2 },
  ],
])("of a crowd %s is found", (_, changes, found) => {
  expect(reportCrowd(altered(changes), LINE)).toMatchObject(found);
});

test("one token more in a minute is found", () => {
  expect(reportCrowd(altered({ 70: LATER, 130: LATER }), LINE).maxSlidingRatio).toBeGreaterThan(1);
});

test("numbers that nobody holds part nobody", () => {
  const holes = [[55, 55]] as const;
  expect(reportCrowd(altered({ 49: ASKED }), { ...LINE, holes }).inversions).toBe(0);
});
