import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { contractingStatements, tablesMadeBy } from "@/tools/upgrade/expand-only";
import { FORMER } from "@/tools/upgrade/former-system";

/**
 * The statements that may take something away, each with the reason. Behind one of them the version before does not run
 * any more, unless the reason says otherwise.
 */
const CONTRACTING: Readonly<Record<string, readonly string[]>> = {
  "20261127120000_keep_settings_as_json": [
    // A column that it adds itself and whose default fills it.
    `ALTER TABLE "AuditEntry" ALTER COLUMN "number" SET DEFAULT nextval('"AuditEntry_number_seq"'), ALTER COLUMN "number" SET NOT NULL`,
  ],
};

const folder = projectPath("prisma", "migrations");
const later = readdirSync(folder).filter((name) => /^\d/.test(name) && name > FORMER.lastMigration);
const sqlOf = (name: string) => readFileSync(`${folder}/${name}/migration.sql`, "utf8");
const newTables = new Set(later.flatMap((name) => tablesMadeBy(sqlOf(name))));

test.each(later)("%s only adds, so that the version before goes on beside it", (name) => {
  expect(contractingStatements(sqlOf(name), newTables)).toEqual(CONTRACTING[name] ?? []);
});

test("what may take something away is there", () => {
  for (const name of Object.keys(CONTRACTING)) expect(later).toContain(name);
});

describe("a statement is found that", () => {
  test.each([
    ["drops a column", `ALTER TABLE "Event" DROP COLUMN "name";`],
    ["drops a table", `DROP TABLE "Event";`],
    ["renames", `ALTER TABLE "Event" RENAME COLUMN "name" TO "title";`],
    ["asks for a value", `ALTER TABLE "Event" ADD COLUMN "a" TEXT,\nADD COLUMN "b" TEXT NOT NULL;`],
    ["forbids none", `ALTER TABLE "Event" ALTER COLUMN "name" SET NOT NULL;`],
    ["changes a type", `ALTER TABLE "Event" ALTER COLUMN "name" SET DATA TYPE INTEGER;`],
    ["refuses what was allowed", `CREATE UNIQUE INDEX "one" ON "Event"("name");`],
    ["takes rows away", `DELETE FROM "Event";`],
  ])("%s", (_what, sql) => {
    expect(contractingStatements(sql, new Set())).toHaveLength(1);
  });

  test.each([
    [
      "a table",
      `CREATE TABLE "New" ("id" TEXT NOT NULL, CONSTRAINT "New_pkey" PRIMARY KEY ("id"));`,
    ],
    [
      "a key of a new table",
      `ALTER TABLE "New" ADD CONSTRAINT "one" FOREIGN KEY ("id") REFERENCES "Event"("id");`,
    ],
    ["a column with a default", `ALTER TABLE "Event" ADD COLUMN "a" INTEGER NOT NULL DEFAULT 1;`],
    ["an empty column", `ALTER TABLE "Event" ADD COLUMN "a" TEXT;`],
    ["an index", `CREATE INDEX "one" ON "Event"("name");`],
  ])("but not one that adds %s", (_what, sql) => {
    expect(contractingStatements(sql, new Set(["New"]))).toEqual([]);
  });
});
