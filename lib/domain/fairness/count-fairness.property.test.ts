import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairnessCount } from "./count-fairness";
import {
  type FairnessAdmission,
  type FairnessFigures,
  type FairnessInputs,
  MINUTE_MS,
  WAIT_BOUNDS,
} from "./figures";

const START_MINUTE = 30_000_000;
const START_MS = START_MINUTE * MINUTE_MS;
const newDigest = () => createHash("sha256");

/** The same figures by looking at everything again and again, as one would by hand. */
function byHand(all: readonly FairnessAdmission[], inputs: FairnessInputs): FairnessFigures {
  const of = (type: string) =>
    all.filter(({ redirectType, renewal }) => renewal === 0 && redirectType === type).length;
  const known = ["queue", "safetynet", "disabled", "afterevent", "bypass"];
  const slots = all.filter(({ redirectType }) => ["queue", "safetynet"].includes(redirectType));
  const firsts = slots.filter(({ renewal }) => renewal === 0);
  const fromLine = firsts.filter(({ redirectType }) => redirectType === "queue");
  const line = fromLine.filter(({ isOutOfTurn }) => !isOutOfTurn);
  const outOfTurn = fromLine.length - line.length;
  const names = firsts.map(({ lane, queueNumber }) => `${lane}:${queueNumber}`);
  const renewals = all.filter(({ renewal }) => renewal > 0).length;
  return {
    rows: all.length,
    totals: {
      line: line.length,
      straightIn: of("safetynet"),
      notHeld: of("disabled"),
      afterEvent: of("afterevent"),
      staffLink: of("bypass"),
      renewals,
      other: all.length - renewals - known.reduce((sum, type) => sum + of(type), 0),
      ...(outOfTurn > 0 ? { outOfTurn } : {}),
    },
    fullestMinute: fullestByHand(slots, inputs),
    order: orderByHand(line, inputs),
    numbersTwice: names.length - new Set(names).size,
    waits: waitsByHand(line, inputs),
  };
}

function allowedByHand(atMs: number, { outflow, safetyNetPerMinute }: FairnessInputs) {
  if (outflow.length === 0) return null;
  const now = Math.floor(atMs / MINUTE_MS);
  const inForce = [now - 2, now - 1, now].map((minute) => {
    const before = outflow.filter(([at]) => at <= minute).at(-1);
    return (before ?? outflow[0])?.[1] ?? 0;
  });
  return Math.max(1, safetyNetPerMinute, ...inForce);
}

function fullestByHand(slots: readonly FairnessAdmission[], inputs: FairnessInputs) {
  const windows = slots.flatMap(({ admittedAtMs: atMs }, index) => {
    const allowed = allowedByHand(atMs, inputs);
    const admitted = slots
      .slice(0, index + 1)
      .filter((one) => one.admittedAtMs > atMs - MINUTE_MS).length;
    return allowed === null ? [] : [{ admitted, allowed, atMs }];
  });
  const exact = (one: (typeof windows)[number]) => one.admitted / one.allowed;
  const [largest] = windows.toSorted((a, b) => exact(b) - exact(a) || a.atMs - b.atMs);
  if (largest === undefined) return null;
  return { ratio: Math.round(exact(largest) * 10_000) / 10_000, ...largest };
}

function orderByHand(line: readonly FairnessAdmission[], inputs: FairnessInputs) {
  const behind = line.map(({ lane, queueNumber, admittedAtMs }, index) => {
    const before = line.slice(0, index).filter((one) => one.lane === lane);
    const highest = Math.max(0, ...before.map((one) => one.queueNumber));
    const window = Math.ceil((allowedByHand(admittedAtMs, inputs) ?? 0) / 6);
    return { by: Math.max(0, highest - queueNumber), window };
  });
  return {
    afterHigher: behind.filter(({ by }) => by > 0).length,
    inversions: behind.filter(({ by, window }) => by > window).length,
    furthest: Math.max(0, ...behind.map(({ by }) => by)),
  };
}

function waitsByHand(line: readonly FairnessAdmission[], inputs: FairnessInputs) {
  const minutes = line.map(({ lane, queueNumber, admittedAtMs }) => {
    const held = inputs.lanes.find((one) => one.lane === lane);
    const inHole = (number: number) =>
      held?.holes.some(([first, last]) => number >= first && number <= last) ?? false;
    const numbers: number[] = [];
    for (let number = 1; number <= queueNumber; number += 1) {
      if (!inHole(number)) numbers.push(number);
    }
    const minutesOfRanks = held?.joins.flatMap(([minute, count]) =>
      new Array<number>(count).fill(minute),
    );
    const minute = minutesOfRanks?.[numbers.length - 1];
    if (minute === undefined || numbers.length === 0 || inHole(queueNumber)) return null;
    const since = Math.max(inputs.startMs, minute * MINUTE_MS + MINUTE_MS / 2);
    return Math.max(0, Math.floor((admittedAtMs - since) / MINUTE_MS));
  });
  const known = minutes.filter((one) => one !== null).toSorted((a, b) => a - b);
  const quantile = (share: number) =>
    known[Math.max(0, Math.ceil(share * known.length) - 1)] ?? null;
  const bounds = [0, ...WAIT_BOUNDS, Number.POSITIVE_INFINITY];
  return {
    known: known.length,
    unknown: minutes.length - known.length,
    counts: bounds
      .slice(0, -1)
      .map((from, at) => known.filter((one) => one >= from && one < (bounds[at + 1] ?? 0)).length),
    medianMinutes: quantile(0.5),
    slowestTenthMinutes: quantile(0.9),
    longestMinutes: quantile(1),
  };
}

const type = fc.constantFrom("queue", "queue", "queue", "safetynet", "bypass", "disabled", "odd");
const row = fc.record({
  admittedAtMs: fc.integer({ min: 0, max: 6 * MINUTE_MS }).map((ms) => START_MS + ms),
  lane: fc.integer({ min: 0, max: 2 }),
  queueNumber: fc.integer({ min: 1, max: 60 }),
  renewal: fc.constantFrom(0, 0, 0, 1),
  redirectType: type,
  queueId: fc.constantFrom("a", "b", "c"),
  isNext: fc.constantFrom(false, false, true),
});
// Nobody is admitted next but from the line, and once.
const admission = row.map(({ isNext, ...one }) => ({
  ...one,
  isOutOfTurn: isNext && one.redirectType === "queue" && one.renewal === 0,
}));

const byMinute = (max: number) =>
  fc
    .uniqueArray(fc.integer({ min: -3, max: 6 }), { maxLength: 8 })
    .chain((minutes) =>
      fc.tuple(
        ...minutes
          .toSorted((a, b) => a - b)
          .map((minute) =>
            fc.integer({ min: 0, max }).map((value) => [START_MINUTE + minute, value] as const),
          ),
      ),
    );

const inputs: fc.Arbitrary<FairnessInputs> = fc.record({
  startMs: fc.constantFrom(START_MS - 5 * MINUTE_MS, START_MS, START_MS + 90_000),
  outflow: byMinute(90),
  safetyNetPerMinute: fc.constantFrom(0, 0, 12),
  lanes: fc
    .tuple(byMinute(20), byMinute(20))
    .map((lanes) =>
      lanes.map((joins, lane) => ({ lane, joins, holes: lane === 0 ? [] : [[5, 9] as const] })),
    ),
});

function textOrder(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function inOrder(all: readonly FairnessAdmission[]): FairnessAdmission[] {
  return all.toSorted(
    (a, b) =>
      a.admittedAtMs - b.admittedAtMs ||
      a.lane - b.lane ||
      a.queueNumber - b.queueNumber ||
      a.renewal - b.renewal ||
      textOrder(a.redirectType, b.redirectType) ||
      textOrder(a.queueId, b.queueId),
  );
}

function count(all: readonly FairnessAdmission[], given: FairnessInputs) {
  const counting = new FairnessCount(given, { newDigest, stepMs: 1_000 });
  for (const one of all) counting.add(one);
  return counting.read();
}

const NOTHING: FairnessInputs = {
  ...{ startMs: START_MS, outflow: [], safetyNetPerMinute: 0, lanes: [] },
};
const one = (admittedAtMs: number, queueNumber: number): FairnessAdmission => ({
  ...{ admittedAtMs, queueNumber, lane: 0, renewal: 0, redirectType: "queue", queueId: "x" },
  isOutOfTurn: false,
});

describe("the figures of a run", () => {
  test("are those that one would count by hand, whatever came in", () => {
    fc.assert(
      fc.property(fc.array(admission, { maxLength: 80 }), inputs, (all, given) => {
        const sorted = inOrder(all);
        expect(count(sorted, given).figures).toEqual(byHand(sorted, given));
      }),
      { numRuns: 300 },
    );
  });

  test("one whom an operator admits next overtakes nobody, and has a figure of its own", () => {
    const next = { ...one(START_MS, 5_000), isOutOfTurn: true };
    const { figures } = count([next, one(START_MS + 1, 1), one(START_MS + 2, 2)], NOTHING);
    expect(figures).toMatchObject({
      totals: { line: 2, outOfTurn: 1 },
      order: { afterHigher: 0, inversions: 0, furthest: 0 },
      waits: { unknown: 2 },
    });
  });

  test("60 seconds do not hold who came in exactly 60 seconds before", () => {
    const given = { ...NOTHING, outflow: [[START_MINUTE - 5, 1] as const] };
    const apart = count([one(START_MS, 1), one(START_MS + MINUTE_MS, 2)], given).figures;
    const within = count([one(START_MS, 1), one(START_MS + MINUTE_MS - 1, 2)], given).figures;
    expect([apart.fullestMinute?.ratio, within.fullestMinute?.ratio]).toEqual([1, 2]);
  });

  test("numbers that skip a million are remembered, and those that lie too far apart are said to be unknown", () => {
    const skipped = [1, 2, 1_000_003, 2_000_004, 1_000_003].map((number, at) =>
      one(START_MS + at, number),
    );
    expect(count(skipped, NOTHING).figures.numbersTwice).toBe(1);
    const scattered = Array.from({ length: 32_769 }, (_, at) => one(START_MS + at, at * 8_192));
    expect(count(scattered, NOTHING).figures.numbersTwice).toBeNull();
  });
});

describe("the commitment to the admissions", () => {
  const changed = fc.constantFrom("queueId", "queueNumber", "lane", "renewal", "redirectType");

  test("is another one for any row that is changed, deleted, inserted or moved, and names its step", () => {
    const rows = fc.array(admission, { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.nat(), changed, (all, at, field) => {
        const sorted = inOrder(all);
        const index = at % sorted.length;
        const row = sorted[index];
        if (row === undefined) throw new Error("There is a row.");
        const other = typeof row[field] === "number" ? 99 : "another";
        const variants = [
          sorted.with(index, { ...row, [field]: other }),
          sorted.with(index, { ...row, isOutOfTurn: !row.isOutOfTurn }),
          sorted.toSpliced(index, 1),
          sorted.toSpliced(index, 0, { ...row, queueId: "inserted" }),
          sorted.with(index, { ...row, admittedAtMs: row.admittedAtMs + 7 * MINUTE_MS }),
        ];
        const { commitment } = count(sorted, NOTHING);
        for (const variant of variants) {
          const found = count(inOrder(variant), NOTHING).commitment;
          expect(found.digest).not.toBe(commitment.digest);
          const step = Math.floor(row.admittedAtMs / 1_000);
          const told = commitment.steps.find(([name]) => name === step);
          expect(found.steps.find(([name]) => name === step)).not.toEqual(told);
        }
      }),
      { numRuns: 100 },
    );
  });
});
