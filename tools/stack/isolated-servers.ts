import { createDatabase, queryPostgres } from "./postgres";

const TEST_REDIS_NUMBER = 15;

/** Number 15 of the Redis of `REDIS_URL`, where no running system writes; undefined without one. */
export function isolatedRedisUrl(): string | undefined {
  const url = process.env["REDIS_URL"];
  return url ? new URL(`/${TEST_REDIS_NUMBER}`, url).href : undefined;
}

/** A database made for one run of the tests. */
export interface IsolatedDatabase {
  readonly url: string;
  /** Drops it. */
  readonly close: () => Promise<void>;
}

/** A new database on the server of `DATABASE_URL`; undefined without one. */
export async function createIsolatedDatabase(): Promise<IsolatedDatabase | undefined> {
  const server = process.env["DATABASE_URL"];
  if (!server) return undefined;
  const name = `stanchion_test_${process.pid}_${Date.now()}`;
  return {
    url: await createDatabase(server, name),
    async close() {
      await queryPostgres(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
