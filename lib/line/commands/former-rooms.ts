import { PROCESS } from "../constants";
import { NODES_KEY } from "../keys";
import { isFormerNode } from "../node-id";
import type { Redis } from "../redis-client";
import { redisTimeMs } from "../redis-time";

/** True while waiting rooms of the version before run, as they do during an upgrade. */
export async function haveFormerRooms(redis: Redis): Promise<boolean> {
  const since = (await redisTimeMs(redis)) - PROCESS.aliveMs;
  return (await redis.zrange(NODES_KEY, since, "+inf", "BYSCORE")).some(isFormerNode);
}
