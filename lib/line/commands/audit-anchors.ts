import type { Redis } from "ioredis";
import { AUDIT_ANCHORS_KEY } from "../keys";

/** The last anchor of each customer's audit log, as a line of text, by the customer's wire id. */
export async function readAuditAnchors(redis: Redis): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries(await redis.hgetall(AUDIT_ANCHORS_KEY)));
}

export async function writeAuditAnchors(
  redis: Redis,
  anchors: ReadonlyMap<string, string>,
): Promise<void> {
  if (anchors.size > 0) await redis.hset(AUDIT_ANCHORS_KEY, Object.fromEntries(anchors));
}
