import { createHash } from "node:crypto";

/** How many schedulers share the ticking of events. More than one, so that no slow event holds up all. */
export const SHARDS = 4;
/** Events whose number is remembered; all are forgotten at once. */
const KEPT = 100_000;

const numbers = new Map<string, number>();

/** The shard of an event, by its database id; the same in every process. */
export function shardOf(eventId: string): number {
  return numberOf(eventId) % SHARDS;
}

/** Which turns an event takes, by its database id; as many of each shard take each turn. */
export function turnOf(eventId: string): number {
  return Math.floor(numberOf(eventId) / SHARDS);
}

function numberOf(eventId: string): number {
  const known = numbers.get(eventId);
  if (known !== undefined) return known;
  if (numbers.size >= KEPT) numbers.clear();
  const number = createHash("sha256").update(eventId).digest().readUInt32BE(0);
  numbers.set(eventId, number);
  return number;
}
