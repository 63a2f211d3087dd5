import { afterAll } from "vitest";
import { redisOfWorker, type ServerProject } from "./worker-servers";

/**
 * Test files run side by side in processes. Each has a number of its own on the one Redis, and each file
 * a database of its own: a test meets nothing that another writes at the same time, or has left undone.
 */
const worker = Number(process.env["VITEST_POOL_ID"]);
const { TEST_REDIS_SERVER: redis, TEST_DATABASE_SERVER: template } = process.env;
// vitest.config.ts names it.
const project = process.env["TEST_PROJECT"] as ServerProject;

if (redis) {
  process.env["TEST_REDIS_URL"] = redisOfWorker(redis, project, worker);
  process.env["REDIS_URL"] = process.env["TEST_REDIS_URL"];
}
if (redis && template) {
  // Tests without a database load nothing of it.
  const { emptyRedis, moveToOwnDatabase } = await import("./own-servers");
  await emptyRedis(redisOfWorker(redis, project, worker));
  afterAll(await moveToOwnDatabase(template));
}
