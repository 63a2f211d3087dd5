import { expect, test } from "vitest";
import type { LaneState, StandingLine } from "@/lib/line/scripts/line-state";
import { testSettings } from "@/test/line";
import { LineMemory } from "./line-memory";

const lane = (servingNumber: number, holes: LaneState["holes"] = []): LaneState => {
  const counts = { lastNumber: 100, waiting: 0, present: 0, draw: { interval: 0, chance: 0 } };
  return {
    ...counts,
    ...{ left: 0, removed: 0 },
    servingNumber,
    keptLastNumber: 0,
    noShows: "",
    holes,
    holesText: "",
    speedSoon: null,
  };
};

const state = (...lanes: [LaneState, ...LaneState[]]): StandingLine => ({
  ...{ runId: 1, settingsVersion: 1, losses: 0, admittedLastMinute: 0, joined: 0, admitted: 0 },
  ...{
    admittedOutsideCap: 0,
    holdUntilMs: 0,
    seatsTaken: 0,
    governedOutflow: null,
    outflowPerMinute: 60,
    stock: null,
    soldOut: 0,
    challenged: 0,
  },
  ...{ grants: null, drawOpensAtMs: 0, drawFreeze: "", waiting: 0, present: 0 },
  ...{
    unknownSeats: 0,
    figuresPart: 0,
    clockJumpMs: null,
    copyAtMs: null,
    limits: "",
    limitsVersion: 0,
    limitsAtMs: 0,
  },
  lanes,
});

const seen = (memory: LineMemory) => [0, 1, 2].map((index) => memory.seen(index).seenNumber);
const serving = (memory: LineMemory) => [0, 1, 2].map((index) => memory.servingNumber(index));

test("each lane has its own highest number, in whatever order numbers are shown", () => {
  const memory = new LineMemory(testSettings());
  for (const [index, number] of [
    [2, 7],
    [0, 5],
    [0, 3],
    [2, 9],
  ] as const) {
    memory.noteSeen(index, number);
  }
  expect(seen(memory)).toEqual([5, 0, 9]);
});

test("lanes call up to what the state says; one that it does not name calls nobody", () => {
  const memory = new LineMemory(testSettings());
  expect(serving(memory)).toEqual([0, 0, 0]);
  memory.takeState(state(lane(10), lane(20, [[4, 6]]), lane(30)));
  expect(serving(memory)).toEqual([10, 20, 30]);
  expect([3, 4, 6, 7].map((number) => memory.isInHole(1, number))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  memory.takeState(state(lane(11)));
  expect(serving(memory)).toEqual([11, 0, 0]);
  expect(memory.isInHole(1, 4)).toBe(false);
});

test("a new run forgets the numbers and the visitors of the one before, not the state", () => {
  const settings = testSettings();
  const memory = new LineMemory(settings);
  memory.takeState(state(lane(10), lane(20)));
  memory.noteSeen(0, 50);
  memory.noteSeen(1, 60);
  memory.checkIns.note(1);
  memory.takeSettings({ ...settings, version: 2 });
  expect([seen(memory), memory.checkIns.isEmpty]).toEqual([[50, 60, 0], false]);
  memory.takeSettings({ ...settings, version: 3, runId: 2 });
  expect([seen(memory), memory.checkIns.isEmpty]).toEqual([[0, 0, 0], true]);
  expect(serving(memory)).toEqual([10, 20, 0]);
});

test("what a call tells its script counts as sent", () => {
  const memory = new LineMemory(testSettings({ runId: 4 }));
  memory.noteSeen(1, 12);
  const told = memory.callArguments(1);
  expect(told).toMatchObject({ lane: 1, runId: 4, seenNumber: 12, seenVersion: 1, deadlineMs: 0 });
  expect(memory.callsSent).toBe(1);
});

test("the pace follows from who was there when called; of a run before only that is remembered", () => {
  const settings = testSettings({ queueAll: true });
  const memory = new LineMemory(settings);
  const slowOf = () => memory.paceIn(0, null)?.[1] ?? Number.NaN;
  const look = (runId: number, servingNumber: number, noShows: string) => {
    memory.clock.set(1_000, performance.now());
    const left = 2_000 - servingNumber;
    const counts = { lastNumber: 2_000, waiting: left, present: left, noShows };
    memory.takeState({ ...state({ ...lane(servingNumber), ...counts }), runId, waiting: left });
    memory.notePaces();
  };
  expect(memory.paceIn(0, null)).toBeNull();
  look(1, 0, "");
  const atFirst = slowOf();
  for (let called = 100; called <= 1_000; called += 100) look(1, called, `0:0:${called / 2}`);
  expect(slowOf()).toBeGreaterThan(1.5 * atFirst);
  memory.takeSettings({ ...settings, runId: 2, version: 2 });
  expect(memory.paceIn(0, null)).toBeNull();
  look(1, 1_000, "0:0:500");
  expect(memory.paceIn(0, null)).toBeNull();
  look(2, 0, "");
  expect(slowOf()).toBeGreaterThan(1.2 * atFirst);
});
