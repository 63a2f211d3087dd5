import { startTestRedis } from "./start-servers";

/** Gives the tests a Redis, one for all projects of a run. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env["TEST_REDIS_SERVER"]) return async () => undefined;
  const { url, close } = await startTestRedis();
  process.env["TEST_REDIS_SERVER"] = url;
  return close;
}
