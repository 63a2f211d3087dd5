import type { Redis } from "ioredis";
import { PROCESS } from "../constants";
import { NODES_KEY } from "../keys";
import { isFormerNode } from "../node-id";

/** True while waiting rooms of the version before run, as they do during an upgrade. */
export async function haveFormerRooms(redis: Redis): Promise<boolean> {
  const [seconds = 0] = (await redis.time()).map(Number);
  const since = seconds * 1_000 - PROCESS.aliveMs;
  return (await redis.zrange(NODES_KEY, since, "+inf", "BYSCORE")).some(isFormerNode);
}
