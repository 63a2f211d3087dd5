import { type EventRef, eventKey, noticeKeys } from "../keys";
import type { Redis } from "../redis-client";
import { type RedisCommand, sendTogether } from "../send-together";

/** What a line keeps until somebody fetches it. */
export type Undrained = "admissions" | "minutes" | "notices";

/** Events that one round trip asks about. */
const AT_ONCE = 500;

/** How much there is, and how much of it stands for nothing: one field of a hash that is there always. */
const COUNTS = {
  admissions: { nothing: 0, command: (event) => ["xlen", eventKey(event, "admissions")] },
  minutes: { nothing: 1, command: (event) => ["hlen", eventKey(event, "minutes")] },
  notices: { nothing: 0, command: (event) => ["xlen", noticeKeys(event).notices] },
} as const satisfies Record<
  Undrained,
  { readonly nothing: number; readonly command: (event: EventRef) => RedisCommand }
>;

/**
 * Those of these events that have something of a kind which nobody has fetched, read in few round trips. Those that cannot
 * be read are none of them.
 */
export async function withUndrained<Event extends EventRef>(
  redis: Redis,
  events: readonly Event[],
  kind: Undrained,
): Promise<readonly Event[]> {
  const { nothing, command } = COUNTS[kind];
  const found: Event[] = [];
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const some = events.slice(from, from + AT_ONCE);
    const replies = await sendTogether(redis, some.map(command));
    found.push(...some.filter((_, index) => Number(replies[index]) > nothing));
  }
  return found;
}
