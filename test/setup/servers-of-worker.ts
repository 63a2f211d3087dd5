import { databaseOfWorker, redisOfWorker } from "./worker-servers";

/**
 * Test files run side by side in processes of which each has a database of its own and a number of
 * its own on the one Redis, so that a test meets nothing that another writes at the same time.
 */
const worker = Number(process.env["VITEST_POOL_ID"]);
const { TEST_REDIS_SERVER: redis, TEST_DATABASE_SERVER: database } = process.env;

if (redis) {
  process.env["TEST_REDIS_URL"] = redisOfWorker(redis, worker);
  process.env["REDIS_URL"] = process.env["TEST_REDIS_URL"];
}
if (database) {
  process.env["TEST_DATABASE_URL"] = databaseOfWorker(database, worker);
  process.env["DATABASE_URL"] = process.env["TEST_DATABASE_URL"];
}
