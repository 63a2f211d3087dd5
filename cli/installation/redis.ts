import { existsSync, statfsSync } from "node:fs";
import type { Redis } from "ioredis";
import { installationTags, isOwnRedis } from "@/lib/line/commands/installation-mark";
import { openRedis } from "@/lib/line/redis";
import { lacksDatabase } from "@/lib/line/redis-refusal";
import { type RedisDurability, readRedisDangers } from "@/lib/line/redis-safety";
import type { MasterKey } from "@/lib/secrets/seal";
import { type Finding, type Findings, finder, reasonOf } from "./finding";
import { checkVersion } from "./versions";

type Danger = Awaited<ReturnType<typeof readRedisDangers>>[number]["code"];

const SET_IT = "Set it as the finding says, in the configuration file and with CONFIG SET.";
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
  | `redis.${Danger}`
> = {
  "redis.unreachable": {
    severity: "error",
    means: "The Redis of REDIS_URL does not answer.",
    todo: "Start it, or mend host and port in REDIS_URL, or what lies between (network, firewall, TLS).",
  },
  "redis.refused": {
    severity: "error",
    means: "Redis does not let the user of REDIS_URL in.",
    todo: "Mend user and password in REDIS_URL; special characters are percent-encoded.",
  },
  "redis.database-missing": {
    severity: "error",
    means: "Redis lacks the database whose number stands in REDIS_URL.",
    todo: "Set the number behind the last / of REDIS_URL to one that Redis has, or raise its databases setting.",
  },
  "redis.foreign": {
    severity: "error",
    means: "The Redis of REDIS_URL belongs to an installation with another MASTER_KEY.",
    todo: "Set REDIS_URL to this installation's own Redis or database; or, if it is the right one, add the key that marked it to PREVIOUS_MASTER_KEYS.",
  },
  "redis.memory-full": {
    severity: "error",
    means: "The memory of Redis is full, so that it takes no writes: nobody can join.",
    todo: "Raise maxmemory, or give it a machine with more.",
  },
  "redis.cannot-save": {
    severity: "error",
    means:
      "Redis cannot write its journal or snapshot, so that it takes no writes: nobody can join.",
    todo: 'Make room on the disk of Redis, and look into its log. Where only a snapshot fails and the journal is well, CONFIG SET save "" turns snapshots off.',
  },
  "redis.read-only": {
    severity: "error",
    means:
      "The Redis of REDIS_URL takes no writes: it is a replica, or has fewer replicas than min-replicas-to-write.",
    todo: "Name the master, or the Sentinels (redis+sentinel://…), which know who it is; look why replicas are away.",
  },
  "redis.memory-nearly-full": {
    severity: "warning",
    means:
      "Redis has used more than four fifths of the memory that it may use. When it is full, nobody can join.",
    todo: "Raise maxmemory, or give it a machine with more.",
  },
  "redis.disk-nearly-full": {
    severity: "warning",
    means:
      "The disk on which Redis keeps its data is nearly full. When it is, Redis takes no writes.",
    todo: "Make room, or move the folder of Redis to a larger disk.",
  },
  "redis.settings-hidden": danger("The user of REDIS_URL may not read how Redis is set up."),
  "redis.append-only-off": danger("Redis keeps no append-only file: a restart loses every line."),
  "redis.append-only-unsynced": danger(
    "Redis does not see to it that its append-only file is on disk.",
  ),
  "redis.evicts": danger("Redis throws away keys when its memory is full."),
  "redis.replicas-not-needed": danger(
    "A Redis that is cut off from its replicas goes on by itself.",
  ),
  "redis.replica-lag-unlimited": danger(
    "Redis may not notice for long that its replicas are away.",
  ),
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
  redis.on("error", (error) => errors.push(error));
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
  if (refusal !== undefined) return found("redis.refused", `Redis does not let us in: ${refusal}`);
  const cannotSave = reasons.some((reason) => reason.startsWith("MISCONF"));
  if (cannotSave) return found("redis.cannot-save");
  return found("redis.unreachable", `The Redis of REDIS_URL does not answer: ${reasons[0]}.`);
}

export type RedisLimits = { readonly oldest?: string; readonly leastFreeBytes?: number };

/** What is wrong with how Redis is set up, and whether it has room. */
export async function checkRedis(
  redis: Redis,
  durability: RedisDurability,
  { oldest, leastFreeBytes = 1_000_000_000 }: RedisLimits = {},
): Promise<Finding[]> {
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
  if (durability === "managed") return findings;
  for (const { code, text } of await readRedisDangers(redis))
    findings.push(found(`redis.${code}`, text));
  return [...findings, ...(await checkDisk(redis, leastFreeBytes))];
}

/** Redis refuses writes where its journal fails, and where a snapshot fails that it is set to make. */
async function cannotSave(redis: Redis, told: (name: string) => string): Promise<boolean> {
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

async function lacksReplicas(redis: Redis, told: (name: string) => string): Promise<boolean> {
  const reply = await redis.config("GET", "min-replicas-to-write").catch(() => []);
  const needed = Array.isArray(reply) ? Number(reply[1] ?? 0) : 0;
  return needed > Number(told("min_slaves_good_slaves") || 0);
}

/** Whose Redis it is. */
export async function checkOwner(redis: Redis, masters: readonly MasterKey[]): Promise<Finding[]> {
  return (await isOwnRedis(redis, installationTags(masters))) ? [] : [found("redis.foreign")];
}

/** Says nothing where the folder is on another machine, or may not be seen. */
async function checkDisk(redis: Redis, leastFreeBytes: number): Promise<Finding[]> {
  const reply = await redis.config("GET", "dir").catch(() => []);
  const directory = Array.isArray(reply) ? String(reply[1] ?? "") : "";
  const isHere = /^(127\.|::1|localhost)/.test(redis.options.host ?? "");
  if (!isHere || directory === "" || !existsSync(directory)) return [];
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free >= leastFreeBytes) return [];
  const megabytes = Math.round(free / 1_000_000);
  return [
    found(
      "redis.disk-nearly-full",
      `${directory}, where Redis keeps its data, has ${megabytes} MB left.`,
    ),
  ];
}
