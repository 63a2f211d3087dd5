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

test("so many are tried at once, and all of them, whichever fail and however late one comes", async () => {
  const attempts = new Attempts();
  async function* late() {
    for (let item = 0; item < 20; item += 1) {
      if (item % 7 === 6) await new Promise(setImmediate);
      yield item;
    }
  }
  const tried: number[] = [];
  let now = 0;
  let most = 0;
  await attempts.each(late(), 3, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    tried.push(item);
    if (item % 5 === 0) throw new Error(`${item}`);
  });
  expect(most).toBe(3);
  expect(tried.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, item) => item));
  expect(() => attempts.end((count) => `${count} failed.`)).toThrow("4 failed.");
});

test("where the next one cannot be had, that is thrown", async () => {
  async function* broken() {
    yield 1;
    throw new Error("away");
  }
  const each = new Attempts().each(broken(), 3, async () => undefined);
  await expect(each).rejects.toThrow("away");
});
