import { scryptSync } from "node:crypto";
import { expect, test, vi } from "vitest";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { decoyHash, hashPassword, isOutdated, isPassword } from "./password";

// Each hash is meant to be slow.
vi.setConfig({ testTimeout: 120_000 });

const counted = withoutLimit();
const hash = (password: string) => hashPassword(counted, password);
const fits = (password: string, stored: string) => isPassword(counted, password, stored);

/** A hash of "correct horse" at another cost. */
function storedWith(N: number): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync("correct horse", salt, 32, { N, r: 8, p: 1, maxmem: 2 ** 27 });
  return `scrypt$${N}$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

test("only the password that was hashed fits, and equal ones have different hashes", async () => {
  const [first, second] = await Promise.all([hash("correct horse"), hash("correct horse")]);
  expect(first).not.toBe(second);
  expect(first).toMatch(/^scrypt\$131072\$8\$1\$/);
  expect(first).not.toContain("correct");
  expect(isOutdated(first)).toBe(false);
  expect(await fits("correct horse", first)).toBe(true);
  expect(await fits("correct horsf", first)).toBe(false);
});

test("a hash of former cost still fits, and is known as one", async () => {
  const stored = storedWith(32_768);
  expect(await fits("correct horse", stored)).toBe(true);
  expect(await fits("correct horsf", stored)).toBe(false);
  expect(isOutdated(stored)).toBe(true);
});

test("the same characters in another Unicode form are the same password", async () => {
  const stored = await hash("zo\u00eb zo\u00eb zo\u00eb");
  expect(await fits("zoe\u0308 zoe\u0308 zoe\u0308", stored)).toBe(true);
});

test("no password fits the decoy, which costs as much as a real hash", async () => {
  const decoy = decoyHash();
  expect(decoy).toMatch(/^scrypt\$131072\$8\$1\$/);
  expect(await fits("", decoy)).toBe(false);
});

test("a hash that is malformed is an error, not a wrong password", async () => {
  await expect(fits("x", "plain")).rejects.toThrow("malformed");
});

test("so many hashes wait and no more, and those that wait are made", async () => {
  const cheap = storedWith(2);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 44 }, () => fits("correct horse", cheap)),
  );
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable" } });
  expect(await fits("correct horse", cheap)).toBe(true);
});
