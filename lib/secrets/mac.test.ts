import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMac } from "./mac";

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
