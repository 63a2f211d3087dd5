import { type EventRef, eventKey, TIMES_TOLD_KEY } from "../keys";
import { askMasters, type Redis } from "../redis-client";
import { type RedisCommand, sendTogether } from "../send-together";

/** Which Redis this is, or which together make up a cluster: it differs after every restart and promotion. */
export async function replicationId(redis: Redis): Promise<string> {
  const told = await askMasters(redis, (master) => master.info("replication"));
  const ids = told.map((one) => /master_replid:(\w+)/.exec(one)?.[1] ?? "");
  return ids.sort().join(",");
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

/** Those whose line has not noticed the restart after which Redis has this id, does not know how long it took, or is away. */
export async function withUntoldTime<Event extends EventRef>(
  redis: Redis,
  id: string,
  events: readonly Event[],
): Promise<Event[]> {
  const commands = events.map(
    (event): RedisCommand => ["hmget", eventKey(event, "line"), "run", "replid", "clockJumpMs"],
  );
  const replies = await sendTogether(redis, commands);
  const ids: readonly unknown[] = id.split(",");
  return events.filter((_, index) => {
    const fields = replies[index];
    if (fields instanceof Error) return true;
    const [run, replid, jumpMs] = Array.isArray(fields) ? fields : [];
    return run != null && (!ids.includes(replid) || jumpMs != null);
  });
}
