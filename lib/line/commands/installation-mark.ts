import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";
import { INSTALLATION_KEY } from "../keys";
import type { Redis } from "../redis-client";

const TAG_CHARACTERS = 22;

/** By what an installation knows its own Redis: a tag of each of its master keys, the former ones too. */
export function installationTags(masters: readonly MasterKey[]): readonly string[] {
  return masters.map((master) =>
    deriveKey(master, "stanchion/installation", Buffer.alloc(0))
      .toString("base64url")
      .slice(0, TAG_CHARACTERS),
  );
}

/**
 * Whether a Redis is marked by this installation. One that nobody has marked is: it is new, was emptied, or comes from a version
 * that made no marks. One that another installation has marked is foreign.
 */
export async function isOwnRedis(redis: Redis, tags: readonly string[]): Promise<boolean> {
  const marked = await redis.smembers(INSTALLATION_KEY);
  return marked.length === 0 || marked.some((tag) => tags.includes(tag));
}

/**
 * Marks a Redis with all master keys of this installation, so that processes with the key before or after a rotation know it;
 * false, and nothing written, for a foreign one. Throws where Redis takes no writes.
 */
export async function markOwnRedis(redis: Redis, tags: readonly string[]): Promise<boolean> {
  if (!(await isOwnRedis(redis, tags))) return false;
  await redis.sadd(INSTALLATION_KEY, ...tags);
  return true;
}

/** Throws one sentence for a Redis that belongs to another installation. */
export async function requireOwnRedis(redis: Redis, masters: readonly MasterKey[]): Promise<void> {
  if (!(await isOwnRedis(redis, installationTags(masters)))) throw foreignRedis();
}

export function foreignRedis(): ExpectedFailure {
  return new ExpectedFailure(FOREIGN);
}

export const FOREIGN =
  "The Redis of REDIS_URL belongs to an installation with another MASTER_KEY. Set REDIS_URL to this installation's own Redis or database, or, if it is the right one, add the key that marked it to PREVIOUS_MASTER_KEYS.";
