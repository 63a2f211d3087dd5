import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { ExpectedFailure } from "./expected-failure";
import { projectPath } from "./paths";
import { type MigrationList, openSchemaEngine } from "./schema-engine";

const MIGRATIONS = projectPath("prisma", "migrations");
const SCHEMA = projectPath("prisma", "schema.prisma");
const NO_FILTERS = { externalTables: [], externalEnums: [] };

async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const lock = await readFile(`${MIGRATIONS}/migration_lock.toml`, "utf8").catch(() => null);
  const migrationDirectories = names.sort().map(async (path) => {
    const value = await readFile(`${MIGRATIONS}/${path}/migration.sql`, "utf8");
    return {
      path,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value } },
    } as const;
  });
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: "migration_lock.toml", content: lock },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(migrationDirectories),
  };
}

async function readSchema(): Promise<{ path: string; content: string }> {
  return { path: SCHEMA, content: await readFile(SCHEMA, "utf8") };
}

async function openEngine(databaseUrl: string) {
  const schema = await readSchema();
  const adapter = bindMigrationAwareSqlAdapterFactory(
    new PrismaPg({ connectionString: databaseUrl }),
  );
  return openSchemaEngine([[schema.path, schema.content]], adapter);
}

/** The reason in an engine's error, which carries a JSON document of its own. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n").filter(Boolean).slice(0, 3).join(" ");
}

/**
 * Brings a Postgres database to the newest migration and returns the names of those it applied.
 * Throws an `ExpectedFailure` with the reason when the database refuses.
 */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  const engine = await openEngine(databaseUrl);
  try {
    const applied = await engine.applyMigrations({
      migrationsList: await readMigrations(),
      filters: NO_FILTERS,
    });
    return applied.appliedMigrationNames;
  } catch (error) {
    throw new ExpectedFailure(`The database could not be migrated: ${reasonOf(error)}`);
  } finally {
    engine.free();
  }
}

/** The schema that the newest migration leads to, kept beside it; null before the first. */
async function readMigratedSchema(): Promise<string | null> {
  const { migrationDirectories } = await readMigrations();
  const newest = migrationDirectories.at(-1);
  return newest === undefined
    ? null
    : readFile(`${MIGRATIONS}/${newest.path}/schema.prisma`, "utf8");
}

function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, "").slice(0, 14);
}

/**
 * The statements from the newest migration to `prisma/schema.prisma`; empty when they agree.
 * Each migration keeps the schema it leads to, because the engine cannot read one back out of
 * Postgres 18; the database at `databaseUrl` is connected to and left alone.
 */
export async function pendingStatements(databaseUrl: string): Promise<string> {
  const [schema, migrated] = await Promise.all([readSchema(), readMigratedSchema()]);
  const engine = await openEngine(databaseUrl);
  try {
    const { stdout } = await engine.diff({
      from:
        migrated === null
          ? { tag: "empty" }
          : { tag: "schemaDatamodel", files: [{ path: SCHEMA, content: migrated }] },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    return stdout === null || stdout.startsWith("-- This is an empty migration") ? "" : stdout;
  } finally {
    engine.free();
  }
}

/** Writes the next migration and returns its folder, or null when the schema has not changed. */
export async function createMigration(databaseUrl: string, name: string): Promise<string | null> {
  const statements = await pendingStatements(databaseUrl);
  if (statements === "") return null;
  const folder = `${MIGRATIONS}/${timestamp()}_${name}`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/migration.sql`, statements);
  await writeFile(`${folder}/schema.prisma`, (await readSchema()).content);
  await writeFile(
    `${MIGRATIONS}/migration_lock.toml`,
    '# Part of the migration history: not to be edited by hand.\nprovider = "postgresql"\n',
  );
  return folder;
}
