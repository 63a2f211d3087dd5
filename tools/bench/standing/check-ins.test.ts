import { expect, test } from "vitest";
import { checkInsInOrder } from "./check-ins";

const visit = (number: number, ...checkInsMs: readonly number[]) => ({
  number,
  joinedAtMs: 0,
  calledAtMs: 0,
  knewAtMs: 0,
  admittedAtMs: 0,
  asked: [
    { step: "join" as const, atMs: 0 },
    ...checkInsMs.map((atMs) => ({ step: "status" as const, atMs })),
  ],
});

test("each visit stands for its neighbours, so that everybody checks in as often as they would", () => {
  const numbers = checkInsInOrder([visit(2, 50, 300), visit(6, 100), visit(10, 20)], 4, 10);
  expect([...numbers]).toEqual([9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4]);
});
