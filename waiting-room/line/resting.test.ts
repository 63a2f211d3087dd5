import { expect, test } from "vitest";
import { testSettings } from "@/test/line";
import { Resting } from "./resting";

const LINE = {
  ...{ settingsVersion: 1, losses: 0, joined: 9, admitted: 2, admittedOutsideCap: 0 },
  ...{ outflowPerMinute: 60, stock: null, soldOut: 0, grants: null, waiting: 7, drawOpensAtMs: 0 },
  lanes: [{ servingNumber: 2 }],
};

function look(
  resting: Resting,
  before: typeof LINE | null = LINE,
  now = LINE,
  callsSent = 0,
): void {
  resting.noteSent(callsSent);
  resting.noteLook(testSettings(), { before, now }, 1_000);
}

/** Whether each of so many turns is left out, with a look at those that are taken. */
function turns(resting: Resting, count: number): boolean[] {
  return Array.from({ length: count }, () => {
    const leavesOut = resting.leavesOut(0);
    if (!leavesOut) look(resting);
    return leavesOut;
  });
}

test("a line at rest takes every third turn", () => {
  const resting = new Resting();
  look(resting);
  expect(turns(resting, 6)).toEqual([true, true, false, true, true, false]);
});

test("a line that was looked at for the first time, or has moved, takes its turn", () => {
  const resting = new Resting();
  expect(resting.leavesOut(0)).toBe(false);
  look(resting, null);
  expect(resting.leavesOut(0)).toBe(false);
  look(resting, LINE, { ...LINE, joined: 10 });
  expect(resting.leavesOut(0)).toBe(false);
});

test("a line that is asked for something takes its next turn", () => {
  const resting = new Resting();
  look(resting);
  expect(resting.leavesOut(0)).toBe(true);
  expect(resting.leavesOut(1)).toBe(false);
  look(resting, LINE, LINE, 1);
  expect([1, 1].map((callsSent) => resting.leavesOut(callsSent))).toEqual([true, true]);
});

test("what is asked while a tick is under way counts, since its reply may not show it", () => {
  const resting = new Resting();
  look(resting);
  resting.noteSent(0);
  resting.noteLook(testSettings(), { before: LINE, now: LINE }, 1_000);
  expect(resting.leavesOut(1)).toBe(false);
});
