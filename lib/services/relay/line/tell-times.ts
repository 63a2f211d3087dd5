import { db } from "@/lib/db/client";
import { tickEvent } from "@/lib/line/commands/tick";
import { findUntoldRedis, noteTimesTold, withUntoldTime } from "@/lib/line/commands/untold-times";
import type { Redis } from "@/lib/line/redis-client";
import type { TickReply } from "@/lib/line/scripts/tick";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { readKeptLineTime } from "./inner/kept-event";

type Line = Parameters<typeof tickEvent>[1];

/** So many are asked for, and told, at once. */
const AT_ONCE = 100;

/**
 * Tells the lines of events that are not open what time it is, once after each restart of Redis: nobody ticks those, and
 * what they still issue (passes after the end, receipts, messages) says when it ends. Lines of open events are told by
 * whoever ticks them. Answers how many were told. What fails does not hold up the rest, and is done again by the next call.
 */
export async function tellTimes(redis: Redis): Promise<number> {
  const redisId = await findUntoldRedis(redis);
  if (redisId === null) return 0;
  const events = await db().event.findMany({
    where: { status: { not: "open" }, currentRun: { gt: 0 } },
    select: { id: true, ...EVENT_REF, customer: { select: { wireId: true } } },
    // What has ended last is asked for most.
    orderBy: { updatedAt: "desc" },
  });
  const lines = events.map((event) => ({ id: event.id, ...eventRef(event, event.customer) }));
  const failures: unknown[] = [];
  let told = 0;
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = await withUntoldTime(redis, redisId, lines.slice(from, from + AT_ONCE));
    const results = await Promise.allSettled(some.map((line) => tellTime(redis, line.id, line)));
    for (const result of results) if (result.status === "rejected") failures.push(result.reason);
    const left = await withUntoldTime(redis, redisId, some);
    if (left.length > 0) failures.push(new Error(`${left[0]?.eventId} does not know the time.`));
    told += some.length - left.length;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} lines were not told the time.`);
  await noteTimesTold(redis, redisId);
  return told;
}

/** Tells a line what time it has by what Postgres kept. */
export async function tellTime(redis: Redis, eventId: string, line: Line): Promise<TickReply> {
  return tickEvent(redis, line, { callerLineMs: await readKeptLineTime(eventId), heardMs: 0 });
}
