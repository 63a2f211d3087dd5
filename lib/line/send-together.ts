import type { Cluster, Redis as OneRedis } from "ioredis";
import { slotOfKey } from "./key-slot";
import { isCluster, type Redis } from "./redis-client";

/** A command and its arguments, of which the first is its key; `evalsha` has a hash and a count before it. */
export type RedisCommand = readonly [name: string, ...values: (string | number | Buffer)[]];

const NOWHERE = "CLUSTERDOWN Nobody is known to have this key";
const ELSEWHERE = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN) /;

/**
 * Sends commands in one go, and answers their replies in their order; in a cluster each master gets those of its keys in one.
 * They are carried out one by one, with others between them. What one fails of is its own reply, as an error. Throws where all
 * fail.
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

function keyOf([name, ...values]: RedisCommand): string {
  return String(values[name === "evalsha" ? 2 : 0]);
}

/** One that still connects would keep what it is told, and let everybody wait for it. */
export function readyMastersOf(cluster: Cluster): readonly OneRedis[] {
  return cluster.nodes("master").filter(({ status }) => status === "ready");
}

/** As a cluster's slots name it. */
function addressOf({ options: { host, port } }: OneRedis): string {
  return `${host}:${port}`;
}

async function pipelined(
  redis: OneRedis | undefined,
  commands: readonly RedisCommand[],
): Promise<unknown[]> {
  if (redis === undefined) return commands.map(() => new Error(NOWHERE));
  const replies = await redis.pipeline(commands.map((one) => [...one])).exec();
  return (replies ?? []).map(([error, reply]) => error ?? reply);
}

/**
 * Sends commands like `sendTogether`, but does not throw where all fail. Each master is told its share on its own connection:
 * through the cluster's each command would be placed twice. A command whose key has moved since, or whose master is not
 * known or not there, is sent once more, to whoever has it by then.
 */
export async function sendToMasters(
  cluster: Cluster,
  commands: readonly RedisCommand[],
): Promise<unknown[]> {
  const replies: unknown[] = [];
  const shares = new Map<string, number[]>();
  for (const [at, command] of commands.entries()) {
    const [address = ""] = cluster.slots[slotOfKey(keyOf(command))] ?? [];
    const share = shares.get(address);
    if (share === undefined) shares.set(address, [at]);
    else share.push(at);
  }
  const masters = new Map(readyMastersOf(cluster).map((master) => [addressOf(master), master]));
  await Promise.all(
    [...shares].map(async ([address, share]) => {
      const some = share.flatMap((at) => commands.slice(at, at + 1));
      const found = await pipelined(masters.get(address), some).catch((error: Error) =>
        some.map(() => error),
      );
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
