import { existsSync, statfsSync } from "node:fs";
import type { Cluster, Redis as OneRedis } from "ioredis";
import { installationTags, isOwnRedis } from "@/lib/line/commands/installation-mark";
import { openRedis } from "@/lib/line/redis";
import { askMasters, isCluster, type Redis } from "@/lib/line/redis-client";
import { lacksDatabase } from "@/lib/line/redis-refusal";
import { type RedisDurability, readRedisDangers } from "@/lib/line/redis-safety";
import type { MasterKey } from "@/lib/secrets/seal";
import { type Finding, type Findings, finder, reasonOf } from "./finding";
import { checkVersion } from "./versions";

type Danger = Awaited<ReturnType<typeof readRedisDangers>>[number]["code"];

const SET_IT = "Change the setting in the finding, in the configuration file and with CONFIG SET.";
const danger = (means: string) => ({ severity: "error", means, todo: SET_IT }) as const;

export const REDIS_FINDINGS: Findings<
  | "redis.unreachable"
  | "redis.refused"
  | "redis.database-missing"
  | "redis.foreign"
  | "redis.memory-full"
  | "redis.cannot-save"
  | "redis.read-only"
  | "redis.memory-nearly-full"
  | "redis.disk-nearly-full"
  | "redis.cluster-incomplete"
  | "redis.cluster-unreplicated"
  | "redis.cluster-stops-whole"
  | `redis.${Danger}`
> = {
  "redis.unreachable": {
    severity: "error",
    means: "Redis in REDIS_URL is not responding.",
    todo: "Start it, or check the host and port in REDIS_URL, the network, firewall and TLS.",
  },
  "redis.refused": {
    severity: "error",
    means: "Redis rejects the user or password in REDIS_URL.",
    todo: "Correct them in REDIS_URL. Percent-encode special characters.",
  },
  "redis.database-missing": {
    severity: "error",
    means: "The database number in REDIS_URL does not exist.",
    todo: "Change the number after the last / of REDIS_URL, or raise Redis's databases setting.",
  },
  "redis.foreign": {
    severity: "error",
    means: "Redis in REDIS_URL belongs to an installation with another MASTER_KEY.",
    todo: "Set REDIS_URL to this installation's Redis. If it is the right one, add its former key to PREVIOUS_MASTER_KEYS.",
  },
  "redis.memory-full": {
    severity: "error",
    means: "Redis is out of memory and rejects writes, so nobody can join.",
    todo: "Raise maxmemory or use a larger machine.",
  },
  "redis.cannot-save": {
    severity: "error",
    means:
      "Redis can't write its append-only file or snapshot and rejects writes, so nobody can join.",
    todo: 'Free disk space and check the Redis log. If only snapshots fail, turn them off with CONFIG SET save "".',
  },
  "redis.read-only": {
    severity: "error",
    means:
      "Redis in REDIS_URL rejects writes: it is a replica, or has fewer replicas than min-replicas-to-write.",
    todo: "Use the primary or Sentinels (redis+sentinel://…), and check why replicas are missing.",
  },
  "redis.memory-nearly-full": {
    severity: "warning",
    means: "Redis uses more than 80 % of its memory limit. When it is full, nobody can join.",
    todo: "Raise maxmemory or use a larger machine.",
  },
  "redis.disk-nearly-full": {
    severity: "warning",
    means: "The Redis disk is nearly full. When it is full, Redis rejects writes.",
    todo: "Free space, or move the Redis data folder to a larger disk.",
  },
  "redis.cluster-incomplete": {
    severity: "error",
    means: "Some slots of the Redis Cluster have no master. Their events stand still.",
    todo: "Start the missing master or its replica. redis-cli --cluster check HOST:PORT names the slots.",
  },
  "redis.cluster-unreplicated": {
    severity: "warning",
    means: "A master of the Redis Cluster has no replica. Its events stand still when it fails.",
    todo: "Add one with redis-cli --cluster add-node HOST:PORT HOST:PORT --cluster-slave.",
  },
  "redis.cluster-stops-whole": {
    severity: "warning",
    means: "All events stand still while any master of the Redis Cluster is missing.",
    todo: "Set cluster-require-full-coverage to no, in the configuration file and with CONFIG SET.",
  },
  "redis.settings-hidden": danger("The user in REDIS_URL can't read the Redis configuration."),
  "redis.append-only-off": danger("Redis has no append-only file, so a restart loses every line."),
  "redis.append-only-unsynced": danger("Redis does not sync its append-only file to disk."),
  "redis.evicts": danger("Redis evicts keys when its memory is full."),
  "redis.replicas-not-needed": danger(
    "Redis keeps accepting writes when cut off from its replicas.",
  ),
  "redis.cluster-timeout-long": danger(
    "A master of the Redis Cluster may keep accepting writes beside its successor.",
  ),
  "redis.replica-lag-unlimited": danger("Redis may take too long to notice missing replicas."),
};

const found = finder(REDIS_FINDINGS);
const TIMEOUT_MS = 5_000;
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|Client sent AUTH|AUTH))/;

/** Opens a connection to Redis for as long as `work` takes; answers what is wrong when there is none. */
export async function withRedis(
  url: string,
  work: (redis: Redis) => Promise<Finding[]>,
): Promise<{ readonly isOpen: boolean; readonly findings: Finding[] }> {
  const redis = openRedis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
  });
  const errors: unknown[] = [];
  redis.on("error", (error: Error) =>
    errors.push("lastNodeError" in error ? (error.lastNodeError ?? error) : error),
  );
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    return { isOpen: false, findings: [unreachable([...errors, error])] };
  }
  if (errors.some(lacksDatabase)) {
    redis.disconnect();
    return { isOpen: false, findings: [unreachable(errors)] };
  }
  try {
    return { isOpen: true, findings: await work(redis) };
  } finally {
    redis.disconnect();
  }
}

function unreachable(errors: readonly unknown[]): Finding {
  if (errors.some(lacksDatabase)) return found("redis.database-missing");
  const reasons = errors.map(reasonOf);
  const refusal = reasons.find((reason) => REFUSED.test(reason));
  if (refusal !== undefined) return found("redis.refused", `Redis rejects the login: ${refusal}`);
  const cannotSave = reasons.some((reason) => reason.startsWith("MISCONF"));
  if (cannotSave) return found("redis.cannot-save");
  return found("redis.unreachable", `Redis in REDIS_URL is not responding: ${reasons[0]}.`);
}

export type RedisLimits = { readonly oldest?: string; readonly leastFreeBytes?: number };

/** What is wrong with how Redis, or each master of a cluster, is set up, and whether it has room. */
export async function checkRedis(
  redis: Redis,
  durability: RedisDurability,
  limits: RedisLimits = {},
): Promise<Finding[]> {
  const ofEach = await askMasters(redis, (one) => checkOne(one, limits));
  const findings = isCluster(redis) ? await checkCluster(redis) : [];
  findings.push(...ofEach.flat());
  if (durability === "managed") return once(findings);
  for (const { code, text } of await readRedisDangers(redis))
    findings.push(found(`redis.${code}`, text));
  const { leastFreeBytes = 1_000_000_000 } = limits;
  const disks = await askMasters(redis, (one) => checkDisk(one, leastFreeBytes));
  return once([...findings, ...disks.flat()]);
}

/** What several nodes lack is said of the first. */
function once(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ code }, at) => findings.findIndex((one) => one.code === code) === at);
}

async function checkOne(redis: OneRedis, { oldest }: RedisLimits): Promise<Finding[]> {
  const info = await redis.info().catch(() => "");
  const told = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1] ?? "";
  const findings: Finding[] = [];
  if (info !== "") findings.push(...checkVersion("redis", told("redis_version"), oldest));
  if (told("role") === "slave" || (await lacksReplicas(redis, told)))
    findings.push(found("redis.read-only"));
  const [used, most] = [Number(told("used_memory")), Number(told("maxmemory"))];
  if (most > 0 && used >= most) findings.push(found("redis.memory-full"));
  else if (most > 0 && used > 0.8 * most) findings.push(found("redis.memory-nearly-full"));
  // What takes no writes for another reason says so here.
  if (await cannotSave(redis, told)) findings.push(found("redis.cannot-save"));
  return findings;
}

/** Whether each key has a master, and each master somebody to follow it. */
async function checkCluster(cluster: Cluster): Promise<Finding[]> {
  const [told] = await askMasters(cluster, async (master) => ({
    info: String(await master.cluster("INFO")),
    nodes: String(await master.cluster("NODES")),
    coverage: await master.config("GET", "cluster-require-full-coverage").catch(() => []),
  }));
  if (told === undefined) return [];
  const { info, nodes, coverage } = told;
  const findings: Finding[] = [];
  if (!/^cluster_state:ok/m.test(info) || !/^cluster_slots_ok:16384/m.test(info))
    findings.push(found("redis.cluster-incomplete"));
  const lines = nodes.split("\n");
  const alive = lines.filter((line) => !/^\S+ \S+ \S*(fail|noaddr|handshake)/.test(line));
  const followed = new Set(alive.map((line) => line.split(" ")[3]));
  const masters = alive.filter((line) => / \S*master /.test(line) && /connected \S/.test(line));
  if (masters.some((line) => !followed.has(line.split(" ")[0])))
    findings.push(found("redis.cluster-unreplicated"));
  if (Array.isArray(coverage) && coverage[1] === "yes")
    findings.push(found("redis.cluster-stops-whole"));
  return findings;
}

/** Redis refuses writes where its journal fails, and where a snapshot fails that it is set to make. */
async function cannotSave(redis: OneRedis, told: (name: string) => string): Promise<boolean> {
  if (told("aof_last_write_status") === "err") return true;
  if (told("rdb_last_bgsave_status") !== "err") return false;
  const [[, save = ""], [, stops = ""]] = await Promise.all(
    ["save", "stop-writes-on-bgsave-error"].map(async (name) => {
      const reply = await redis.config("GET", name).catch(() => []);
      return Array.isArray(reply) ? reply.map(String) : [];
    }),
  ).then(([first = [], second = []]) => [first, second] as const);
  return save !== "" && stops === "yes";
}

async function lacksReplicas(redis: OneRedis, told: (name: string) => string): Promise<boolean> {
  const reply = await redis.config("GET", "min-replicas-to-write").catch(() => []);
  const needed = Array.isArray(reply) ? Number(reply[1] ?? 0) : 0;
  return needed > Number(told("min_slaves_good_slaves") || 0);
}

/** Whose Redis it is. */
export async function checkOwner(redis: Redis, masters: readonly MasterKey[]): Promise<Finding[]> {
  return (await isOwnRedis(redis, installationTags(masters))) ? [] : [found("redis.foreign")];
}

/** Says nothing where the folder is on another machine, or may not be seen. */
async function checkDisk(redis: OneRedis, leastFreeBytes: number): Promise<Finding[]> {
  const reply = await redis.config("GET", "dir").catch(() => []);
  const directory = Array.isArray(reply) ? String(reply[1] ?? "") : "";
  const isHere = /^(127\.|::1|localhost)/.test(redis.options.host ?? "");
  if (!isHere || directory === "" || !existsSync(directory)) return [];
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free >= leastFreeBytes) return [];
  const megabytes = Math.round(free / 1_000_000);
  return [
    found("redis.disk-nearly-full", `The Redis data folder ${directory} has ${megabytes} MB left.`),
  ];
}
