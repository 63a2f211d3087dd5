import { Redis } from "ioredis";
import { until } from "../shared/time";
import { findFreePorts } from "../stack/ports";
import { askRedis, type RedisOptions } from "../stack/redis";
import { type RedisMember, startRedisMember } from "./redis-members";

export type LocalCluster = Awaited<ReturnType<typeof startRedisCluster>>;

type ClusterOptions = Omit<RedisOptions, "port"> & {
  readonly masters: number;
  /** A replica for each master. */
  readonly isReplicated: boolean;
};

const SLOTS = 16_384;
/** A master that is silent for so long is dead. */
const NODE_TIMEOUT_MS = 2_000;
const READY_MS = 60_000;

/** Starts the masters of a cluster and a replica of each, and divides the slots evenly. */
export async function startRedisCluster(options: ClusterOptions) {
  const { masters: count, isReplicated, onProgress } = options;
  onProgress(`Starting a Redis Cluster of ${count} masters${isReplicated ? " and replicas" : ""}`);
  const ports = await portsFor(isReplicated ? 2 * count : count);
  const members = await Promise.all(ports.map((own, at) => startNode(options, at + 1, own)));
  const masters = members.slice(0, count);
  const ids = await Promise.all(members.map(({ url }) => ask(url, "MYID")));
  const [first] = members;
  if (first === undefined) throw new Error("A cluster has at least one master.");
  for (const [at, { url }] of masters.entries()) {
    const from = Math.floor((at * SLOTS) / count);
    const to = Math.floor(((at + 1) * SLOTS) / count) - 1;
    await ask(url, "ADDSLOTSRANGE", from, to);
  }
  for (const { port, busPort } of ports.slice(1))
    await ask(first.url, "MEET", "127.0.0.1", port, busPort);
  await until("all nodes know each other", () => areKnown(members), READY_MS);
  for (const [at, { url }] of members.slice(count).entries())
    await ask(url, "REPLICATE", ids[at] ?? "");
  await until("the cluster is whole", () => isWhole(members, isReplicated), READY_MS);
  return {
    /** The address for `REDIS_URL`. */
    url: `redis+cluster://${members.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    members,
    /** Who has a slot now; undefined while nobody answers. */
    ownerOf: (slot: number) => ownerOf(members, slot),
    /** Who has a slot by the word of all but one, once that is not this one any more. */
    async successorOf(slot: number, former: RedisMember) {
      const others = members.filter(({ port }) => port !== former.port);
      const owner = await ownerOf(others, slot);
      return owner?.port === former.port ? undefined : owner;
    },
    async masters(): Promise<RedisMember[]> {
      const roles = await Promise.all(members.map(({ url }) => replicationOf(url)));
      return members.filter((_, at) => roles[at]?.includes("role:master"));
    },
    /** Whether a replica follows this one. */
    isFollowed: async ({ url }: RedisMember) => (await replicationOf(url)).includes("state=online"),
    moveSlot: (slot: number, to: RedisMember) => moveSlot(members, slot, to),
  };
}

/** For clients of a node, and for what the nodes say to each other. */
type Ports = { readonly port: number; readonly busPort: number };

async function portsFor(count: number): Promise<Ports[]> {
  const free = new Set<number>();
  while (free.size < 2 * count)
    for (const port of Object.values(await findFreePorts())) free.add(port);
  const ports = [...free];
  return Array.from({ length: count }, (_, at) => ({
    port: ports[2 * at] ?? 0,
    busPort: ports[2 * at + 1] ?? 0,
  }));
}

function startNode(
  options: Omit<RedisOptions, "port">,
  at: number,
  { port, busPort }: Ports,
): Promise<RedisMember> {
  const settings = {
    // One that has met nobody does not know its address.
    ...{ "cluster-announce-ip": "127.0.0.1", "cluster-enabled": "yes" },
    "cluster-port": `${busPort}`,
    ...{ "cluster-node-timeout": `${NODE_TIMEOUT_MS}` },
    ...{ "cluster-require-full-coverage": "no", "cluster-config-file": "nodes.conf" },
    // Each keeps its own, so that it is known who follows whom.
    "cluster-allow-replica-migration": "no",
    // With one replica nobody could write once it has been promoted. A cluster without most of its masters stops by itself.
    "min-replicas-to-write": "0",
  };
  return startRedisMember({ ...options, name: `redis-${at}`, port, settings });
}

async function ask(url: string, ...words: (string | number)[]): Promise<string> {
  const redis = new Redis(url, { maxRetriesPerRequest: 0, commandTimeout: 5_000 });
  try {
    return String(await redis.call("CLUSTER", words));
  } finally {
    redis.disconnect();
  }
}

async function told(url: string, command: string): Promise<string> {
  return String(await askRedis(url, (redis) => redis.call("CLUSTER", command)));
}

async function areKnown(members: readonly RedisMember[]): Promise<boolean> {
  const lists = await Promise.all(members.map(({ url }) => told(url, "NODES")));
  return lists.every(
    (list) => list.match(/ connected/g)?.length === members.length && !/handshake/.test(list),
  );
}

async function isWhole(members: readonly RedisMember[], isReplicated: boolean): Promise<boolean> {
  const infos = await Promise.all(members.map(({ url }) => told(url, "INFO")));
  if (!infos.every((info) => info.includes("cluster_state:ok"))) return false;
  const replication = await Promise.all(members.map(({ url }) => replicationOf(url)));
  const followed = replication.filter((one) => one.includes("state=online"));
  const lists = await Promise.all(members.map(({ url }) => told(url, "NODES")));
  const half = members.length / 2;
  return (
    !isReplicated ||
    (followed.length === half && lists.every((list) => list.match(/slave /g)?.length === half))
  );
}

/** What it tells of those that follow it, or whom it follows; nothing while it is away. */
async function replicationOf(url: string): Promise<string> {
  return (await askRedis(url, (redis) => redis.info("replication"))) ?? "";
}

async function ownerOf(members: readonly RedisMember[], slot: number) {
  for (const { url } of members) {
    const reply = await askRedis(url, (redis) => redis.call("CLUSTER", "SLOTS"));
    if (!Array.isArray(reply)) continue;
    const range = reply.find(([from, to]) => from <= slot && slot <= to);
    if (range === undefined) continue;
    return members.find(({ port }) => port === Number(range[2][1]));
  }
  return undefined;
}

/** Moves all keys of a slot while they are in use, as `redis-cli --cluster reshard` does. */
async function moveSlot(members: readonly RedisMember[], slot: number, to: RedisMember) {
  const from = await ownerOf(members, slot);
  if (from === undefined) throw new Error(`Slot ${slot} has no master.`);
  if (from.port === to.port) return;
  const [fromId, toId] = await Promise.all([ask(from.url, "MYID"), ask(to.url, "MYID")]);
  await ask(to.url, "SETSLOT", slot, "IMPORTING", fromId);
  await ask(from.url, "SETSLOT", slot, "MIGRATING", toId);
  const redis = new Redis(from.url);
  try {
    for (;;) {
      const keys: unknown = await redis.call("CLUSTER", "GETKEYSINSLOT", slot, 10);
      if (!Array.isArray(keys) || keys.length === 0) break;
      for (const key of keys) await redis.call("MIGRATE", "127.0.0.1", to.port, key, 0, 5_000);
    }
  } finally {
    redis.disconnect();
  }
  for (const { url } of [to, from]) await ask(url, "SETSLOT", slot, "NODE", toId);
}
