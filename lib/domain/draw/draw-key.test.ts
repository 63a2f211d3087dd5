import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toHex } from "./bytes";
import { type DrawKeyParts, drawKey } from "./draw-key";

const hash = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const PARTS: DrawKeyParts = {
  secret: Uint8Array.from({ length: 32 }, (_, at) => at),
  size: 10_000,
  beacon: new Uint8Array(32).fill(0xab),
  customerId: "acme",
  eventId: "sale",
  runId: "run1",
};
const keyOf = (change: Partial<DrawKeyParts>) => toHex(drawKey({ ...PARTS, ...change }, hash));

test("the fixed vector, computed by another program", () => {
  expect(keyOf({})).toBe("d5f8469f54a0c7ac1dac277f2def8d23531b3df71662f6385d5afbae9075813d");
});

test("every part changes the key, and none can lend bytes to its neighbour", () => {
  const keys = [
    keyOf({}),
    keyOf({ secret: new Uint8Array(32) }),
    keyOf({ size: 10_001 }),
    keyOf({ beacon: new Uint8Array() }),
    keyOf({ customerId: "acm", eventId: "esale" }),
    keyOf({ eventId: "saler", runId: "un1" }),
    keyOf({ runId: "run2" }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
