import { expect, test } from "vitest";
import { testLanes } from "@/test/lanes";
import { testSettings } from "@/test/line";
import { paceLook } from "./pace-look";
import type { LaneState, StandingLine } from "./scripts/line-state";

const LANE: LaneState = {
  ...{ lastNumber: 5_000, servingNumber: 1_000, keptLastNumber: 0, noShows: "7:120:450" },
  ...{ holes: [[2_001, 2_500]], holesText: "", speedSoon: null, waiting: 3_200, present: 3_000 },
  ...{ left: 0, removed: 0, draw: { interval: 0, chance: 0 } },
};

const STATE: StandingLine = {
  ...{ runId: 1, settingsVersion: 1, losses: 0, admittedLastMinute: 0, joined: 0, admitted: 550 },
  challenged: 0,
  ...{ admittedOutsideCap: 0, holdUntilMs: 0, seatsTaken: 0, unknownSeats: 0, figuresPart: 0 },
  ...{ governedOutflow: null, outflowPerMinute: 60, stock: null, soldOut: 0, grants: null },
  ...{ drawOpensAtMs: 0, drawFreeze: "", clockJumpMs: null, copyAtMs: null },
  ...{ limits: "", limitsVersion: 0, limitsAtMs: 0, waiting: 3_200, present: 3_000 },
  lanes: [LANE],
};

const SETTINGS = testSettings({ queueAll: true, outflowPerMinute: 100 });

const lookAt = (changes: Partial<StandingLine> = {}, settings = SETTINGS, index = 0) => {
  const state = { ...STATE, ...changes };
  return paceLook(settings, state, state.lanes[index] ?? LANE, 1_000);
};

test("a look leaves out numbers that nobody holds", () => {
  expect(lookAt()).toMatchObject({ ahead: 3_500, noShows: 450, admitted: 550, load: 1 });
});

test("what a governor takes away comes back; any other limit stays", () => {
  expect(lookAt()).toMatchObject({ setPerMinute: 60, governedPerMinute: null });
  const governed = lookAt({ governedOutflow: 60 });
  expect(governed).toMatchObject({ setPerMinute: 100, governedPerMinute: 60 });
});

test("nobody can be let in during a pause, without stock or slots, and into a full site", () => {
  expect(lookAt().isMoving).toBe(true);
  const full = testSettings({ queueAll: true, activeCap: 10 });
  const still = [
    lookAt({}, testSettings({ paused: true })),
    lookAt({ stock: 0 }),
    lookAt({ grants: 0 }),
    lookAt({ seatsTaken: 10 }, full),
  ];
  expect(still.map(({ isMoving }) => isMoving)).toEqual([false, false, false, false]);
});

test("an ordered lane waits for those before it, too", () => {
  const settings = testSettings({ queueAll: true, lanes: testLanes("ordered", 2) });
  const lanes = [LANE, { ...LANE, present: 1_500 }] as const;
  expect(lookAt({ lanes: [...lanes] }, settings, 0).load).toBe(1);
  expect(lookAt({ lanes: [...lanes] }, settings, 1).load).toBe(3);
});
