import { readFileSync } from "node:fs";
import { Queue } from "bullmq";
import { afterAll, afterEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { startPostgresPulse } from "@/lib/health/postgres-pulse";
import { listPresent } from "@/lib/line/commands/presence";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Logger } from "@/lib/platform/observability/logger";
import { testDatabaseUrl } from "@/test/database";
import { ownRedis } from "@/test/redis-members";
import { type RunningProgram, runProgram } from "@/test/run-program";
import { startPostgres } from "@/tools/stack/postgres";
import { QUEUES } from "./queues";
import { startWorkers } from "./start-workers";
import { WorkerHealth } from "./worker-health";

const servers = await ownRedis();
const ALONE = { "min-replicas-to-write": "0" };
const EVENTUALLY = { timeout: 90_000, interval: 100 };
const programs: RunningProgram[] = [];

async function startWorker(environment: Record<string, string>) {
  const program = await runProgram("worker", await servers.nextPort(), environment);
  programs.push(program);
  return program;
}

async function startBoth() {
  const member = await servers.start(ALONE);
  const environment = { REDIS_URL: member.url, DATABASE_URL: testDatabaseUrl() };
  const worker = await startWorker(environment);
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200]);
  return { member, worker };
}

/** The processes that Postgres has started, and itself. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(familyOf)];
}

afterEach(() => {
  for (const { child } of programs.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await servers.close();
  await disconnectDb();
});

test("a worker says that it lives while it starts, and is ready when its jobs run", async () => {
  const { member, worker } = await startBoth();
  const redis = connectRedis(member.url);
  await waitForRedis(redis, 10_000);
  await expect
    .poll(async () => (await listPresent(redis)).map(({ program }) => program), EVENTUALLY)
    .toEqual(["worker"]);
  redis.disconnect();
  expect(await worker.probe("/health/live")).toEqual({
    status: 200,
    body: '{"program":"worker","status":"live"}',
  });
  expect((await worker.probe("/")).status).toBe(404);
});

test("without Redis a worker is not ready, and is again when it is back", async () => {
  const { member, worker } = await startBoth();
  await servers.supervisor.stop(member.name, "SIGKILL");
  await expect.poll(worker.ready, EVENTUALLY).toEqual([503, "redis.unreachable"]);
  expect((await worker.probe("/health/live")).status).toBe(200);
  servers.supervisor.start(member.name);
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200]);
});

test("without Postgres a worker goes on and says so, whether it is gone or hangs", async () => {
  const { supervisor, dataDirectory } = servers;
  const { url } = await servers.start(ALONE);
  const port = await servers.nextPort();
  const databaseUrl = await startPostgres({ dataDirectory, port, supervisor });
  await migrateDatabase(databaseUrl);
  const worker = await startWorker({ REDIS_URL: url, DATABASE_URL: databaseUrl });
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200]);
  const family = familyOf(supervisor.processId("postgres") ?? 0);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of family) process.kill(pid, signal);
  };
  signalAll("SIGSTOP");
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200, "postgres.unreachable"]);
  signalAll("SIGCONT");
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200]);
  await supervisor.stop("postgres");
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200, "postgres.unreachable"]);
  supervisor.start("postgres");
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200]);
});

test("a worker that gets no ticks to do is not ready, and says why", async () => {
  const { member, worker } = await startBoth();
  const { hostname: host, port } = new URL(member.url);
  const connection = { host, port: Number(port), maxRetriesPerRequest: null };
  const queue = new Queue(QUEUES.line, { connection, prefix: "{stanchion}" });
  await queue.pause();
  await expect.poll(worker.ready, EVENTUALLY).toEqual([503, "worker.not-ticking"]);
  await queue.resume();
  await expect.poll(worker.ready, EVENTUALLY).toEqual([200]);
  await queue.close();
});

test("a worker that is to end is unready at once, and still alive while it finishes", async () => {
  const { worker } = await startBoth();
  worker.child.kill("SIGTERM");
  const statuses: number[] = [];
  while (worker.child.exitCode === null)
    statuses.push((await worker.probe("/health/ready")).status);
  expect(statuses).toContain(503);
  expect(statuses.lastIndexOf(200)).toBeLessThan(statuses.indexOf(503));
  expect(await worker.ended).toBe(0);
});

test("a worker whose port is taken says which setting to change", async () => {
  const { member, worker } = await startBoth();
  const environment = { REDIS_URL: member.url, DATABASE_URL: testDatabaseUrl() };
  const second = await runProgram("worker", worker.port, environment);
  programs.push(second);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Port ${worker.port} is taken: set WORKER_PORT`);
  const third = await startWorker({ ...environment, WORKER_PORT: "0" });
  await expect.poll(third.output, EVENTUALLY).toContain("The worker is running.");
});

test("a job that is at work for too long makes the worker unready until it has ended", async () => {
  const { url: redisUrl } = await servers.start(ALONE);
  const log: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const health = new WorkerHealth(startPostgresPulse(testDatabaseUrl()), 3_000);
  const workers = await startWorkers({ redisUrl, log, health });
  const codes = () => health.health().findings.map(({ code }) => code);
  await expect.poll(codes, EVENTUALLY).toEqual([]);
  await db().$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "OutboxEntry" IN ACCESS EXCLUSIVE MODE`;
      await expect.poll(codes, EVENTUALLY).toEqual(["worker.job-stuck"]);
      expect(health.health().status).toBe("unready");
    },
    { timeout: 120_000 },
  );
  await expect.poll(codes, EVENTUALLY).toEqual([]);
  await workers.close();
});
