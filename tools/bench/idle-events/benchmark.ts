import { setTimeout } from "node:timers/promises";
import type { Redis } from "ioredis";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Figures } from "@/tools/shared/bars";
import { queryPostgres } from "@/tools/stack/postgres";
import { type Stack, startBeside } from "@/tools/stack/stack";
import type { BenchContext, Benchmark } from "../harness/benchmark";
import { processorSeconds } from "../harness/process-figures";
import { addIdleEvents, countLines } from "./idle-events";

const FEW = 1_000;
const MANY = 10_000;
/** Two rounds of reconciliation, so that the second one is an ordinary one. */
const SETTLE_MS = 65_000;
const MEASURED_MS = 60_000;
const PATIENCE_MS = 600_000;

/** What events cost in which nobody waits. */
export const idleEvents: Benchmark = {
  about:
    "a worker with 1,000 and 10,000 open events in which nobody waits, and repair after a loss",
  async measure(context) {
    const stack = await startBeside({
      services: ["waiting-room", "worker"],
      onProgress: context.say,
    });
    const redis = connectRedis(stack.env["REDIS_URL"] ?? "");
    try {
      await waitForRedis(redis, 10_000);
      return await measureIdle({ stack, redis }, context);
    } finally {
      redis.disconnect();
      await stack.close();
    }
  },
};

type World = { readonly stack: Stack; readonly redis: Redis };

async function measureIdle(world: World, { say }: BenchContext): Promise<Figures> {
  const { stack, redis } = world;
  const databaseUrl = stack.env["DATABASE_URL"] ?? "";
  say(`Opening ${FEW} events`);
  await addIdleEvents(databaseUrl, 0, FEW);
  await untilLines(redis, FEW);
  const few = await measureCost(world);
  say(`${few.coreShare.toFixed(3)} of a core; Redis loses everything`);
  const lostMs = performance.now();
  await redis.flushall();
  await untilLines(redis, FEW);
  const repairSeconds = (performance.now() - lostMs) / 1_000;
  say(`Repaired within ${repairSeconds.toFixed(1)} s; opening ${MANY} events`);
  await addIdleEvents(databaseUrl, FEW, MANY);
  await untilLines(redis, MANY);
  const many = await measureCost(world);
  return {
    workerCoreShare1000: few.coreShare,
    workerCoreShare10000: many.coreShare,
    transactionsPerSecond: few.transactionsPerSecond,
    transactionsPerSecond10000: many.transactionsPerSecond,
    repairSeconds,
  };
}

async function untilLines(redis: Redis, count: number): Promise<void> {
  const endsMs = performance.now() + PATIENCE_MS;
  while ((await countLines(redis)) < count) {
    if (performance.now() > endsMs) throw new Error(`There are no ${count} lines.`);
    await setTimeout(200);
  }
}

async function measureCost({ stack }: World) {
  const databaseUrl = stack.env["DATABASE_URL"] ?? "";
  const worker = stack.processId("worker") ?? 0;
  await setTimeout(SETTLE_MS);
  const transactions = await transactionsOf(databaseUrl);
  const used = processorSeconds(worker);
  const startedMs = performance.now();
  await setTimeout(MEASURED_MS);
  const seconds = (performance.now() - startedMs) / 1_000;
  return {
    coreShare: (processorSeconds(worker) - used) / seconds,
    transactionsPerSecond: ((await transactionsOf(databaseUrl)) - transactions) / seconds,
  };
}

/** So far, by everybody. */
async function transactionsOf(databaseUrl: string): Promise<number> {
  const { rows } = await queryPostgres(
    databaseUrl,
    "SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.["n"]);
}
