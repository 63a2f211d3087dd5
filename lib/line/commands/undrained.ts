import type { Redis } from "ioredis";
import { type EventRef, eventKeys } from "../keys";

/** Of a hash or stream that is there always, one field stands for nothing. */
const NOTHING = 1;

/** Those of these events that have admissions or counts of minutes which nobody has fetched, read in one round trip. */
export async function withUndrained<Event>(
  redis: Redis,
  events: readonly Event[],
  refOf: (event: Event) => EventRef,
): Promise<{ readonly admissions: readonly Event[]; readonly minutes: readonly Event[] }> {
  const pipeline = redis.pipeline();
  for (const event of events) {
    const { admissions, minutes } = eventKeys(refOf(event));
    pipeline.xlen(admissions).hlen(minutes);
  }
  const replies = ((await pipeline.exec()) ?? []).map(([error, count]) => {
    if (error) throw error;
    return Number(count);
  });
  return {
    admissions: events.filter((_, index) => (replies[2 * index] ?? 0) > 0),
    minutes: events.filter((_, index) => (replies[2 * index + 1] ?? 0) > NOTHING),
  };
}
