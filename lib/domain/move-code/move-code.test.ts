import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { makeMoveCode, moveCodeId, readMoveCode } from "./move-code";

test("a code is read however it was typed", () => {
  for (let run = 0; run < 200; run += 1) {
    const code = makeMoveCode(randomBytes);
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const typed = code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "i");
    expect(readMoveCode(typed)).toBe(code);
  }
});

test.each(["", "ABCD", "ABCD-EFGH-J", "ABCD-EF*H", "x".repeat(500)])("%s is no code", (typed) => {
  expect(readMoveCode(typed)).toBeNull();
});

test("every symbol is equally likely, whatever the bytes", () => {
  let next = 0;
  const everyByte = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
  const seen = new Map<string, number>();
  for (let run = 0; run < 31 * 8; run += 1) {
    for (const symbol of makeMoveCode(everyByte).replace("-", ""))
      seen.set(symbol, (seen.get(symbol) ?? 0) + 1);
  }
  expect(seen.size).toBe(31);
  expect(Math.max(...seen.values()) - Math.min(...seen.values())).toBeLessThan(8);
});

test("a code of one event is not that of another", () => {
  const ids = ["sale", "other"].map((eventId) =>
    moveCodeId({ customerId: "demo", eventId, code: "ABCD-EFGH" }, (text) => text),
  );
  expect(ids[0]).not.toBe(ids[1]);
});
