import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { numbersToSkip } from "@/lib/domain/line/rates";
import { setLimit } from "@/lib/line/commands/limits";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { tickEvent } from "@/lib/line/commands/tick";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { drainAdmissions } from "@/lib/services/operation/admission/drain";
import { checkpointLines } from "@/lib/services/relay/line/checkpoint";
import { listOpenEvents } from "@/lib/services/relay/line/open-events";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createTestCustomer, startedRef, startTestEvent } from "@/test/customer";
import { withSettings, writeEventRow } from "@/test/event-row";
import { copyOf } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "@/waiting-room/line/event-line";

const HOUR_MS = 3_600_000;

const connections: Redis[] = [];
/** A process that has heard of no line yet. */
async function connection(): Promise<Redis> {
  const redis = connectRedis(testRedisUrl());
  connections.push(redis);
  await waitForRedis(redis, 10_000);
  return redis;
}
let redis: Redis;
beforeAll(async () => {
  redis = await connection();
});
afterAll(async () => {
  for (const one of connections) one.disconnect();
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
    outflowPerMinute: 6_000,
    queueAll: true,
  });
  await startTestEvent(context, { eventId: "sale" });
  await reconcileEvent(redis, await eventId());
});

const ref = () => startedRef(context);
const lineKey = () => eventKeys(ref()).line;
const eventRow = async () =>
  withSettings(await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } }));
const eventId = async () => (await eventRow()).id;
const settings = async () => {
  const found = await readPublishedEvent(redis, ref().customerId, "sale");
  if (found === null) throw new Error("Nothing is published.");
  return found;
};

/** A waiting-room process that starts now. */
async function newRoom(by?: Redis): Promise<EventLine> {
  const line = new EventLine(
    by ?? (await connection()),
    await settings(),
    randomUUID().slice(0, 8),
  );
  await line.refresh();
  return line;
}

async function joins(line: EventLine, count: number) {
  const outcomes = await Promise.all(
    Array.from({ length: count }, () => line.join({ lane: 0, joinId: randomBytes(16) })),
  );
  return outcomes.map((outcome) => {
    if (outcome.type !== "joined") throw new Error(`A join was ${outcome.type}.`);
    return { number: outcome.number, queueId: randomUUID() };
  });
}

const enters = (line: EventLine, visitor: { number: number; queueId: string }, claim = "aa") =>
  line.enter({
    lane: 0,
    number: visitor.number,
    rank: visitor.number,
    queueId: visitor.queueId,
    claim,
  });

async function pass(ms: number, line?: EventLine): Promise<void> {
  await redis.hincrby(lineKey(), "correctionMs", ms);
  await line?.refresh();
}

/** So many come and go in. */
async function admit(line: EventLine, count: number) {
  const visitors = await joins(line, count);
  await Promise.all(visitors.map(({ number }) => line.confirmPresence({ lane: 0, number })));
  const left = new Set(visitors);
  for (let round = 0; round < 60 && left.size > 0; round += 1) {
    await pass(500, line);
    for (const visitor of left) {
      const { type } = await enters(line, visitor);
      if (type === "admitted") left.delete(visitor);
    }
  }
  expect(left.size).toBe(0);
  return visitors;
}

async function drain(): Promise<void> {
  await drainAdmissions(redis, { ...(await eventRow()), customer: context.customer });
}

/** The worker that comes with the restored stores does what it does, for some seconds of line time. */
async function work(): Promise<Redis> {
  const worker = await connection();
  for (let second = 0; second < 4; second += 1) {
    await reconcileEvent(worker, await eventId());
    await relayOutbox(worker);
    await pass(1_000);
  }
  return worker;
}

async function state() {
  const tick = await tickEvent(redis, ref());
  if (tick.status === "LOST") throw new Error("The line is lost.");
  return { status: tick.status, ...tick.state };
}

describe("a Redis that comes back from a backup an hour old, while Postgres lives on", () => {
  test("knows the numbers, the admissions and the limits of that hour before it lets anybody in", async () => {
    const before = await newRoom();
    const [waiting] = await joins(before, 3);
    await setLimit(redis, ref(), "stock", 100);
    await pass(1_000, before);
    await checkpointLines(redis, await listOpenEvents());
    const restore = await copyOf(redis, await settings());
    await pass(HOUR_MS, before);
    const came = await admit(before, 20);
    const later = await joins(before, 5);
    await setLimit(redis, ref(), "stock", 7);
    await before.refresh();
    await drain();
    await checkpointLines(redis, await listOpenEvents());
    await restore();
    const stranger = await newRoom();
    await expect(joins(stranger, 1)).rejects.toThrow();
    await pass(60_000, stranger);
    expect((await state()).status).toBe("RECOVERING");
    await work();
    const restored = await state();
    expect(restored).toMatchObject({ status: "OK", copyAtMs: null });
    expect(restored.limits).toContain("stock=7;");
    await stranger.refresh();
    for (const visitor of came)
      expect((await enters(stranger, visitor, "bb")).type, `${visitor.number}`).not.toBe(
        "admitted",
      );
    const [fresh] = await joins(stranger, 1);
    const highest = Math.max(...later.map(({ number }) => number));
    expect(fresh?.number).toBeGreaterThan(highest + EPOCH_NUMBERS);
    expect(restored.lanes[0].servingNumber).toBeGreaterThanOrEqual(came.at(-1)?.number ?? 0);
    expect(waiting?.number).toBe(1);
  });

  test("gives no number twice when the same backup is restored once more", async () => {
    const before = await newRoom();
    await joins(before, 3);
    await checkpointLines(redis, await listOpenEvents());
    const restore = await copyOf(redis, await settings());
    const given: number[] = [];
    for (let time = 0; time < 2; time += 1) {
      await pass(HOUR_MS);
      await restore();
      await work();
      const room = await newRoom();
      given.push(...(await joins(room, 50)).map(({ number }) => number));
      await checkpointLines(await connection(), await listOpenEvents());
    }
    expect(new Set(given).size).toBe(given.length);
  });

  test("lets in without Postgres whoever waits, where a process knows that little was undone", async () => {
    const room = await newRoom();
    await joins(room, 1);
    const restore = await copyOf(redis, await settings());
    await restore();
    // A process that knows nothing calls first, behind an outage of ten minutes.
    await pass(600_000);
    const { heardLineMs } = room.clock;
    room.clock.set(room.lineNow() + 600_000, performance.now());
    room.clock.heardLineMs = heardLineMs;
    await newRoom();
    expect(await redis.hexists(lineKey(), "copyAtMs")).toBe(1);
    await room.refresh();
    await pass(60_000, room);
    expect(await state()).toMatchObject({ status: "OK", copyAtMs: null });
  });
});

describe("both stores from backups", () => {
  test("let nobody in again whose place says that they were let in since", async () => {
    const before = await newRoom();
    const [visitor] = await joins(before, 1);
    if (visitor === undefined) throw new Error("Nobody came.");
    await before.confirmPresence({ lane: 0, number: visitor.number });
    await checkpointLines(redis, await listOpenEvents());
    const restore = await copyOf(redis, await settings());
    await pass(HOUR_MS, before);
    await restore();
    await work();
    const room = await newRoom();
    for (let second = 0; second < 30; second += 1) await pass(1_000, room);
    const shown = { ...visitor, lane: 0, rank: visitor.number, claim: "aa", wasIn: true };
    expect((await room.enter(shown)).type).toBe("spent");
    expect((await enters(room, visitor)).type).toBe("spent");
  });

  test.each([
    ["8 a minute, an hour old", 8, 480],
    ["120 a minute, ten minutes old", 120, 1_200],
    ["8 a minute, where all had joined before", 8, 190],
  ])(
    "pass those who were let in since, at %s, and let in whoever waits",
    async (_, outflow, since) => {
      await setOutflow(context, { eventId: "sale", outflowPerMinute: outflow });
      await reconcileEvent(redis, await eventId());
      const before = await newRoom();
      const visitors = await joins(before, since + 20);
      // At the time of the backup those near the front had said that they are there.
      const near = visitors.slice(0, 200);
      await Promise.all(near.map(({ number }) => before.confirmPresence({ lane: 0, number })));
      await pass(1_000, before);
      await checkpointLines(redis, await listOpenEvents());
      const restore = await copyOf(redis, await settings());
      await pass(HOUR_MS, before);
      await restore();
      await work();
      const room = await newRoom();
      const waiting = visitors.slice(since);
      let admittedAfterSeconds: number | null = null;
      for (let second = 0; second < 120 && admittedAfterSeconds === null; second += 1) {
        await pass(1_000, room);
        const serving = (await state()).lanes[0].servingNumber;
        for (const visitor of waiting) {
          const { number } = visitor;
          if (number <= serving + 200) await room.confirmPresence({ lane: 0, number });
          const isCalled = number <= serving;
          if (isCalled && (await enters(room, visitor)).type === "admitted")
            admittedAfterSeconds ??= second;
        }
      }
      expect(admittedAfterSeconds ?? 120).toBeLessThan(60);
    },
  );

  test("go on with numbers that are higher the longer ago the backup was made", async () => {
    const before = await newRoom();
    await joins(before, 3);
    await checkpointLines(redis, await listOpenEvents());
    // What a restored dump looks like: the checkpoint was written in another database.
    await db().eventCheckpoint.update({
      where: { eventId: await eventId() },
      data: { database: "other" },
    });
    const restore = await copyOf(redis, await settings());
    await pass(HOUR_MS);
    await db().$executeRaw`
      UPDATE "EventCheckpoint" SET "at" = "at" - interval '1 hour' WHERE "eventId" = ${await eventId()}`;
    await restore();
    await work();
    const [fresh] = await joins(await newRoom(), 1);
    expect(fresh?.number).toBeGreaterThan(numbersToSkip(HOUR_MS - 60_000));
    expect(numbersToSkip(2 * HOUR_MS)).toBeGreaterThanOrEqual(
      numbersToSkip(HOUR_MS) + 6 * EPOCH_NUMBERS,
    );
    expect(numbersToSkip(5_000)).toBe(5 * EPOCH_NUMBERS);
  });
});

describe("a Postgres that comes back from a backup, while Redis lives on", () => {
  test("takes the settings and the run from Redis, and operators are heard again", async () => {
    const row = await eventRow();
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 120 });
    await stopEvent(context, { eventId: "sale" });
    await startTestEvent(context, { eventId: "sale" });
    await reconcileEvent(redis, row.id);
    const room = await newRoom();
    const [waiting] = await joins(room, 1);
    const { updatedAt: _, ...backup } = row;
    await db().run.deleteMany({ where: { eventId: row.id, number: 2 } });
    await writeEventRow(row.id, {
      settingsVersion: backup.settingsVersion,
      currentRun: backup.currentRun,
      outflowPerMinute: backup.outflowPerMinute,
      status: backup.status,
    });
    await reconcileEvent(redis, row.id);
    expect(await eventRow()).toMatchObject({
      currentRun: 2,
      outflowPerMinute: 120,
      status: "open",
    });
    expect(await state()).toMatchObject({ status: "OK", runId: 2 });
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 240 });
    await reconcileEvent(redis, row.id);
    expect((await state()).outflowPerMinute).toBe(240);
    await room.refresh();
    const [next] = await joins(room, 1);
    expect(next?.number).toBe((waiting?.number ?? 0) + 1);
  });
});
