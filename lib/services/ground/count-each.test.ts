import { expect, test } from "vitest";
import { countEach } from "./count-each";

test("what is done is counted", async () => {
  expect(await countEach([1, 2, 3], async (item) => item !== 2)).toBe(2);
});

test("one that fails holds up no other, and is thrown at the end", async () => {
  const seen: number[] = [];
  const acting = countEach([1, 2, 3], async (item) => {
    seen.push(item);
    if (item === 1) throw new Error("first");
    return true;
  });
  await expect(acting).rejects.toMatchObject({ errors: [new Error("first")] });
  expect(seen).toEqual([1, 2, 3]);
});
