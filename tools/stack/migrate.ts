import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { openCatalogue } from "./catalogue-adapter";
import { ExpectedFailure } from "./expected-failure";
import { projectPath } from "./paths";
import { type MigrationList, openSchemaEngine, type SchemaEngine } from "./schema-engine";

const MIGRATIONS = projectPath("prisma", "migrations");
const SCHEMA = projectPath("prisma", "schema.prisma");
const NO_FILTERS = { externalTables: [], externalEnums: [] };

async function readMigrations(count?: number): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const lock = await readFile(`${MIGRATIONS}/migration_lock.toml`, "utf8").catch(() => null);
  const migrationDirectories = names
    .sort()
    .slice(0, count)
    .map(async (path) => {
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

interface SchemaFile {
  readonly path: string;
  readonly content: string;
}

/** `prisma/schema.prisma`. */
export async function readSchema(): Promise<SchemaFile> {
  return { path: SCHEMA, content: await readFile(SCHEMA, "utf8") };
}

/** Runs `work` with an engine for the database at `databaseUrl`. */
async function withEngine<Result>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { path, content } = await readSchema();
  const { factory, close } = openCatalogue(databaseUrl);
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
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n").filter(Boolean).slice(0, 3).join(" ");
}

/**
 * Brings a Postgres database to the newest migration, or only as far as the first `count` lead, and
 * returns the names of those it applied. Throws an `ExpectedFailure` with the reason when the
 * database refuses.
 */
export async function migrateDatabase(databaseUrl: string, count?: number): Promise<string[]> {
  const migrationsList = await readMigrations(count);
  try {
    const { appliedMigrationNames } = await withEngine(databaseUrl, (engine) =>
      engine.applyMigrations({ migrationsList, filters: NO_FILTERS }),
    );
    return appliedMigrationNames;
  } catch (error) {
    throw new ExpectedFailure(`The database could not be migrated: ${reasonOf(error)}`);
  }
}

function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, "").slice(0, 14);
}

/**
 * The statements from what the migrations make to `schema`; empty when they agree. The migrations
 * are played in a database of their own beside the one at `databaseUrl`.
 */
export async function pendingStatements(databaseUrl: string, schema?: SchemaFile): Promise<string> {
  const migrations = await readMigrations();
  const target = schema ?? (await readSchema());
  const { stdout } = await withEngine(databaseUrl, (engine) =>
    engine.diff({
      from: { tag: "migrations", ...migrations },
      to: { tag: "schemaDatamodel", files: [target] },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    }),
  );
  return stdout === null || stdout.startsWith("-- This is an empty migration") ? "" : stdout;
}

/** Writes the next migration and returns its folder, or null when the schema has not changed. */
export async function createMigration(databaseUrl: string, name: string): Promise<string | null> {
  const statements = await pendingStatements(databaseUrl);
  if (statements === "") return null;
  const folder = `${MIGRATIONS}/${timestamp()}_${name}`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/migration.sql`, statements);
  await writeFile(
    `${MIGRATIONS}/migration_lock.toml`,
    '# Part of the migration history: not to be edited by hand.\nprovider = "postgresql"\n',
  );
  return folder;
}
