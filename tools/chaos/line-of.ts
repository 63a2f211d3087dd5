import type { Redis } from "ioredis";
import { readPublishedEvent } from "@/lib/line/commands/published";
import type { WireRef } from "@/lib/line/keys";
import { EventLine } from "@/waiting-room/line/event-line";

/** The line of a published event, as a process of this name over this connection has it. */
export async function lineOf(
  redis: Redis,
  { customerId, eventId }: WireRef,
  processName: string,
): Promise<EventLine> {
  const settings = await readPublishedEvent(redis, customerId, eventId);
  if (settings === null) throw new Error(`${eventId} is not published.`);
  const line = new EventLine(redis, settings, processName);
  await line.refresh();
  return line;
}
