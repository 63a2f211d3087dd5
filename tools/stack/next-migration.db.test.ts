import { expect, test } from "vitest";
import { migrateDatabase, readSchema } from "@/lib/db/migrate/migrate";
import { testDatabaseUrl } from "@/test/database";
import { pendingStatements } from "./next-migration";
import { createDatabase, queryPostgres } from "./postgres";

async function tableNames(url: string): Promise<string[]> {
  const tables = "information_schema.tables WHERE table_schema = 'public'";
  const { rows } = await queryPostgres(url, `SELECT table_name FROM ${tables}`);
  return rows.map((row: { table_name: string }) => row.table_name);
}

function emptyDatabase(): Promise<string> {
  return createDatabase(testDatabaseUrl(), `migrate_${crypto.randomUUID()}`);
}

test("an empty database gets every migration once", async () => {
  const url = await emptyDatabase();
  const applied = await migrateDatabase(url);
  expect(applied.length).toBeGreaterThan(0);
  expect(await migrateDatabase(url)).toEqual([]);
  expect(await tableNames(url)).toEqual(expect.arrayContaining(["Event", "Run", "AuditEntry"]));
});

test("a database of the version before gets the newest migration alone and keeps its data", async () => {
  const all = await migrateDatabase(await emptyDatabase());
  const url = await emptyDatabase();
  expect(await migrateDatabase(url, all.length - 1)).toEqual(all.slice(0, -1));
  const columns = `"Customer" ("id", "wireId", "name")`;
  await queryPostgres(url, `INSERT INTO ${columns} VALUES ('kept', 'kept', 'Kept')`);
  expect(await migrateDatabase(url)).toEqual(all.slice(-1));
  const { rows } = await queryPostgres(url, `SELECT "id", "name" FROM "Customer"`);
  expect(rows).toEqual([{ id: "kept", name: "Kept" }]);
});

test("the migrations lead to the schema", async () => {
  expect(await pendingStatements(testDatabaseUrl())).toBe("");
});

test("a change of the schema without a migration is found out", async () => {
  const { path, content } = await readSchema();
  const changed = content.replace("model User {", "model User {\n  planted String?");
  const statements = await pendingStatements(testDatabaseUrl(), { path, content: changed });
  expect(statements).toContain('ADD COLUMN     "planted" TEXT');
});
