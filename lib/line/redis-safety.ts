import type { Redis } from "ioredis";
import { REPLICAS } from "./constants";

/** Something in how Redis is set up by which it could lose the line on its own. */
export type RedisDanger = {
  readonly code:
    | "settings-hidden"
    | "append-only-off"
    | "append-only-unsynced"
    | "evicts"
    | "replicas-not-needed"
    | "replica-lag-unlimited";
  /** What it is and what to do, in one or two sentences. */
  readonly text: string;
};

/** Who answers for how Redis is set up: we look ourselves, or the operator says that a provider does. */
export type RedisDurability = "checked" | "managed";

/**
 * What is dangerous in how this Redis is set up, and what to do about each. Rejects when Redis does not answer. One
 * that does not show its settings is dangerous for that reason.
 */
export async function readRedisDangers(redis: Redis): Promise<RedisDanger[]> {
  try {
    return dangersOf(await readSetup(redis));
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
  readonly isBehindSentinel: boolean;
};

async function readSetup(redis: Redis): Promise<Setup> {
  const [memory, persistence, replication, sync, replicas] = await Promise.all([
    redis.info("memory"),
    redis.info("persistence"),
    redis.info("replication"),
    redis.config("GET", "appendfsync"),
    redis.config("GET", "min-replicas-*"),
  ]);
  return {
    info: [memory, persistence, replication].join("\n"),
    appendfsync: settingOf(sync, "appendfsync"),
    needed: Number(settingOf(replicas, "min-replicas-to-write")),
    lagSeconds: Number(settingOf(replicas, "min-replicas-max-lag")),
    isBehindSentinel: Boolean(redis.options.sentinels),
  };
}

function dangersOf({ info, appendfsync, needed, lagSeconds, isBehindSentinel }: Setup) {
  const dangers: RedisDanger[] = [];
  const told = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1] ?? "";
  if (told("aof_enabled") !== "1") {
    dangers.push({
      code: "append-only-off",
      text: "Redis has no append-only file, so a restart loses every line. Set appendonly to yes.",
    });
  } else if (appendfsync === "no") {
    dangers.push({
      code: "append-only-unsynced",
      text: "Redis does not flush its append-only file to disk. Set appendfsync to everysec.",
    });
  }
  const policy = told("maxmemory_policy");
  if (policy !== "noeviction") {
    dangers.push({
      code: "evicts",
      text: `Redis evicts keys when its memory is full. Set maxmemory-policy to noeviction (it is ${policy}).`,
    });
  }
  const replicas = Math.max(Number(told("connected_slaves")), isBehindSentinel ? 1 : 0);
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

function settingOf(reply: unknown, name: string): string {
  if (!Array.isArray(reply)) return "";
  const at = reply.indexOf(name);
  return at === -1 ? "" : String(reply[at + 1]);
}

/** Redis has answered, and the answer is no. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === "ReplyError";
}
