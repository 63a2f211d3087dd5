import pg from "pg";
import { explainPostgresRefusal } from "@/lib/db/postgres-refusal";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { readMigrations } from "./migrate";

const ANSWERS_MS = 5_000;
const NO_SUCH_TABLE = "42P01";

/**
 * Throws one sentence when a database lacks migrations of this version, or does not let us in. One that does not answer passes: it may
 * come back, and the line goes on without it.
 */
export async function requireMigrated(databaseUrl: string): Promise<void> {
  const names = await migrationNames();
  const applied = await appliedMigrations(databaseUrl).catch((error: unknown) => {
    explainPostgresRefusal(error);
    return null;
  });
  const missing = applied === null ? [] : names.filter((name) => !applied.has(name));
  if (missing.length === 0) return;
  throw new ExpectedFailure(
    `The database lacks ${missing.length} migrations, the first is ${missing[0]}: run "stanchion migrate".`,
  );
}

async function migrationNames(): Promise<string[]> {
  const { migrationDirectories } = await readMigrations();
  return migrationDirectories.map(({ path }) => path);
}

async function appliedMigrations(databaseUrl: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: ANSWERS_MS,
    query_timeout: ANSWERS_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ migration_name: string }>(
      'SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    return new Set(rows.map((row) => row.migration_name));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_TABLE) return new Set();
    throw error;
  } finally {
    await client.end();
  }
}
