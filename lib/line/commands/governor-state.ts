import { type GovernorState, startBaseline, withSetting } from "@/lib/domain/governor/governor";
import type { GovernorSetting } from "@/lib/domain/governor/governor-setting";
import { type EventRef, publishedKey } from "../keys";
import type { Redis } from "../redis-client";
import { readCustomerFields } from "./customer-fields";

/** What the governor remembers of an event, and of which site. */
export type GovernedEvent = { readonly healthUrl: string; readonly state: GovernorState };

/** What the governor goes on from: what it remembers, as far as that holds with these settings. */
export function governorBefore(
  held: GovernedEvent | null,
  { healthUrl, timeoutMs }: NonNullable<GovernorSetting>,
): GovernorState {
  if (held === null) return startBaseline(timeoutMs);
  return withSetting(held.state, { timeoutMs, isSamePage: held.healthUrl === healthUrl });
}

/** The field of an event among what is published of its customer. */
export function governorField({ eventId, incarnation }: EventRef): string {
  return incarnation === null ? `governor:${eventId}` : `governor:${eventId}:${incarnation}`;
}

export async function readGovernor(redis: Redis, event: EventRef): Promise<GovernedEvent | null> {
  const text = await redis.hget(publishedKey(event.customerId), governorField(event));
  // Written by writeGovernor only.
  return text === null ? null : (JSON.parse(text) as GovernedEvent);
}

/** Those of these events of which a governor remembers anything, or that cannot be read. */
export async function withGovernor<Event extends EventRef>(
  redis: Redis,
  events: readonly Event[],
): Promise<readonly Event[]> {
  if (events.length === 0) return [];
  const read = await readCustomerFields(redis, events, (event) => [governorField(event)]);
  return events.filter((_, index) => {
    const values = read[index];
    return values instanceof Error || values?.[0] !== null;
  });
}

export async function writeGovernor(
  redis: Redis,
  event: EventRef,
  governed: GovernedEvent | null,
): Promise<void> {
  const key = publishedKey(event.customerId);
  if (governed === null) await redis.hdel(key, governorField(event));
  else await redis.hset(key, governorField(event), JSON.stringify(governed));
}

/** Gives the governor back what it remembered, as JSON, where Redis has lost it. */
export async function restoreGovernor(
  redis: Redis,
  event: EventRef,
  kept: string | null,
): Promise<void> {
  if (kept !== null) await redis.hsetnx(publishedKey(event.customerId), governorField(event), kept);
}
