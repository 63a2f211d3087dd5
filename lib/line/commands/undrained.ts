import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { type RedisCommand, sendTogether } from "../send-together";

/** Of a hash or stream that is there always, one field stands for nothing. */
const NOTHING = 1;

/**
 * Those of these events that have admissions or counts of minutes which nobody has fetched, read in one round trip. Those
 * that cannot be read are none of them.
 */
export async function withUndrained<Event>(
  redis: Redis,
  events: readonly Event[],
  refOf: (event: Event) => EventRef,
): Promise<{ readonly admissions: readonly Event[]; readonly minutes: readonly Event[] }> {
  const commands = events.flatMap((event): RedisCommand[] => {
    const { admissions, minutes } = eventKeys(refOf(event));
    return [
      ["xlen", admissions],
      ["hlen", minutes],
    ];
  });
  const replies = (await sendTogether(redis, commands)).map(Number);
  return {
    admissions: events.filter((_, index) => (replies[2 * index] ?? 0) > 0),
    minutes: events.filter((_, index) => (replies[2 * index + 1] ?? 0) > NOTHING),
  };
}
