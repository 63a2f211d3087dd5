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
