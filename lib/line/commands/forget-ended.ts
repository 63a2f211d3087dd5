import { DATA_IN_REDIS } from "@/lib/domain/retention/in-redis";
import { EVENT_KEYS } from "../event-keys";
import {
  type EventKeys,
  type EventRef,
  eventKey,
  eventKeys,
  guessKeys,
  type RedisKey,
  reportKeys,
} from "../keys";
import type { Redis } from "../redis-client";
import { dropFields, renameBuyer } from "./forget-visitor";

/** Fields that make a key exist, as `create` writes them. */
const PLACEHOLDERS: readonly string[] = ["-", "0"];

/**
 * Removes what the line of an event still holds about visitors a while after its run has ended: scripts prune
 * it only while the event is open. Reserved units lose their names and stay counted. Answers how many entries.
 */
export async function forgetEndedVisits(
  redis: Redis,
  event: EventRef,
  endedBeforeMs: number,
): Promise<number> {
  const keys = eventKeys(event);
  const { usedEven, usedOdd } = reportKeys(event);
  const { guesses } = guessKeys(event);
  const isEntry = (field: string) => !PLACEHOLDERS.includes(field);
  let forgotten = 0;
  for (const key of [...personalKeys(keys, "hash"), usedEven, usedOdd, guesses])
    forgotten += await dropFields(redis, key, isEntry);
  for (const key of personalKeys(keys, "sorted set"))
    forgotten += await redis.zremrangebyscore(key, "-inf", endedBeforeMs);
  if ((await redis.strlen(keys.joinSketch)) > 1) {
    await redis.set(keys.joinSketch, "\0");
    forgotten += 1;
  }
  for (const queueId of await redis.zrangebyscore(keys.buyers, "-inf", endedBeforeMs))
    forgotten += await renameBuyer(redis, keys, queueId);
  return forgotten;
}

/** Those of a type that hold something about visitors; what buyers have reserved is apart. */
function personalKeys(keys: EventKeys, type: "hash" | "sorted set"): RedisKey[] {
  const { buyers, buyerUnits, ...others } = EVENT_KEYS;
  return Object.entries(others).flatMap(([name, declared]) =>
    declared.type === type && DATA_IN_REDIS[declared.suffix] !== null
      ? // The names are those of EVENT_KEYS, which Object.entries forgets.
        [keys[name as keyof typeof others]]
      : [],
  );
}

/** Removes places that a token or code led to so long ago: an event that is always open has no next run. */
export function forgetOldRights(
  redis: Redis,
  event: EventRef,
  joinedBeforeMs: number,
): Promise<number> {
  return dropFields(redis, eventKey(event, "rights"), (_field, value) => {
    const [, , joinedAtMs = ""] = value.split(":");
    return joinedAtMs !== "" && Number(joinedAtMs) < joinedBeforeMs;
  });
}
