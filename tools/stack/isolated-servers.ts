import { createDatabase, dropDatabase } from "./postgres";

const TEST_REDIS_NUMBER = 15;

/** Number 15 of the Redis of `REDIS_URL`, where no running system writes; undefined without one. */
export function isolatedRedisUrl(): string | undefined {
  const url = process.env["REDIS_URL"];
  return url ? new URL(`/${TEST_REDIS_NUMBER}`, url).href : undefined;
}

/** A new database for one run of the tests on the server of `DATABASE_URL`; undefined without one. `close` drops it. */
export async function createIsolatedDatabase() {
  const server = process.env["DATABASE_URL"];
  if (!server) return undefined;
  const url = await createDatabase(server, `stanchion_test_${process.pid}_${Date.now()}`);
  return { url, close: () => dropDatabase(server, url) };
}
