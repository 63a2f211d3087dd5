import { expect, test } from "vitest";
import { Turns } from "./turns";

const INTERVAL_MS = 500;

/** Asks at these moments; answers when each member had its turns, and how many had one together. */
function play(members: number, moments: readonly number[]) {
  const spread = new Turns<number>(() => INTERVAL_MS);
  spread.take(0);
  for (let member = 0; member < members; member += 1) spread.add(member);
  const turns = Array.from({ length: members }, (): number[] => [0]);
  const together = moments.map((nowMs) => {
    const taken = spread.take(nowMs);
    for (const member of taken) turns[member]?.push(nowMs);
    return taken.length;
  });
  const gaps = turns.flatMap((own) => own.slice(1).map((atMs, index) => atMs - (own[index] ?? 0)));
  return { spread, turns, together, gaps };
}

const every = (stepMs: number, untilMs: number) =>
  Array.from({ length: Math.floor(untilMs / stepMs) }, (_, step) => (step + 1) * stepMs);

test("one alone has a turn each interval", () => {
  const { turns } = play(1, every(50, 2_000));
  expect(turns[0]).toEqual([0, 500, 1_000, 1_500, 2_000]);
});

test("many who joined at once have their turns spread over the interval", () => {
  const { turns, together, gaps } = play(1_000, every(50, 5_000));
  expect(new Set(together)).toEqual(new Set([100]));
  expect(turns.every((own) => own.length === 11)).toBe(true);
  expect(Math.max(...gaps)).toBe(INTERVAL_MS);
});

test("a number that the steps do not divide is spread, too, and nobody is left out", () => {
  for (const members of [3, 7, 13, 101, 999]) {
    const { together, gaps } = play(members, every(50, 5_000));
    expect(Math.max(...together)).toBe(Math.ceil(members / 10));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(INTERVAL_MS + 50);
  }
});

test("who asks late gets all turns of the time that has passed", () => {
  const { gaps } = play(1_000, every(130, 6_500));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(INTERVAL_MS + 130);
});

test("after a silence each has one turn and no more, and then they are spread again", () => {
  const { spread } = play(50, []);
  expect(spread.take(60_000)).toHaveLength(50);
  expect(spread.take(60_050)).toHaveLength(5);
});

test("who was deleted has no turn", () => {
  const { spread } = play(3, []);
  spread.delete(1);
  expect(spread.take(1_000)).toEqual([0, 2]);
});

test("a round takes as long as its members ask for, while they come and go", () => {
  const spread = new Turns<number>((members) => 100 * members);
  spread.take(0);
  for (const member of [1, 2, 3, 4]) spread.add(member);
  expect([100, 200, 300, 400].map((nowMs) => spread.take(nowMs))).toEqual([[1], [2], [3], [4]]);
  spread.delete(1);
  spread.delete(2);
  expect([500, 600, 700].map((nowMs) => spread.take(nowMs))).toEqual([[3], [4], [3]]);
});
