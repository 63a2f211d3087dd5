import { startTestRedis } from "./start-servers";

/** Gives the tests a Redis of their own, unless `TEST_REDIS_URL` names one. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env["TEST_REDIS_URL"]) return async () => undefined;
  const { url, close } = await startTestRedis();
  process.env["TEST_REDIS_URL"] = url;
  process.env["REDIS_URL"] = url;
  return close;
}
