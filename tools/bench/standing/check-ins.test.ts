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
  const visits = [visit(2, 50, 300), visit(6, 100), visit(10, 20)];
  const all = checkInsInOrder(visits, { every: 4, visitors: 10, oneIn: 1 });
  expect([...all]).toEqual([9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4]);
  const half = checkInsInOrder(visits, { every: 4, visitors: 10, oneIn: 2 });
  expect([...half]).toEqual([9, 1, 3, 5, 7, 1, 3]);
});
