import { expect, test } from "vitest";
import { describeError } from "./logger";

test("an error is logged without the credentials in addresses and without a driver's fields", () => {
  const cause = Object.assign(new Error("connect redis://:s3cret@redis:6379 failed"), {
    query: "INSERT 's3cret'",
  });
  const described = describeError(new Error("at postgres://me:s3cret@db/x", { cause }));
  expect(JSON.stringify(described)).not.toContain("s3cret");
  expect(described).toMatchObject({
    message: "at postgres://db/x",
    cause: { message: "connect redis://redis:6379 failed" },
  });
});

test("all errors of a group are logged, and what is no error only by its type", () => {
  expect(describeError(new AggregateError([new Error("a"), "s3cret"], "two"))).toMatchObject({
    message: "two",
    errors: [{ message: "a" }, { type: "string" }],
  });
});
