import { expect, test, vi } from "vitest";
import { decoyHash, hashPassword, isPassword } from "./password";

// Each hash is meant to be slow.
vi.setConfig({ testTimeout: 30_000 });

test("only the password that was hashed fits, and equal ones have different hashes", async () => {
  const [first, second] = await Promise.all([
    hashPassword("correct horse"),
    hashPassword("correct horse"),
  ]);
  expect(first).not.toBe(second);
  expect(first).toMatch(/^scrypt\$32768\$8\$1\$/);
  expect(first).not.toContain("correct");
  expect(await isPassword("correct horse", first)).toBe(true);
  expect(await isPassword("correct horsf", first)).toBe(false);
  expect(await isPassword("", first)).toBe(false);
});

test("the same characters in another Unicode form are the same password", async () => {
  expect(
    await isPassword(
      "zoe\u0308 zoe\u0308 zoe\u0308",
      await hashPassword("zo\u00eb zo\u00eb zo\u00eb"),
    ),
  ).toBe(true);
});

test("no password fits the decoy, which costs as much as a real hash", async () => {
  const decoy = await decoyHash();
  expect(decoy.split("$").slice(0, 4)).toEqual((await hashPassword("x")).split("$").slice(0, 4));
  expect(await isPassword("", decoy)).toBe(false);
});

test("a hash that is malformed is an error, not a wrong password", async () => {
  await expect(isPassword("x", "plain")).rejects.toThrow("malformed");
});
