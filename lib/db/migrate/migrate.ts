import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { explainPostgresRefusal } from "@/lib/db/postgres-refusal";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { installationDirectory } from "@/lib/platform/installation";
import { openCatalogue, type ScratchDatabases } from "./catalogue-adapter";
import { type Waiting, withMigrationLock } from "./migration-lock";
import { type MigrationList, openSchemaEngine, type SchemaEngine } from "./schema-engine";

/** What the schema engine is not to look at. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

export function migrationsDirectory(): string {
  return join(installationDirectory(), "prisma", "migrations");
}

/** The migrations of this version, or only the first `count` of them. */
export async function readMigrations(count?: number): Promise<MigrationList> {
  const directory = migrationsDirectory();
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const lock = await readFile(`${directory}/migration_lock.toml`, "utf8").catch(() => null);
  const migrationDirectories = names
    .sort()
    .slice(0, count)
    .map(async (path) => {
      const value = await readFile(`${directory}/${path}/migration.sql`, "utf8");
      return {
        path,
        migrationFile: { path: "migration.sql", content: { tag: "ok", value } },
      } as const;
    });
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content: lock },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(migrationDirectories),
  };
}

export interface SchemaFile {
  readonly path: string;
  readonly content: string;
}

/** `prisma/schema.prisma`. */
export async function readSchema(): Promise<SchemaFile> {
  const path = join(installationDirectory(), "prisma", "schema.prisma");
  return { path, content: await readFile(path, "utf8") };
}

/** Runs `work` with an engine for the database at `databaseUrl`; only comparing schemas takes scratch databases. */
export async function withEngine<Result>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<Result>,
  scratch?: ScratchDatabases,
): Promise<Result> {
  const { path, content } = await readSchema();
  const { factory, close } = openCatalogue(databaseUrl, scratch);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const engine = await openSchemaEngine([[path, content]], adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await close();
  }
}

/** The reason in an engine's error, which carries a JSON document of its own. */
function reasonOf(error: unknown): string {
  // A host of several addresses: each has refused.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  return message.split("\n").filter(Boolean).slice(0, 3).join(" ");
}

/**
 * Brings a Postgres database to the newest migration, or only as far as the first `count` lead, and
 * returns the names of those it applied, once nobody else migrates it. Throws an `ExpectedFailure` with the reason when
 * the database refuses, or the other one takes too long.
 */
export async function migrateDatabase(
  databaseUrl: string,
  count?: number,
  waiting: Waiting = {},
): Promise<string[]> {
  const migrationsList = await readMigrations(count);
  try {
    return await withMigrationLock(databaseUrl, waiting, async () => {
      const { appliedMigrationNames } = await withEngine(databaseUrl, (engine) =>
        engine.applyMigrations({ migrationsList, filters: NO_FILTERS }),
      );
      return appliedMigrationNames;
    });
  } catch (error) {
    if (error instanceof ExpectedFailure) throw error;
    explainPostgresRefusal(error);
    throw new ExpectedFailure(`The database could not be migrated: ${reasonOf(error)}`);
  }
}
