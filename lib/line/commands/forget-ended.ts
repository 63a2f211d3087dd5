import type { Redis } from "ioredis";
import { type EventRef, eventKeys, guessKeys, reportKeys } from "../keys";
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
  const reports = reportKeys(event);
  const isEntry = (field: string) => !PLACEHOLDERS.includes(field);
  let forgotten = 0;
  for (const key of [
    ...[keys.recentEven, keys.recentOdd, keys.joinsEven, keys.joinsOdd, keys.asking, keys.rights],
    ...[reports.usedEven, reports.usedOdd, guessKeys(event).guesses],
  ])
    forgotten += await dropFields(redis, key, isEntry);
  for (const key of [keys.seats, keys.over])
    forgotten += await redis.zremrangebyscore(key, "-inf", endedBeforeMs);
  for (const queueId of await redis.zrangebyscore(keys.buyers, "-inf", endedBeforeMs))
    forgotten += await renameBuyer(redis, keys, queueId);
  return forgotten;
}

/** Removes places that a token or code led to so long ago: an event that is always open has no next run. */
export function forgetOldRights(
  redis: Redis,
  event: EventRef,
  joinedBeforeMs: number,
): Promise<number> {
  return dropFields(redis, eventKeys(event).rights, (_field, value) => {
    const [, , joinedAtMs = ""] = value.split(":");
    return joinedAtMs !== "" && Number(joinedAtMs) < joinedBeforeMs;
  });
}
