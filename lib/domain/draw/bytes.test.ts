import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64Url, fromHex, toBase64Url, toHex, uint32Bytes, uint64Bytes } from "./bytes";

test("bytes survive hexadecimal and base64url", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(fromHex(toHex(bytes))).toEqual(bytes);
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
    }),
  );
});

test.each(["AB", "AA=", "A", "A+", "A ", "ä"])("%j is not what base64url writes", (text) => {
  expect(fromBase64Url(text)).toBeNull();
});

test.each(["AB", "a", "0g", "abc"])("%j is not lower-case hexadecimal", (text) => {
  expect(() => fromHex(text)).toThrow("hexadecimal");
});

test("numbers have a fixed width, most significant byte first", () => {
  expect(toHex(uint32Bytes(0x01020304))).toBe("01020304");
  expect(toHex(uint64Bytes(Number.MAX_SAFE_INTEGER))).toBe("001fffffffffffff");
  expect(() => uint32Bytes(2 ** 32)).toThrow();
  expect(() => uint64Bytes(-1)).toThrow();
  expect(() => uint64Bytes(0.5)).toThrow();
});
