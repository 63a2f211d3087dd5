import { createHash } from "node:crypto";

/** How many schedulers share the ticking of events. More than one, so that no slow event holds up all. */
export const SHARDS = 4;

/** The shard of an event, by its database id; the same in every process. */
export function shardOf(eventId: string): number {
  return createHash("sha256").update(eventId).digest().readUInt32BE(0) % SHARDS;
}
