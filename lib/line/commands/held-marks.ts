import { createHash } from "node:crypto";
import { type EventRef, eventKey } from "../keys";
import type { Redis } from "../redis-client";
import { type RedisCommand, sendTogether } from "../send-together";
import { readCustomerFields } from "./customer-fields";
import { publishedFields } from "./published";
import { replicationId } from "./untold-times";

/**
 * For each of these events a digest of what Redis holds of its settings, in which run its line is, and which Redis that
 * is, read in one round trip: the same digest, and nothing was lost, changed or undone. Null for one that cannot be read.
 */
export async function readHeldMarks(
  redis: Redis,
  events: readonly EventRef[],
): Promise<readonly (string | null)[]> {
  const id = await replicationId(redis);
  const lineFields = events.map(
    (event): RedisCommand => ["hmget", eventKey(event, "line"), "run", "version", "replid"],
  );
  const [published, lines] = await Promise.all([
    // What of all of them cannot be read is of each.
    readCustomerFields(redis, events, publishedFields).catch((error: Error) =>
      events.map(() => error),
    ),
    sendTogether(redis, lineFields),
  ]);
  return events.map((_, index) => {
    const fields = [published[index], lines[index]];
    if (fields.some((one) => one instanceof Error)) return null;
    const held = JSON.stringify([id, ...fields]);
    return createHash("sha1").update(held).digest("base64");
  });
}
