import { expect, test } from "vitest";
import { EMPTY_FOR_MS, lineChanges, UNSEEN } from "./line-changes";

const CALM = {
  ...{ lineTimeMs: 1_000_000, waiting: 0, stock: null, governedOutflow: null, setOutflow: 600 },
  ...{ holdUntilMs: 0, clockJumpMs: null, numbered: 0, lineLimit: 0, challenges: null },
};

/** What is told along a row of looks, each with how long nobody has waited. */
function told(
  looks: readonly (Partial<typeof CALM> & { readonly emptyForMs?: number })[] | readonly object[],
) {
  let watched = UNSEEN;
  return looks.map((look) => {
    const { emptyForMs = 0, ...line } = { ...CALM, ...look } as typeof CALM & {
      emptyForMs?: number;
    };
    const after = lineChanges(watched, line, emptyForMs);
    watched = after.watched;
    return after.changes.map(({ type }) => type);
  });
}

test("queueing begins with the first who waits, and ends once nobody has for a minute", () => {
  const looks = [
    {},
    { waiting: 3 },
    { waiting: 9_000 },
    { emptyForMs: 0 },
    { waiting: 1 },
    { emptyForMs: EMPTY_FOR_MS - 1 },
    { emptyForMs: EMPTY_FOR_MS },
    { emptyForMs: 2 * EMPTY_FOR_MS },
  ];
  expect(told(looks)).toEqual([
    ...[[], ["event.queueing_started"], [], [], [], [], ["event.queueing_ended"], []],
  ]);
});

test("stock and governor are told of when they change, and only then", () => {
  const looks = [
    { stock: 5 },
    { stock: 0, governedOutflow: 600 },
    { stock: 0, governedOutflow: 300 },
    { stock: 2, governedOutflow: 300 },
    { governedOutflow: 450 },
    {},
  ];
  expect(told(looks)).toEqual([
    [],
    ["event.sold_out"],
    ["event.outflow_governed"],
    ["event.back_in_stock"],
    ["event.outflow_governed"],
    ["event.outflow_governed"],
  ]);
});

test("while a line recovers, nothing else is told of it", () => {
  const looks = [
    { waiting: 5 },
    { holdUntilMs: 1_000_001, waiting: 0, stock: 0, emptyForMs: 10 * EMPTY_FOR_MS },
    { clockJumpMs: 5 },
    { waiting: 5 },
  ];
  expect(told(looks)).toEqual([
    ["event.queueing_started"],
    ["event.recovering"],
    [],
    ["event.recovered"],
  ]);
});

test("a line that is full says so once, until it has room for more than one", () => {
  const looks = [
    { numbered: 99, lineLimit: 100 },
    { numbered: 100, lineLimit: 100 },
    { numbered: 99, lineLimit: 100 },
    { numbered: 100, lineLimit: 100 },
    { numbered: 97, lineLimit: 100 },
    { numbered: 97, lineLimit: 50 },
    { numbered: 97, lineLimit: 0 },
  ];
  expect(told(looks)).toEqual([
    ...[[], ["event.full"], [], [], ["event.has_room"], ["event.full"], ["event.has_room"]],
  ]);
});

test("challenges are many by number and share, and few again well below that", () => {
  const looks = [
    { challenges: { arrivals: 60, challenged: 49 } },
    { challenges: { arrivals: 1_000, challenged: 290 } },
    { challenges: { arrivals: 1_000, challenged: 300 } },
    { challenges: null },
    { challenges: { arrivals: 1_000, challenged: 150 } },
    { challenges: { arrivals: 1_000, challenged: 140 } },
  ];
  expect(told(looks)).toEqual([
    ...[[], [], ["event.challenges_high"], ["event.challenges_normal"], [], []],
  ]);
});

test("a clock that jumped is told of once in a recovery, and a moment's difference never", () => {
  const looks = [
    { clockJumpMs: 4_000 },
    { clockJumpMs: -3_600_000 },
    { clockJumpMs: -3_600_000 },
    {},
    { holdUntilMs: 1_000_001 },
  ];
  expect(told(looks)).toEqual([
    ["event.recovering"],
    ["event.clock_jumped"],
    [],
    ["event.recovered"],
    ["event.recovering"],
  ]);
});
