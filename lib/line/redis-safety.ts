import type { Redis as OneRedis } from "ioredis";
import { REPLICAS } from "./constants";
import { askMasters, isCluster, type Redis } from "./redis-client";

/**
 * A node pings each other one within half of this time, so that two nodes notice a cut at most so far apart: the
 * hold after a promotion (`REPLICAS.holdMs`) is longer.
 */
const NODE_TIMEOUT_MAX_MS = 15_000;

/** Something in how Redis is set up by which it could lose the line on its own. */
export type RedisDanger = {
  readonly code:
    | "settings-hidden"
    | "append-only-off"
    | "append-only-unsynced"
    | "evicts"
    | "replicas-not-needed"
    | "replica-lag-unlimited"
    | "cluster-timeout-long";
  /** What it is and what to do, in one or two sentences. */
  readonly text: string;
};

/** Who answers for how Redis is set up: we look ourselves, or the operator says that a provider does. */
export type RedisDurability = "checked" | "managed";

/**
 * What is dangerous in how this Redis, or any master of this cluster, is set up, and what to do about each. Rejects when Redis
 * does not answer. One that does not show its settings is dangerous for that reason.
 */
export async function readRedisDangers(redis: Redis): Promise<RedisDanger[]> {
  const kind = kindOf(redis);
  const found = await askMasters(redis, (one) => dangersOfOne(one, kind));
  const byCode = new Map(found.flat().map((danger) => [danger.code, danger]));
  return [...byCode.values()];
}

/** Who promotes another in the place of a master. */
type Kind = "alone" | "sentinel" | "cluster";

function kindOf(redis: Redis): Kind {
  if (isCluster(redis)) return "cluster";
  return redis.options.sentinels ? "sentinel" : "alone";
}

async function dangersOfOne(redis: OneRedis, kind: Kind): Promise<RedisDanger[]> {
  try {
    const setup = await readSetup(redis);
    const ofTwoMasters = kind === "cluster" ? dangersInCluster(setup) : dangersBeside(setup, kind);
    return [...dangersOfLoss(setup), ...ofTwoMasters];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [
      {
        code: "settings-hidden",
        text:
          "This user can't read the settings of Redis. Allow INFO and CONFIG GET (ACL SETUSER name +info +config|get), " +
          "or set REDIS_DURABILITY=managed if your provider guarantees durability.",
      },
    ];
  }
}

type Setup = {
  readonly info: string;
  readonly appendfsync: string;
  readonly needed: number;
  readonly lagSeconds: number;
  readonly nodeTimeoutMs: number;
};

async function readSetup(redis: OneRedis): Promise<Setup> {
  const [memory, persistence, replication, sync, replicas, timeout] = await Promise.all([
    redis.info("memory"),
    redis.info("persistence"),
    redis.info("replication"),
    redis.config("GET", "appendfsync"),
    redis.config("GET", "min-replicas-*"),
    redis.config("GET", "cluster-node-timeout"),
  ]);
  return {
    info: [memory, persistence, replication].join("\n"),
    appendfsync: settingOf(sync, "appendfsync"),
    needed: Number(settingOf(replicas, "min-replicas-to-write")),
    lagSeconds: Number(settingOf(replicas, "min-replicas-max-lag")),
    nodeTimeoutMs: Number(settingOf(timeout, "cluster-node-timeout")),
  };
}

function told({ info }: Setup, name: string): string {
  return new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1] ?? "";
}

/** By which it could lose what it has. */
function dangersOfLoss(setup: Setup): RedisDanger[] {
  const dangers: RedisDanger[] = [];
  if (told(setup, "aof_enabled") !== "1") {
    dangers.push({
      code: "append-only-off",
      text: "Redis has no append-only file, so a restart loses every line. Set appendonly to yes.",
    });
  } else if (setup.appendfsync === "no") {
    dangers.push({
      code: "append-only-unsynced",
      text: "Redis does not flush its append-only file to disk. Set appendfsync to everysec.",
    });
  }
  const policy = told(setup, "maxmemory_policy");
  if (policy !== "noeviction") {
    dangers.push({
      code: "evicts",
      text: `Redis evicts keys when its memory is full. Set maxmemory-policy to noeviction (it is ${policy}).`,
    });
  }
  return dangers;
}

/** By which it could go on beside another that was promoted in its place. */
function dangersBeside(setup: Setup, kind: "alone" | "sentinel"): RedisDanger[] {
  const { needed, lagSeconds } = setup;
  const dangers: RedisDanger[] = [];
  const replicas = Math.max(Number(told(setup, "connected_slaves")), kind === "sentinel" ? 1 : 0);
  // With half of them on each side, none of two masters has enough.
  const least = Math.ceil(replicas / 2);
  if (!(needed >= least)) {
    dangers.push({
      code: "replicas-not-needed",
      text: `A master that is cut off from its replicas keeps accepting writes beside its successor. Set min-replicas-to-write to at least ${least}, half of the replicas (it is ${needed}).`,
    });
  }
  if (replicas > 0 && !(lagSeconds >= 1 && lagSeconds <= REPLICAS.lagSeconds)) {
    dangers.push({
      code: "replica-lag-unlimited",
      text: `Redis may take long to notice that replicas are gone. Set min-replicas-max-lag to a number from 1 to ${REPLICAS.lagSeconds} (it is ${lagSeconds}).`,
    });
  }
  return dangers;
}

/** A master that is cut off from most of the others stops by itself. */
function dangersInCluster({ nodeTimeoutMs }: Setup): RedisDanger[] {
  if (nodeTimeoutMs <= NODE_TIMEOUT_MAX_MS) return [];
  const text = `A master that is cut off keeps accepting writes beside its successor for too long. Set cluster-node-timeout to ${NODE_TIMEOUT_MAX_MS} or less (it is ${nodeTimeoutMs}).`;
  return [{ code: "cluster-timeout-long", text }];
}

function settingOf(reply: unknown, name: string): string {
  if (!Array.isArray(reply)) return "";
  const at = reply.indexOf(name);
  return at === -1 ? "" : String(reply[at + 1]);
}

/** Redis has answered, and the answer is no. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === "ReplyError";
}
