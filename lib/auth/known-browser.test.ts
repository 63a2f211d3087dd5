import { beforeEach, expect, test, vi } from "vitest";
import { makeKnownBrowser, readKnownBrowser } from "./known-browser";

const NOW_MS = 1_800_000_000_000;
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_SECRET", "0".repeat(64));
  return () => vi.unstubAllEnvs();
});

test("a browser is known to the user who signed in with it, for half a year", () => {
  const value = makeKnownBrowser("ana@example.com", NOW_MS);
  const id = readKnownBrowser(value, " Ana@Example.com", NOW_MS);
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(readKnownBrowser(value, "ana@example.com", NOW_MS + 179 * DAY_MS)).toBe(id);
  expect(readKnownBrowser(value, "ana@example.com", NOW_MS + 181 * DAY_MS)).toBeNull();
  expect(value).not.toContain("ana");
});

test("it is known to nobody else, and nobody can make one", () => {
  const value = makeKnownBrowser("ana@example.com", NOW_MS);
  const other = makeKnownBrowser("ana@example.com", NOW_MS);
  const [id = "", seconds = "", signature = ""] = value.split(".");
  const forged = [
    undefined,
    "",
    value.slice(1),
    `${other.split(".")[0]}.${seconds}.${signature}`,
    `${id}.${Number(seconds) + 1}.${signature}`,
    `${id}.${seconds}.${"A".repeat(43)}`,
  ];
  expect(readKnownBrowser(value, "bo@example.com", NOW_MS)).toBeNull();
  for (const text of forged) expect(readKnownBrowser(text, "ana@example.com", NOW_MS)).toBeNull();
  vi.stubEnv("NEXTAUTH_SECRET", "1".repeat(64));
  expect(readKnownBrowser(value, "ana@example.com", NOW_MS)).toBeNull();
});
