import { expect, test } from "vitest";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { whoWasOvertaken } from "./order";

const OUTFLOW = 60;

const holds = (number: number) => ({
  numbers: [{ runId: 1, lane: 0, number, isDrawn: false }],
  openedAtMs: 0,
  isHonestlyWaiting: true,
});

test("who waits is overtaken by somebody more than ten seconds of slots behind", () => {
  const waits = holds(5);
  expect(whoWasOvertaken(holds(15), [waits], OUTFLOW)).toBeUndefined();
  expect(whoWasOvertaken(holds(16), [waits], OUTFLOW)).toBe(waits);
  expect(whoWasOvertaken(holds(1), [waits], OUTFLOW)).toBeUndefined();
});

test("numbers that a loss of Redis leaves out are no distance", () => {
  const waits = holds(5);
  expect(whoWasOvertaken(holds(EPOCH_NUMBERS + 7), [waits], OUTFLOW)).toBeUndefined();
  expect(whoWasOvertaken(holds(EPOCH_NUMBERS + 16), [waits], OUTFLOW)).toBe(waits);
});
