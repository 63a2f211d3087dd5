import pg from "pg";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const LOCK = "hashtextextended('stanchion migrate', 0)";
/** `lock_timeout` has passed. */
const LOCK_NOT_AVAILABLE = "55P03";

/** What to do while somebody else migrates the same database. */
export interface Waiting {
  /** Is told once, before the wait. */
  readonly onWait?: ((message: string) => void) | undefined;
  readonly longestMinutes?: number | undefined;
}

/**
 * Runs `work` while no other `migrate` is at work on the database. The schema engine waits 10 seconds for another one;
 * an index of a large table takes longer. Throws an `ExpectedFailure` when the other one outlasts `longestMinutes`.
 */
export async function withMigrationLock<Result>(
  databaseUrl: string,
  { onWait, longestMinutes = 30 }: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A connection that ends gives the lock up; the engine's own one is left.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const lockTimeoutMs = Math.round(longestMinutes * 60_000);
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${lockTimeoutMs}`);
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(${LOCK}) AS taken`,
    );
    if (!rows[0]?.taken) {
      onWait?.(
        `Another "stanchion migrate" is running on this database. Waiting up to ${longestMinutes} minutes for it.`,
      );
      await client.query(`SELECT pg_advisory_lock(${LOCK})`).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
        throw new ExpectedFailure(
          `Another "stanchion migrate" has been running on this database for more than ${longestMinutes} minutes. Look in pg_stat_activity for what it is waiting for, then try again.`,
        );
      });
    }
    return await work();
  } finally {
    await client.end();
  }
}
