import type { Redis } from "ioredis";
import { type EventRef, eventKeys, TIMES_TOLD_KEY } from "../keys";

/** Which Redis this is: it differs after every restart and promotion. */
export async function replicationId(redis: Redis): Promise<string> {
  return /master_replid:(\w+)/.exec(await redis.info("replication"))?.[1] ?? "";
}

/** The id of this Redis where it may have lines that nobody has told the time since it began; else null. */
export async function findUntoldRedis(redis: Redis): Promise<string | null> {
  const [id, told] = await Promise.all([replicationId(redis), redis.get(TIMES_TOLD_KEY)]);
  return id === told ? null : id;
}

/** Notes that the lines of this Redis have been told the time. */
export async function noteTimesTold(redis: Redis, id: string): Promise<void> {
  await redis.set(TIMES_TOLD_KEY, id);
}

/** Those whose line has not noticed the restart after which Redis has this id, or does not know how long it took. */
export async function withUntoldTime<Event extends EventRef>(
  redis: Redis,
  id: string,
  events: readonly Event[],
): Promise<Event[]> {
  const pipeline = redis.pipeline();
  for (const event of events) pipeline.hmget(eventKeys(event).line, "run", "replid", "clockJumpMs");
  const replies = (await pipeline.exec()) ?? [];
  return events.filter((_, index) => {
    const [error, fields] = replies[index] ?? [];
    if (error) throw error;
    const [run, replid, jumpMs] = Array.isArray(fields) ? fields : [];
    return run != null && (replid !== id || jumpMs != null);
  });
}
