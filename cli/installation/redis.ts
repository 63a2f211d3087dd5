import { existsSync, statfsSync } from "node:fs";
import type { Redis } from "ioredis";
import { openRedis } from "@/lib/line/redis";
import { type RedisDurability, readRedisDangers } from "@/lib/line/redis-safety";
import { type Finding, type Findings, finder, reasonOf } from "./finding";
import { checkVersion } from "./versions";

type Danger = Awaited<ReturnType<typeof readRedisDangers>>[number]["code"];

const SET_IT = "Set it as the finding says, in the configuration file and with CONFIG SET.";
const danger = (means: string) => ({ severity: "error", means, todo: SET_IT }) as const;

export const REDIS_FINDINGS: Findings<
  | "redis.unreachable"
  | "redis.refused"
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
  "redis.read-only": {
    severity: "error",
    means: "The Redis of REDIS_URL is a replica and takes no writes.",
    todo: "Name the master, or the Sentinels (redis+sentinel://…), which know who it is.",
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
  try {
    return { isOpen: true, findings: await work(redis) };
  } finally {
    redis.disconnect();
  }
}

function unreachable(errors: readonly unknown[]): Finding {
  const reasons = errors.map(reasonOf);
  const refusal = reasons.find((reason) => REFUSED.test(reason));
  if (refusal !== undefined) return found("redis.refused", `Redis does not let us in: ${refusal}`);
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
  if (told("role") === "slave") findings.push(found("redis.read-only"));
  const [used, most] = [Number(told("used_memory")), Number(told("maxmemory"))];
  if (most > 0 && used > 0.8 * most) findings.push(found("redis.memory-nearly-full"));
  if (durability === "managed") return findings;
  for (const { code, text } of await readRedisDangers(redis))
    findings.push(found(`redis.${code}`, text));
  return [...findings, ...(await checkDisk(redis, leastFreeBytes))];
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
