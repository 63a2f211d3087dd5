import { mkdir, writeFile } from "node:fs/promises";
import {
  migrationsDirectory,
  NO_FILTERS,
  readMigrations,
  readSchema,
  type SchemaFile,
  withEngine,
} from "@/lib/db/migrate/migrate";
import { createDatabase, dropDatabase, withDatabase } from "./postgres";

const SCRATCH = {
  create: createDatabase,
  drop: (url: string, name: string) => dropDatabase(url, withDatabase(url, name)),
};

/** What leads from the migrations, played in a database beside `databaseUrl`, to `schema`; empty when they agree. */
export async function pendingStatements(databaseUrl: string, schema?: SchemaFile): Promise<string> {
  const { stdout } = await withEngine(
    databaseUrl,
    async (engine) =>
      engine.diff({
        from: { tag: "migrations", ...(await readMigrations()) },
        to: { tag: "schemaDatamodel", files: [schema ?? (await readSchema())] },
        ...{ script: true, exitCode: null, filters: NO_FILTERS },
      }),
    SCRATCH,
  );
  return stdout === null || stdout.startsWith("-- This is an empty migration") ? "" : stdout;
}

/** Writes the next migration and returns its folder, or null when the schema has not changed. */
export async function createMigration(databaseUrl: string, name: string): Promise<string | null> {
  const statements = await pendingStatements(databaseUrl);
  if (statements === "") return null;
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = `${migrationsDirectory()}/${now}_${name}`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/migration.sql`, statements);
  await writeFile(
    `${migrationsDirectory()}/migration_lock.toml`,
    '# Part of the migration history: not to be edited by hand.\nprovider = "postgresql"\n',
  );
  return folder;
}
