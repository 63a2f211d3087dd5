import { spawn } from "node:child_process";
import { Queue } from "bullmq";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Logger } from "@/lib/platform/observability/logger";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createTestCustomer, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { QUEUES } from "./queues";
import { type RunningWorkers, startWorkers } from "./start-workers";

const redisUrl = testRedisUrl();
const redis = connectRedis(redisUrl);
const EVENTUALLY = { timeout: 25_000, interval: 200 };

const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const running: RunningWorkers[] = [];
let prefix: string;
let context: ServiceContext;

/** A worker of this test; its queues are its own, Postgres and the lines are everybody's. */
async function start(): Promise<RunningWorkers> {
  const workers = await startWorkers({ redisUrl, log: quiet, prefix });
  running.push(workers);
  return workers;
}

beforeAll(() => waitForRedis(redis, 10_000));
beforeEach(async () => {
  prefix = `{test-${crypto.randomUUID()}}`;
  context = await createTestCustomer();
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
  await startTestEvent(context, { eventId: "sale" });
  return async () => {
    await Promise.all(running.splice(0).map((workers) => workers.close()));
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(...keys);
  };
});
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const ref = () => startedRef(context);
const line = () => eventKeys(ref()).line;
const admit = (number: number) =>
  redis.xadd(
    eventKeys(ref()).admissions,
    "*",
    ...["r", 1, "v", 0, "t", "queue", "a", Date.now(), "m", `${number}:0:q${number};`, "l", ""],
  );
const storedNumbers = async () =>
  (
    await db().admission.findMany({
      where: { run: { event: { customerId: context.customer.id } } },
      orderBy: { queueNumber: "asc" },
    })
  ).map(({ queueNumber }) => Number(queueNumber));

const isOpen = () =>
  vi.waitFor(async () => expect(await redis.hget(line(), "run")).toBe("1"), EVENTUALLY);

describe("a worker", { timeout: 90_000 }, () => {
  test("opens the line, ticks it, stores its admissions and notes how far it came", async () => {
    await start();
    await isOpen();
    await redis.hset(line(), { last: "1", live: "1" });
    await redis.setbit(eventKeys(ref()).confirmed, 1, 1);
    await admit(1);
    await vi.waitFor(async () => expect(await redis.hget(line(), "serving")).toBe("1"), EVENTUALLY);
    await vi.waitFor(async () => expect(await storedNumbers()).toEqual([1]), EVENTUALLY);
    await vi.waitFor(async () => {
      const checkpoint = await db().laneCheckpoint.findFirst({
        where: { run: { event: { customerId: context.customer.id } } },
      });
      expect(checkpoint).toMatchObject({ lane: 0, last: 1n, serving: 1n });
    }, EVENTUALLY);
  });

  test("picks up everything that happened while none was running, once", async () => {
    const first = await start();
    await isOpen();
    await first.close();
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 90 });
    for (let number = 1; number <= 30; number += 1) await admit(number);
    await Promise.all([start(), start()]);
    await vi.waitFor(
      async () =>
        expect(await readPublishedEvent(redis, ref().customerId, "sale")).toMatchObject({
          outflowPerMinute: 90,
        }),
      EVENTUALLY,
    );
    const expected = Array.from({ length: 30 }, (_, index) => index + 1);
    await vi.waitFor(async () => expect(await storedNumbers()).toEqual(expected), EVENTUALLY);
  });

  test("repairs a lost line within seconds, without a number being given twice", async () => {
    await start();
    await isOpen();
    const run = await db().run.findFirstOrThrow({
      where: { event: { customerId: context.customer.id } },
    });
    const checkpoint = { last: 40, serving: 0, at: new Date() };
    await db().laneCheckpoint.upsert({
      where: { runId_lane: { runId: run.id, lane: 0 } },
      create: { runId: run.id, lane: 0, ...checkpoint },
      update: checkpoint,
    });
    await redis.del(...Object.values(eventKeys(ref())));
    await vi.waitFor(
      async () => expect(Number(await redis.hget(line(), "last"))).toBeGreaterThan(1_000_000),
      EVENTUALLY,
    );
  });

  test("goes on after Redis lost its queues", async () => {
    await start();
    await isOpen();
    await redis.del(...(await redis.keys(`${prefix}*`)));
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 90 });
    await vi.waitFor(
      async () => expect(await redis.hget(line(), "outflowPerMinute")).toBe("90"),
      EVENTUALLY,
    );
  });

  test("drops a job that it does not know, and keeps no finished job", async () => {
    await start();
    const queue = new Queue(QUEUES.record, { connection: { url: redisUrl }, prefix });
    try {
      await queue.add("report.send", {});
      await vi.waitFor(async () => {
        const counts = await queue.getJobCounts("wait", "active", "completed", "failed");
        expect(counts).toMatchObject({ wait: 0, completed: 0, failed: 0 });
      }, EVENTUALLY);
    } finally {
      await queue.close();
    }
  });

  test("ends with code 0 on SIGTERM", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", "cli/stanchion.ts", "worker"], {
      // Without a port: another installation on this machine may have the usual one.
      env: { ...process.env, REDIS_URL: redisUrl, WORKER_PORT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: string[] = [];
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
    child.stderr.on("data", (text: Buffer) => output.push(text.toString()));
    await new Promise<void>((resolve, reject) => {
      void ended.then(() => reject(new Error(output.join(""))));
      child.stdout.on("data", (text: Buffer) => {
        output.push(text.toString());
        if (output.join("").includes("The worker is running.")) resolve();
      });
    });
    child.kill("SIGTERM");
    const code = await ended;
    expect(output.join("")).not.toMatch(/Uncaught|did not close cleanly/);
    expect(code).toBe(0);
  });
});
