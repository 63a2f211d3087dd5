import { expect, test } from "vitest";
import { Attempts } from "./attempts";

test("what fails holds up nothing else, and is thrown at the end", async () => {
  const attempts = new Attempts();
  const failed = await attempts.try(() => Promise.reject(new Error("first")));
  const threw = await attempts.try(() => {
    throw new Error("second");
  });
  expect([failed, threw, await attempts.try(async () => "third")]).toEqual([
    undefined,
    undefined,
    "third",
  ]);
  const thrown = expect.objectContaining({
    message: "2 failed.",
    errors: [new Error("first"), new Error("second")],
  });
  expect(() => attempts.end((count) => `${count} failed.`)).toThrow(thrown);
});

test("nothing is thrown where nothing failed", async () => {
  const attempts = new Attempts();
  await attempts.try(async () => 0);
  expect(() => attempts.end((count) => `${count} failed.`)).not.toThrow();
});

test("so many are tried at once, and all of them, whichever fail", async () => {
  const attempts = new Attempts();
  const items = Array.from({ length: 20 }, (_, item) => item);
  const tried: number[] = [];
  let now = 0;
  let most = 0;
  await attempts.each(items, 3, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    tried.push(item);
    if (item % 5 === 0) throw new Error(`${item}`);
  });
  expect(most).toBe(3);
  expect(tried.toSorted((a, b) => a - b)).toEqual(items);
  expect(() => attempts.end((count) => `${count} failed.`)).toThrow("4 failed.");
});
