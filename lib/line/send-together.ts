import { isCluster, type Redis } from "./redis-client";

/** A command and its arguments. */
export type RedisCommand = readonly [name: string, ...values: (string | number)[]];

/**
 * Sends commands in one go, and answers their replies in their order; in a cluster each goes to whoever has its key. They are
 * carried out one by one, with others between them. What one fails of is its own reply, as an error. Throws where all fail.
 */
export async function sendTogether(
  redis: Redis,
  commands: readonly RedisCommand[],
): Promise<unknown[]> {
  const replies = isCluster(redis)
    ? await Promise.all(commands.map(([name, ...values]) => replyOf(redis.call(name, values))))
    : ((await redis.pipeline(commands.map((one) => [...one])).exec()) ?? []).map(
        ([error, reply]) => error ?? reply,
      );
  const [first] = replies;
  if (first instanceof Error && replies.every((one) => one instanceof Error)) throw first;
  return replies;
}

async function replyOf(sent: Promise<unknown>): Promise<unknown> {
  try {
    return await sent;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
