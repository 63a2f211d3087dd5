import pg from "pg";
import { expect, test } from "vitest";
import { testDatabaseUrl } from "@/test/database";
import { migrateDatabase, pendingStatements } from "./migrate";
import { createDatabase } from "./postgres";

async function tableNames(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  await client.end();
  return found.rows.map((row: { table_name: string }) => row.table_name);
}

test("an empty database gets every migration once", async () => {
  const url = await createDatabase(testDatabaseUrl(), `migrate_${process.pid}_${Date.now()}`);
  const applied = await migrateDatabase(url);
  expect(applied[0]).toMatch(/^\d{14}_init$/);
  expect(await migrateDatabase(url)).toEqual([]);
  expect(await tableNames(url)).toEqual(expect.arrayContaining(["Event", "Run", "AuditEntry"]));
});

test("the migrations lead to the schema", async () => {
  expect(await pendingStatements(testDatabaseUrl())).toBe("");
});
