import { expect, test } from "vitest";
import { turnAt, turnsIn } from "./idle-turn";

const ROUND = { everyMs: 1_000, idleMs: 15_000 };

const takesTurn = (turn: number, round: typeof ROUND, nowMs: number) =>
  turn % turnsIn(round) === turnAt(round, nowMs);

test.each([0, 7, 14, 15, 4_294_967_295])("turn %i comes once in its time", (turn) => {
  for (const fromMs of [0, 1_700_000_000_400]) {
    const rounds = Array.from({ length: 15 }, (_, round) => fromMs + round * 1_000);
    expect(rounds.filter((nowMs) => takesTurn(turn, ROUND, nowMs))).toHaveLength(1);
  }
});

test("each round has as many events as the next", () => {
  for (let round = 0; round < 15; round += 1) {
    const turns = Array.from({ length: 150 }, (_, turn) => turn);
    expect(turns.filter((turn) => takesTurn(turn, ROUND, round * 1_000))).toHaveLength(10);
  }
});

test("a job that comes less often than the turn takes all", () => {
  expect(takesTurn(3, { everyMs: 30_000, idleMs: 15_000 }, 12_345)).toBe(true);
});
