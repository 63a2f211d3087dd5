import { processorSeconds } from "../../bench/harness/process-figures";

/** Processor time of Redis and of servers, counted from now on, in seconds. */
export function countLoads(of: { readonly redis: number; readonly servers: readonly number[] }) {
  const serverSeconds = () =>
    of.servers.reduce((sum, processId) => sum + processorSeconds(processId), 0);
  const before = { redis: processorSeconds(of.redis), servers: serverSeconds() };
  return () => ({
    redisSeconds: processorSeconds(of.redis) - before.redis,
    serverSeconds: serverSeconds() - before.servers,
  });
}
