import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadSecrets } from "./secrets";
import { temporaryDirectory } from "./temporary-directory";

let directory: string;

beforeEach(async () => {
  for (const name of ["MASTER_KEY", "NEXTAUTH_SECRET", "NODE_ENV"]) vi.stubEnv(name, "");
  directory = await temporaryDirectory("stanchion-secrets-");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true, force: true });
});

test("secrets are made once and readable by their owner only", async () => {
  const first = await loadSecrets(directory);
  expect(Buffer.from(first.MASTER_KEY, "base64url")).toHaveLength(32);
  expect(first.MASTER_KEY).not.toBe(first.NEXTAUTH_SECRET);
  expect(await loadSecrets(directory)).toEqual(first);
  expect((await stat(join(directory, "secrets.json"))).mode & 0o777).toBe(0o600);
});

test("what the environment sets is used and not written down", async () => {
  vi.stubEnv("MASTER_KEY", "from-the-environment");
  expect((await loadSecrets(directory)).MASTER_KEY).toBe("from-the-environment");
  expect(await readFile(join(directory, "secrets.json"), "utf8")).not.toContain("environment");
});

test("production has to set them", async () => {
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("MASTER_KEY", "set");
  await expect(loadSecrets(directory)).rejects.toThrow(
    "Set NEXTAUTH_SECRET: production does not make its own.",
  );
});

test("a damaged file is never replaced by new secrets", async () => {
  const file = join(directory, "secrets.json");
  await writeFile(file, "{");
  await expect(loadSecrets(directory)).rejects.toThrow("is damaged");
  expect(await readFile(file, "utf8")).toBe("{");
});
