import type { Cluster, Redis as OneRedis } from "ioredis";

/** A connection to a Redis, or to a Redis Cluster. */
export type Redis = OneRedis | Cluster;

/** Whether the keys of two events may lie in different Redis. */
export function isCluster(redis: Redis): redis is Cluster {
  return "nodes" in redis;
}

/** Connections to all that may be asked for a key: the masters of a cluster as it is known now, else the one Redis. */
export function mastersOf(redis: Redis): readonly OneRedis[] {
  return isCluster(redis) ? redis.nodes("master") : [redis];
}

/**
 * What the masters answer to a question that has no key, without those that are away. Throws where none answers.
 */
export async function askMasters<Answer>(
  redis: Redis,
  ask: (master: OneRedis) => Promise<Answer>,
): Promise<Answer[]> {
  const settled = await Promise.allSettled(mastersOf(redis).map(ask));
  const answers = settled.filter((one) => one.status === "fulfilled");
  const [failed] = settled.filter((one) => one.status === "rejected");
  if (answers.length === 0) throw failed?.reason ?? new Error("The cluster has no master.");
  return answers.map(({ value }) => value);
}
