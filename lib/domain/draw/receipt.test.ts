import { expect, test } from "vitest";
import { createOperator, sha256 as hash } from "@/simulation/scenarios/draw";
import { toHex } from "./bytes";
import { groupMessage } from "./group";
import { openReceipt, signGroup } from "./receipt";

const DRAW = new Uint8Array(32).fill(7);
const { sign } = createOperator(() => 0.5);
const verify = (message: Uint8Array, signature: Uint8Array) =>
  toHex(sign(message)) === toHex(signature);
const sale = (count: number) =>
  signGroup({
    draw: DRAW,
    firstIndex: 1_000,
    joins: Array.from({ length: count }, (_, at) => ({
      queueId: `q${at}`,
      joinedAtMs: 5_000 + at,
    })),
    hash,
    sign,
  });
const open = (text: string, draw = DRAW) => openReceipt({ text, draw, hash, verify });

test.each([1, 2, 3, 7, 256])(
  "each of %i joins gets a receipt that proves it and its group",
  (count) => {
    const { group, receipts } = sale(count);
    expect(receipts).toHaveLength(count);
    for (const [at, text] of receipts.entries()) {
      const member = {
        index: 1_000 + at,
        queueIdHash: hash(Buffer.from(`q${at}`)),
        joinedAtMs: 5_000 + at,
      };
      expect(open(text)).toEqual({ member, group });
    }
  },
);

test("a group is signed once, and its receipts stay short", () => {
  let signatures = 0;
  const counted = (bytes: Uint8Array) => {
    signatures += 1;
    return sign(bytes);
  };
  const joins = Array.from({ length: 256 }, (_, at) => ({ queueId: `q${at}`, joinedAtMs: at }));
  const { receipts, group } = signGroup({ draw: DRAW, firstIndex: 1, joins, hash, sign: counted });
  expect(signatures).toBe(1);
  expect(Math.max(...receipts.map(({ length }) => length))).toBe(555);
  expect(sale(1).receipts[0]).toHaveLength(214);
  expect(groupMessage(DRAW, group)).toHaveLength(23 + 32 + 8 + 4 + 32);
});

test("no receipt opens for another draw or with any character changed", () => {
  const [text = ""] = sale(5).receipts;
  expect(open(text)).not.toBeNull();
  expect(open(text, new Uint8Array(32))).toBeNull();
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "A" ? "B" : "A";
    expect(open(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
  }
  expect(open(`${text}A`)).toBeNull();
  expect(open(text.slice(0, -1))).toBeNull();
  expect(open("")).toBeNull();
});

test("there is no group without joins", () => {
  expect(() => sale(0)).toThrow("at least one");
});
