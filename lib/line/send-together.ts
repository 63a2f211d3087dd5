import type { Cluster } from "ioredis";
import { slotOfKey } from "./key-slot";
import { isCluster, type Redis } from "./redis-client";

/** A command and its arguments, of which the first is its key. */
export type RedisCommand = readonly [name: string, ...values: (string | number)[]];

const ELSEWHERE = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN) |same slots allocation group/;

/**
 * Sends commands in one go, and answers their replies in their order; in a cluster each master gets those of its keys in one.
 * They are carried out one by one, with others between them. What one fails of is its own reply, as an error. Throws where all fail.
 */
export async function sendTogether(
  redis: Redis,
  commands: readonly RedisCommand[],
): Promise<unknown[]> {
  const replies = isCluster(redis)
    ? await sendToMasters(redis, commands)
    : await pipelined(redis, commands);
  const [first] = replies;
  if (first instanceof Error && replies.every((one) => one instanceof Error)) throw first;
  return replies;
}

async function pipelined(redis: Redis, commands: readonly RedisCommand[]): Promise<unknown[]> {
  const replies = await redis.pipeline(commands.map((one) => [...one])).exec();
  return (replies ?? []).map(([error, reply]) => error ?? reply);
}

/** A command whose key has moved since is sent once more, to whoever has it by then. */
async function sendToMasters(
  cluster: Cluster,
  commands: readonly RedisCommand[],
): Promise<unknown[]> {
  const replies: unknown[] = [];
  const shares = new Map<string, number[]>();
  for (const [at, [, key]] of commands.entries()) {
    const nodes = cluster.slots[slotOfKey(String(key))]?.join() ?? "";
    const share = shares.get(nodes);
    if (share === undefined) shares.set(nodes, [at]);
    else share.push(at);
  }
  await Promise.all(
    [...shares.values()].map(async (share) => {
      const some = share.flatMap((at) => commands.slice(at, at + 1));
      // A share that has come apart meanwhile is refused before any of it is sent.
      const found = await pipelined(cluster, some).catch((error: Error) => some.map(() => error));
      for (const [index, at] of share.entries()) replies[at] = found[index];
    }),
  );
  const again = commands.map((command, at) =>
    isElsewhere(replies[at]) ? replyOf(cluster, command) : replies[at],
  );
  return Promise.all(again);
}

/** Whether a command was not carried out, since somebody else has its key by now. */
function isElsewhere(reply: unknown): boolean {
  return reply instanceof Error && ELSEWHERE.test(reply.message);
}

async function replyOf(cluster: Cluster, [name, ...values]: RedisCommand): Promise<unknown> {
  try {
    return await cluster.call(name, values);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
