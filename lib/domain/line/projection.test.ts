import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedWaitSeconds } from "./expected-wait";
import { peoplePace } from "./pace";
import { type Outcome, type ProjectedLine, projectLine } from "./projection";

const NOW = Date.UTC(2026, 10, 28, 10);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** 1,200 wait and everybody who was called came: 61.5 s are a minute of the outflow. */
function lineOf(of: Partial<ProjectedLine> = {}): ProjectedLine {
  return {
    atMs: NOW,
    waiting: 1_200,
    joinsPerMinute: 0,
    outflow: [{ fromMs: NOW, perMinute: 120 }],
    shows: { called: 5_000, noShows: 0 },
    seats: null,
    admissionsLeft: null,
    endAtMs: null,
    ...of,
  };
}

function minutesToClear(of: Partial<ProjectedLine>): number {
  const { outcome } = projectLine(lineOf(of));
  return outcome.type === "clears" ? (outcome.atMs - NOW) / MINUTE : Number.NaN;
}

describe("a line clears", () => {
  test("in the middle of what its last visitor is told", () => {
    const shows = { called: 400, noShows: 180 };
    const pace = peoplePace(120, shows);
    const wait = expectedWaitSeconds(1_199, { outflow: 120, pace });
    const told = ((wait?.low ?? 0) + (wait?.high ?? 0)) / 2 / 60;
    expect(minutesToClear({ shows })).toBeCloseTo(told, 0);
  });

  test("sooner the more of those called do not come", () => {
    const with45 = minutesToClear({ shows: { called: 5_000, noShows: 2_250 } });
    expect(minutesToClear({})).toBeGreaterThan(9.5);
    expect(with45).toBeLessThan(0.85 * minutesToClear({}));
  });

  test("later while visitors join", () => {
    expect(minutesToClear({ joinsPerMinute: 60 })).toBeGreaterThan(1.8 * minutesToClear({}));
  });

  test("by the outflow that is planned, and not before it is more than none", () => {
    const outflow = [
      { fromMs: NOW, perMinute: 0 },
      { fromMs: NOW + HOUR, perMinute: 600 },
    ] as const;
    const after = minutesToClear({ outflow });
    expect(after).toBeGreaterThan(60);
    expect(after).toBeLessThan(63);
  });

  test("as visits end, once all seats are taken", () => {
    const seats = { free: 200, each: 2 };
    expect(minutesToClear({ seats })).toBeGreaterThan(25);
    expect(minutesToClear({ seats: { free: 5_000, each: 2 } })).toBe(minutesToClear({}));
  });
});

describe("a line does not clear", () => {
  test("while more join than are let in: it grows", () => {
    const { growsPerMinute, outcome } = projectLine(lineOf({ joinsPerMinute: 320 }));
    expect(growsPerMinute).toBeGreaterThan(190);
    expect(growsPerMinute).toBeLessThan(205);
    expect(outcome).toEqual({ type: "beyond" });
  });

  test("with an outflow of none: it grows by all who join", () => {
    const outflow = [{ fromMs: NOW, perMinute: 0 }] as const;
    const of = { waiting: 0, joinsPerMinute: 30, outflow };
    const beyond = { type: "beyond" };
    expect(projectLine(lineOf(of))).toEqual({
      ...{ growsPerMinute: 30, outcome: beyond, best: beyond, worst: beyond },
    });
  });

  test("before the end: so many are left", () => {
    const endAtMs = NOW + 5 * MINUTE;
    const { outcome } = projectLine(lineOf({ endAtMs }));
    expect(outcome).toMatchObject({ type: "left", by: "end", atMs: endAtMs });
    const left = outcome.type === "left" ? outcome.waiting : 0;
    expect(left).toBeGreaterThan(560);
    expect(left).toBeLessThan(625);
  });

  test("once nothing is left for those who wait, when it runs out or at once", () => {
    const { outcome } = projectLine(lineOf({ admissionsLeft: 240 }));
    expect(outcome).toMatchObject({ type: "left", by: "supply", atMs: NOW + 2 * 61_500 });
    expect(projectLine(lineOf({ admissionsLeft: 0 })).outcome).toEqual({
      ...{ type: "left", by: "supply", atMs: NOW, waiting: 1_200 },
    });
    expect(minutesToClear({ admissionsLeft: 1_201 })).toBe(minutesToClear({}));
  });
});

test("an empty line stays empty while fewer join than are let in", () => {
  const of = { waiting: 0, joinsPerMinute: 80 };
  const empty = { type: "empty" };
  expect(projectLine(lineOf(of))).toEqual({
    ...{ growsPerMinute: 0, outcome: empty, best: empty, worst: empty },
  });
});

describe("what varies makes a range", () => {
  const rangeOf = (of: Partial<ProjectedLine>) => {
    const { best, outcome, worst } = projectLine(lineOf(of));
    return [best, outcome, worst].map((end) =>
      end.type === "clears" ? Math.round((end.atMs - NOW) / MINUTE) : end.type,
    );
  };
  const steady = { least: 1, most: 1 };

  test("of one time where nothing does", () => {
    expect(rangeOf({})).toEqual([10, 10, 10]);
  });

  test("by who of those that wait comes", () => {
    expect(rangeOf({ shows: { called: 400, noShows: 180 } })).toEqual([6, 8, 10]);
  });

  test("by how many join, up to no end", () => {
    const spread = (joinsPerMinute: number) => ({ spread: { joinsPerMinute, slots: steady } });
    expect(rangeOf({ joinsPerMinute: 60, ...spread(10) })).toEqual([16, 19, 24]);
    expect(rangeOf({ joinsPerMinute: 60, ...spread(80) })).toEqual([10, 19, "beyond"]);
  });

  test("by how much of the outflow is admitted, and by what a governor gives back", () => {
    const spread = { joinsPerMinute: 0, slots: { least: 0.5, most: 2 } };
    expect(rangeOf({ spread })).toEqual([5, 10, 20]);
  });
});

test("a projection always comes to an end, never before now, and more outflow never clears later", () => {
  const lines = fc.record({
    waiting: fc.nat(1_000_000),
    joinsPerMinute: fc.nat(20_000),
    shows: fc.nat(1_000).map((noShows) => ({ called: 1_000, noShows })),
    seats: fc.option(
      fc.record({ free: fc.nat(1_000), each: fc.double({ min: 0.01, max: 60, noNaN: true }) }),
    ),
    admissionsLeft: fc.option(fc.nat(100_000)),
    endAtMs: fc.option(fc.integer({ min: NOW, max: NOW + 48 * HOUR })),
    spread: fc.record({
      joinsPerMinute: fc.nat(5_000),
      slots: fc.record({
        least: fc.double({ min: 0.25, max: 1, noNaN: true }),
        most: fc.double({ min: 1, max: 4, noNaN: true }),
      }),
    }),
  });
  const momentOf = (line: Partial<ProjectedLine>, perMinute: number) => {
    const outflow = [{ fromMs: NOW, perMinute }] as const;
    return atMsOf(projectLine(lineOf({ ...line, outflow })).outcome);
  };
  const atMsOf = (outcome: Outcome) => {
    if (outcome.type === "empty") return NOW;
    return outcome.type === "clears" ? outcome.atMs : Number.POSITIVE_INFINITY;
  };
  fc.assert(
    fc.property(lines, fc.nat(20_000), (line, perMinute) => {
      const atMs = momentOf(line, perMinute);
      expect(atMs).toBeGreaterThanOrEqual(NOW);
      const outflow = [{ fromMs: NOW, perMinute }] as const;
      const free = projectLine(lineOf({ ...line, outflow, admissionsLeft: null }));
      expect(atMsOf(free.best)).toBeLessThanOrEqual(atMsOf(free.outcome) + 1);
      expect(atMsOf(free.worst)).toBeGreaterThanOrEqual(atMsOf(free.outcome) - 1);
      expect(momentOf({ ...line, admissionsLeft: null }, 2 * perMinute)).toBeLessThanOrEqual(
        momentOf({ ...line, admissionsLeft: null }, perMinute) + 1,
      );
    }),
  );
});
