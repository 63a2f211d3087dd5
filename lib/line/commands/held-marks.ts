import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { type EventRef, eventKeys, publishedKey } from "../keys";
import { publishedFields } from "./published";
import { replicationId } from "./untold-times";

/**
 * For each of these events a digest of what Redis holds of its settings, in which run its line is, and which Redis that
 * is, read in one round trip: the same digest, and nothing was lost, changed or undone.
 */
export async function readHeldMarks(
  redis: Redis,
  events: readonly EventRef[],
): Promise<readonly string[]> {
  const id = await replicationId(redis);
  const pipeline = redis.pipeline();
  for (const event of events) {
    pipeline.hmget(publishedKey(event.customerId), ...publishedFields(event));
    pipeline.hmget(eventKeys(event).line, "run", "version", "replid");
  }
  const replies = ((await pipeline.exec()) ?? []).map(([error, fields]) => {
    if (error) throw error;
    return fields;
  });
  return events.map((_, index) => {
    const held = JSON.stringify([id, replies[2 * index], replies[2 * index + 1]]);
    return createHash("sha1").update(held).digest("base64");
  });
}
