import type { Redis } from "ioredis";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { type EventRef, eventKeys, type WireRef } from "@/lib/line/keys";
import { until } from "../shared/time";

/** Waits until an event is open and its line stands. Answers how Redis knows it. */
export async function untilStarted(redis: Redis, named: WireRef): Promise<EventRef> {
  let found: EventRef | null = null;
  await until(`the line of ${named.eventId} stands`, async () => {
    const settings = await readPublishedEvent(redis, named.customerId, named.eventId);
    if (settings?.status !== "open") return false;
    const event = { ...named, incarnation: settings.incarnation };
    if ((await redis.hget(eventKeys(event).line, "run")) === null) return false;
    found = event;
    return true;
  });
  if (found === null) throw new Error(`${named.eventId} was not started.`);
  return found;
}
