import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createEventKey } from "./event-key";
import { falseIdOfCode, falseIdOfJoin, mayBeFalseCode, readFalseId } from "./false-queue-id";

test("queue id and code of a false place lead to each other, and only with the key of the event and the run", () => {
  const key = createEventKey();
  for (let index = 0; index < 200; index += 1) {
    const made = falseIdOfJoin(key, 3, randomBytes(16));
    expect(made.queueId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(mayBeFalseCode(made.code)).toBe(true);
    expect(falseIdOfCode(key, 3, made.code)).toEqual(made);
    expect(readFalseId(key, 3, made.queueId)).toBe(made.code);
    expect(readFalseId(key, 4, made.queueId)).toBeNull();
    expect(readFalseId(createEventKey(), 3, made.queueId)).toBeNull();
  }
});

test("the same join gets the same false place, and nobody else's queue id is one", () => {
  const key = createEventKey();
  const joinId = randomBytes(16);
  expect(falseIdOfJoin(key, 1, joinId)).toEqual(falseIdOfJoin(key, 1, joinId));
  expect(readFalseId(key, 1, "01234567-89ab-4cde-a123-456789abcdef")).toBeNull();
  expect(readFalseId(key, 1, "something else")).toBeNull();
});
