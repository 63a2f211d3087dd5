import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MIGRATING_TESTS } from "./worker-servers";

test("what migrates in its own process is listed, so that no other file shares that process", () => {
  const files = execFileSync("git", ["ls-files", "*.db.test.ts"], { encoding: "utf8" });
  const migrating = files
    .trim()
    .split("\n")
    .filter((file) => readFileSync(file, "utf8").includes('lib/db/migrate/migrate"'));
  expect(MIGRATING_TESTS.toSorted()).toEqual(migrating.toSorted());
});
