import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hmacByNode } from "../src/adapters/node/hmac.ts";
import { createMac } from "../src/adapters/node/mac.ts";
import { hmacSha256Hex } from "../src/core/sha256.ts";

const KEY = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 200 }));
const MESSAGE = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);

test("a MAC is the HMAC-SHA-256 of Node, whatever was made with the key before", () => {
  fc.assert(
    fc.property(KEY, fc.array(MESSAGE, { minLength: 1, maxLength: 4 }), (key, messages) => {
      const mac = createMac(key);
      for (const message of messages) {
        expect(mac(message, "hex")).toBe(createHmac("sha256", key).update(message).digest("hex"));
      }
    }),
  );
});

test("messages of any length are taken", () => {
  const mac = createMac("secret");
  for (const length of [0, 1, 4_095, 4_096, 4_097, 100_000]) {
    const message = "é".repeat(length);
    expect(mac(message, "base64url")).toBe(
      createHmac("sha256", "secret").update(message).digest("base64url"),
    );
  }
});

test("in Node the HMAC of a text is that of the core, whatever the text", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constant("\ud800x\udc00"));
  fc.assert(
    fc.property(text, text, (key, message) => {
      expect(hmacByNode(key, message)).toBe(hmacSha256Hex(key, message));
    }),
  );
});

test("more keys than are kept are taken", () => {
  for (let turn = 0; turn < 2; turn += 1) {
    for (let key = 0; key < 300; key += 1) {
      expect(hmacByNode(`secret ${key}`, "a")).toBe(hmacSha256Hex(`secret ${key}`, "a"));
    }
  }
});
