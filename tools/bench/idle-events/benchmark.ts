import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "@/lib/line/redis-client";
import type { Figures } from "@/tools/shared/bars";
import { say } from "@/tools/stack/run-command";
import type { Stack } from "@/tools/stack/stack";
import type { Benchmark } from "../harness/benchmark";
import { withRedis } from "../harness/servers";
import { addEvents, costDuring, untilLines, withSystem } from "../harness/whole-system";

const FEW = 1_000;
const MANY = 10_000;
/** Two rounds of reconciliation, so that the second one is an ordinary one. */
const SETTLE_MS = 65_000;
const MEASURED_MS = 60_000;

export const idleEvents: Benchmark = {
  about:
    "a worker with 1,000 and 10,000 open events in which nobody waits, and repair after a loss",
  measure: () =>
    withSystem(["waiting-room", "worker"], (stack, databaseUrl) =>
      withRedis(stack.env["REDIS_URL"] ?? "", (redis) => measureIdle(stack, redis, databaseUrl)),
    ),
};

async function measureIdle(stack: Stack, redis: Redis, databaseUrl: string): Promise<Figures> {
  const open = async (from: number, to: number) => {
    say(`Opening ${to} events`);
    await addEvents(databaseUrl, { name: "idle", from, to });
    await untilLines(redis, "idle", to);
    await delay(SETTLE_MS);
    return costDuring(databaseUrl, stack.processId("worker") ?? 0, MEASURED_MS);
  };
  const few = await open(1, FEW);
  say(`${few.coreShare.toFixed(3)} of a core; Redis loses everything`);
  const lostMs = performance.now();
  await redis.flushall();
  await untilLines(redis, "idle", FEW);
  const repairSeconds = (performance.now() - lostMs) / 1_000;
  say(`Repaired within ${repairSeconds.toFixed(1)} s`);
  const many = await open(FEW + 1, MANY);
  return {
    ...{ workerCoreShare1000: few.coreShare, workerCoreShare10000: many.coreShare },
    ...{ transactionsPerSecond: few.transactionsPerSecond, repairSeconds },
  };
}
