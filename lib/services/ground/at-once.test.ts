import { expect, test } from "vitest";
import { atOnce } from "./at-once";

test("runs no more at once, in the order in which they came, also after one has failed", async () => {
  const turns = atOnce(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3, 4].map((number) =>
    turns(async () => {
      begun.push(number);
      await new Promise<void>((end) => ends.push(end));
      if (number === 0) throw new Error("failed");
      return number;
    }).catch(() => "failed"),
  );
  await Promise.resolve();
  for (const expected of [
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4],
  ]) {
    expect(begun).toEqual(expected);
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  ends.shift()?.();
  expect(await Promise.all(works)).toEqual(["failed", 1, 2, 3, 4]);
  expect(await turns(async () => "alone")).toBe("alone");
});
