import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { governorField, readGovernor } from "@/lib/line/commands/governor-state";
import { setInlet, setLimit } from "@/lib/line/commands/limits";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { tickEvent } from "@/lib/line/commands/tick";
import { eventKeys, publishedKey, TIMES_TOLD_KEY } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createTestCustomer, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { checkpointLines } from "./checkpoint";
import { readKeptEvent, readKeptLineTime, unknownSeats } from "./inner/kept-event";
import { listOpenEvents } from "./open-events";
import { tellTimes } from "./tell-times";

const redis = connectRedis(testRedisUrl());
const strangers: Redis[] = [];
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  for (const one of [redis, ...strangers]) one.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
    activeCap: 50,
    sessionMinutes: 1,
  });
  await startTestEvent(context, { eventId: "sale" });
  await reconcileEvent(redis, await eventId());
});

const ref = () => startedRef(context);
const line = () => eventKeys(ref()).line;
const eventId = async () =>
  (await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } })).id;

/** A worker that has heard of no line yet. */
async function newWorker(): Promise<Redis> {
  const worker = connectRedis(testRedisUrl());
  strangers.push(worker);
  await waitForRedis(worker, 10_000);
  return worker;
}

async function state(by: Redis = redis) {
  const tick = await tickEvent(by, ref());
  if (tick.status === "LOST") throw new Error("The line is lost.");
  return { status: tick.status, ...tick.state };
}

async function admit(count: number, atMs: number, from = 1): Promise<void> {
  const { id } = await db().run.findFirstOrThrow({
    where: { eventId: await eventId() },
    orderBy: { number: "desc" },
  });
  await db().admission.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      runId: id,
      queueNumber: BigInt(from + index),
      queueId: randomUUID(),
      redirectType: "queue",
      admittedAt: new Date(atMs),
    })),
  });
}

/** Redis has nothing of the event any more. */
async function loseAll(): Promise<void> {
  await redis.del(...Object.values(eventKeys(ref())), publishedKey(ref().customerId));
}

describe("a line that Redis has lost whole", () => {
  test("has its limits before anybody is let in, less who came in since", async () => {
    await setLimit(redis, ref(), "stock", 10);
    await setLimit(redis, ref(), "governedOutflow", 30);
    await setInlet(redis, ref(), { type: "max-active", maxActive: 5 });
    await setLimit(redis, ref(), "grants", 10);
    const governed = { healthUrl: "https://shop.example/health", state: { share: 0.05 } };
    await redis.hset(
      publishedKey(ref().customerId),
      governorField(ref()),
      JSON.stringify(governed),
    );
    const { lineTimeMs } = await state();
    await admit(2, lineTimeMs - 1_000);
    await checkpointLines(redis, await listOpenEvents());
    await admit(3, lineTimeMs + 5_000, 3);
    await loseAll();
    await reconcileEvent(await newWorker(), await eventId());
    const lost = await state();
    expect(lost).toMatchObject({ status: "RECOVERING", outflowPerMinute: 30 });
    expect(lost.limits).toContain("inletCap=5;");
    await redis.hincrby(line(), "correctionMs", 60_000);
    expect((await state()).status).toBe("RECOVERING");
    await relayOutbox(redis);
    // A unit is kept for each of the five.
    const restored = await state();
    expect(restored).toMatchObject({ status: "OK", stock: 5, admitted: 5 });
    // The two came in before the slots were granted.
    expect(restored.limits).toContain("grants=7;");
    expect(await readGovernor(redis, ref())).toEqual(governed);
  });

  test("goes on with the time it had, by Postgres' clock", async () => {
    await redis.hincrby(line(), "correctionMs", 7_200_000);
    await checkpointLines(redis, await listOpenEvents());
    const { lineTimeMs } = await state();
    await loseAll();
    const worker = await newWorker();
    await reconcileEvent(worker, await eventId());
    expect(Math.abs((await state(worker)).lineTimeMs - lineTimeMs)).toBeLessThan(10_000);
  });

  test("knows the seats of the run before when a new run begins", async () => {
    const { lineTimeMs } = await state();
    await checkpointLines(redis, await listOpenEvents());
    await admit(4, lineTimeMs);
    await setLimit(redis, ref(), "stock", 10);
    await checkpointLines(redis, await listOpenEvents());
    await stopEvent(context, { eventId: "sale" });
    await loseAll();
    await startTestEvent(context, { eventId: "sale" });
    await reconcileEvent(redis, await eventId());
    await relayOutbox(redis);
    const { seatsTaken, unknownSeats: unknown, admitted, stock, runId } = await state();
    // A unit is kept for each of the four of the run before.
    expect([runId, seatsTaken - unknown, admitted, stock]).toEqual([2, 4, 0, 6]);
    const started = await db().auditEntry.findFirstOrThrow({
      where: { customerId: context.customer.id, summary: { contains: "run 2" } },
    });
    expect(started.details).toMatchObject({ keptLimits: { stock: 10 } });
  });
});

describe("a line that was kept 50 s ago, while others were kept until now", () => {
  /** How many may be on the site of whom nobody knows. */
  async function unknownAfter(change: Prisma.EventCheckpointUpdateInput): Promise<number> {
    const id = await eventId();
    await checkpointLines(redis, await listOpenEvents());
    const kept = await db().eventCheckpoint.findUniqueOrThrow({ where: { eventId: id } });
    await db().eventCheckpoint.create({ data: { ...kept, eventId: randomUUID() } });
    const ago = (ms: bigint) => ms - 50_000n;
    const data = {
      at: new Date(kept.at.getTime() - 50_000),
      lineTimeMs: ago(kept.lineTimeMs),
      storedThroughMs: ago(kept.storedThroughMs),
      ...change,
    };
    await db().eventCheckpoint.update({ where: { eventId: id }, data });
    const settings = await readPublishedEvent(redis, context.customer.wireId, "sale");
    const run = await db().run.findFirstOrThrow({ where: { eventId: id } });
    if (settings === null) throw new Error("Nothing is published.");
    const lost = { settings: { ...settings, outflowPerMinute: 60 }, run };
    const { kept: found } = await readKeptEvent(await newWorker(), lost);
    return found.unknown.reduce((sum, { most }) => sum + most, 0);
  }

  test("let nobody in while it was at rest", async () => {
    expect(await unknownAfter({})).toBeLessThan(20);
  });

  test.each([
    ["a process had it in use", { processIds: ["room"] }],
    ["admissions were not stored", { storedThroughMs: 1_000n }],
    ["the others are of another database", { database: "another" }],
  ])("may have let in all since where %s", async (_, change) => {
    expect(await unknownAfter(change)).toBeGreaterThan(35);
  });
});

test("a clock that nobody can judge is judged by Postgres", async () => {
  await checkpointLines(redis, await listOpenEvents());
  const { lineTimeMs } = await state();
  await redis.hincrby(line(), "correctionMs", 600_000);
  await redis.hset(line(), "replid", "0".repeat(40));
  const worker = await newWorker();
  expect((await state(worker)).clockJumpMs).toBeGreaterThan(590_000);
  await reconcileEvent(worker, await eventId());
  const judged = await state(worker);
  expect(judged.clockJumpMs).toBeNull();
  expect(Math.abs(judged.lineTimeMs - lineTimeMs)).toBeLessThan(10_000);
});

describe("the lines of events that are over", () => {
  const MINUTES_32 = 1_920_000;

  /** Redis comes back after so long. */
  async function standStill(ms: number): Promise<void> {
    await redis.hincrby(line(), "lineAtMs", -ms);
    await redis.hset(line(), "replid", "0".repeat(40));
    await redis.del(TIMES_TOLD_KEY);
  }

  const awayMs = async (by: Redis) => Math.abs((await state(by)).lineTimeMs - Date.now());

  test.each([
    ["a minute", [60_000]],
    ["32 minutes", [MINUTES_32]],
    ["twice 32 minutes", [MINUTES_32, MINUTES_32]],
    ["five hours", [18_000_000]],
  ])("are told what time it is after a stop of %s", async (_text, stops) => {
    await checkpointLines(redis, await listOpenEvents());
    await stopEvent(context, { eventId: "sale" });
    for (const ms of stops) {
      await standStill(ms);
      const worker = await newWorker();
      expect(await tellTimes(worker)).toBeGreaterThan(0);
      expect(await awayMs(await newWorker())).toBeLessThan(20_000);
      expect(await tellTimes(worker)).toBe(0);
    }
  });

  test("are told also where somebody has noticed the restart who could not say how long it took", async () => {
    await stopEvent(context, { eventId: "sale" });
    await standStill(MINUTES_32);
    expect((await state(await newWorker())).clockJumpMs).toBeGreaterThan(MINUTES_32 - 60_000);
    await tellTimes(await newWorker());
    const told = await state(await newWorker());
    expect(told.clockJumpMs).toBeNull();
    expect(Math.abs(told.lineTimeMs - Date.now())).toBeLessThan(20_000);
  });
});

test("where nothing was kept yet, line time is that of Postgres", async () => {
  const { lineTimeMs } = await state();
  const kept = await readKeptLineTime(await eventId());
  expect(Math.abs(kept - lineTimeMs)).toBeLessThan(10_000);
});

test("limits that a loss has just undone do not replace those that were kept", async () => {
  await setLimit(redis, ref(), "stock", 10);
  await setLimit(redis, ref(), "stock", 2);
  await checkpointLines(redis, await listOpenEvents());
  await redis.hset(line(), { limitsVersion: "1", stock: "10" });
  await checkpointLines(redis, await listOpenEvents());
  const held = await db().eventCheckpoint.findUniqueOrThrow({
    where: { eventId: await eventId() },
  });
  expect(held).toMatchObject({ limits: "stock=2;", limitsVersion: 2 });
});

describe("seats that nobody may have", () => {
  const settings = {
    outflowPerMinute: 615,
    safetyNetPerMinute: null,
    sessionMinutes: 1,
    queueTokenValiditySeconds: 60,
  };

  test("count until the processes have answered that remember those seconds", () => {
    const lost = { fromMs: 95_000, untilMs: 100_000, processIds: ["a", "b"] };
    expect(unknownSeats(settings, lost)).toEqual([
      { most: 60, untilMs: 280_000, processIds: ["a", "b"] },
    ]);
  });

  test("count to the end where nobody remembers", () => {
    const lost = { fromMs: 50_000, untilMs: 100_000, processIds: ["a"] };
    expect(unknownSeats(settings, lost)).toEqual([
      { most: 410, untilMs: 270_000, processIds: ["-"] },
      { most: 110, untilMs: 280_000, processIds: ["a"] },
    ]);
  });

  test("are as many as a safety net lets in at once", () => {
    const lost = { fromMs: 95_000, untilMs: 100_000, processIds: ["a"] };
    expect(unknownSeats({ ...settings, safetyNetPerMinute: 900 }, lost)).toMatchObject([
      { most: 900 },
    ]);
  });
});
