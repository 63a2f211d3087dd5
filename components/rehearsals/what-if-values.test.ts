import { describe, expect, test } from "vitest";
import { inputOf, newWhatIf } from "./what-if-values";

describe("a new what-if", () => {
  test("of no event is a sale at 600 a minute to which three times as many come", () => {
    expect(inputOf(newWhatIf(undefined))).toMatchObject({
      ...{ eventId: null, name: "Simulation", change: null },
      arrivals: { kind: "curve", shape: "rush", peakPerMinute: 1_800, minutes: 60 },
      plan: { order: "fifo", outflow: [{ fromMinute: 0, perMinute: 600 }], site: null },
    });
  });

  test("is compared with half as much again once a change is asked for", () => {
    const values = { ...newWhatIf(undefined), hasChange: true };
    expect(inputOf(values).change).toMatchObject({ outflow: [{ fromMinute: 0, perMinute: 900 }] });
  });
});

test.each([
  ["file", { kind: "file", name: "pasted lines", text: "1,2" }],
  ["run", { kind: "run", run: 12 }],
] as const)(
  "of the ways in which visitors arrive only the chosen one is sent: %s",
  (kind, sent) => {
    const values = newWhatIf(undefined);
    const arrivals = { ...values.arrivals, kind, text: "1,2", run: "12" };
    expect(inputOf({ ...values, arrivals }).arrivals).toEqual(sent);
  },
);

test("what was emptied is refused at its field, but for what may be empty", () => {
  const values = newWhatIf(undefined);
  const plan = { ...values.plan, opensAfterMinutes: null, site: { people: 50, minutes: null } };
  const sent = inputOf({ ...values, plan, uncertaintyPercent: null });
  expect(sent).toMatchObject({ uncertaintyPercent: Number.NaN });
  expect(sent.plan).toMatchObject({
    ...{ opensAfterMinutes: Number.NaN, patienceMinutes: null },
    site: { people: 50, minutes: Number.NaN },
  });
});
