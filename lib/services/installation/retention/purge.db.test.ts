import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { retentionPeriods } from "@/lib/domain/retention/periods";
import { eventKeys, guessKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { newId } from "@/lib/platform/ids";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createCustomerWithSale, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { chosenPeriods, purge } from "./purge";
import { purgeLines } from "./purge-lines";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const DAY_MS = 86_400_000;
const PERIODS = retentionPeriods({ admissionsDays: 90, addressesHours: 24 });
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let context: ServiceContext;
let eventId: string;
let runId: string;
beforeEach(async () => {
  context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  eventId = event.id;
  runId = (await db().run.findFirstOrThrow({ where: { eventId } })).id;
});

async function admit(count: number, admittedAt: Date, from = 1): Promise<void> {
  await db().$executeRaw`
    INSERT INTO "Admission" ("runId", "queueNumber", "queueId", "redirectType", "admittedAt")
    SELECT ${runId}, n, 'q' || n, 'queue', ${admittedAt}::timestamp
    FROM generate_series(${from}::int, ${from + count - 1}::int) AS n`;
}
const admissions = () => db().admission.count({ where: { runId } });

describe("the purge", () => {
  test("removes old admissions in many small statements, of all runs, and no newer one", async () => {
    // What other tests have left in this database.
    await purge(PERIODS);
    await admit(23_456, daysAgo(91));
    await admit(100, daysAgo(89), 50_000);
    const other = await createCustomerWithSale();
    await startTestEvent(other, { eventId: "sale" });
    const first = await purge(PERIODS, new Date(), { rows: 1_000, max: 10 });
    // A round ends; what is left comes with the next.
    expect(first["admissions"]).toBe(10_000);
    expect(await admissions()).toBe(13_556);
    expect((await purge(PERIODS))["admissions"]).toBe(13_456);
    expect(await admissions()).toBe(100);
    expect((await purge(PERIODS))["admissions"]).toBe(0);
  });

  test("forgets addresses after a day and sessions when they are over", async () => {
    const userId = context.actor.id;
    const session = (id: string, createdAt: Date, lastSeenAt = new Date()) =>
      db().session.create({
        data: { id, userId, browser: "Firefox", address: "203.0.113.7", createdAt, lastSeenAt },
      });
    const ids = [newId("session"), newId("session"), newId("session"), newId("session")] as const;
    await session(ids[0], daysAgo(0.9));
    await session(ids[1], daysAgo(1.1));
    await session(ids[2], daysAgo(7.1));
    await session(ids[3], daysAgo(2), daysAgo(1.1));
    await purge(PERIODS);
    const left = await db().session.findMany({ where: { userId }, orderBy: { createdAt: "desc" } });
    expect(left.map(({ id, address }) => [id, address])).toEqual([
      [ids[0], "203.0.113.7"],
      [ids[1], ""],
    ]);
  });

  test("forgets invitations, links and counts that are over, and who used a staff link", async () => {
    const { id: customerId } = context.customer;
    const invite = (expiresAt: Date) =>
      db().invitation.create({
        data: {
          id: newId("invitation"),
          customerId,
          email: "ana@example.com",
          role: "viewer",
          tokenHash: crypto.randomUUID(),
          expiresAt,
        },
      });
    await invite(daysAgo(29));
    await invite(daysAgo(31));
    const reset = (expiresAt: Date) =>
      db().passwordReset.create({
        data: {
          id: newId("passwordReset"),
          userId: context.actor.id,
          tokenHash: crypto.randomUUID(),
          expiresAt,
        },
      });
    await reset(daysAgo(0.9));
    await reset(daysAgo(1.1));
    const used = (at: Date) =>
      db().auditEntry.create({
        data: {
          id: newId("auditEntry"),
          customerId,
          actorType: "worker",
          actorId: "drain",
          actorName: "Stanchion",
          verb: "staff-link.use",
          subject: "stl_1",
          summary: "Stanchion let somebody in",
          details: { queueId: "q1", admittedAt: "then" },
          at,
        },
      });
    await used(daysAgo(89));
    await used(daysAgo(91));
    await purge(PERIODS);
    expect(await db().invitation.count({ where: { customerId } })).toBe(1);
    expect(await db().passwordReset.count({ where: { userId: context.actor.id } })).toBe(1);
    const entries = await db().auditEntry.findMany({
      where: { customerId, verb: "staff-link.use" },
      orderBy: { at: "desc" },
    });
    expect(entries.map(({ details }) => details)).toEqual([
      { queueId: "q1", admittedAt: "then" },
      { admittedAt: "then" },
    ]);
  });

  test("what fails holds up nothing else, and is told", async () => {
    await admit(10, daysAgo(91));
    await expect(purge({ ...PERIODS, addressesMs: Number.NaN })).rejects.toThrow("purges failed");
    expect(await admissions()).toBe(0);
  });

  test("an installation chooses its periods, within bounds", () => {
    expect(chosenPeriods()).toEqual(PERIODS);
    process.env["RETENTION_ADMISSIONS_DAYS"] = "30";
    expect(() => chosenPeriods()).toThrow(
      "Set RETENTION_ADMISSIONS_DAYS to a whole number from 31",
    );
    process.env["RETENTION_ADMISSIONS_DAYS"] = "365";
    expect(chosenPeriods().admissionsMs).toBe(365 * DAY_MS);
    delete process.env["RETENTION_ADMISSIONS_DAYS"];
  });
});

describe("the purge of lines", () => {
  const ref = () => startedRef(context);

  /** As if visitors had come and gone. */
  async function leaveTraces(atMs: number): Promise<void> {
    const keys = eventKeys(ref());
    await redis.hset(keys.recentEven, "5", `${atMs}:${atMs}:0:ab:visitor`);
    await redis.hset(keys.rights, "k:ana@example.com", `3:0:${atMs}:visitor`);
    await redis.zadd(keys.seats, atMs, "visitor");
    await redis.zadd(keys.buyers, atMs, "visitor");
    await redis.hset(keys.buyerUnits, "visitor", "2:1");
    await redis.hset(guessKeys(ref()).guesses, "by:abc", "3");
  }

  async function tracesLeft(): Promise<string> {
    const keys = [...Object.values(eventKeys(ref())), guessKeys(ref()).guesses];
    const dumps = await Promise.all(
      keys.map(async (key) => {
        const type = await redis.type(key);
        if (type === "hash") return JSON.stringify(await redis.hgetall(key));
        return type === "zset" ? (await redis.zrange(key, "0", "-1")).join() : "";
      }),
    );
    return dumps.join();
  }

  test("two days after its end a line holds nothing about visitors, and its keys are still there", async () => {
    await reconcileEvent(redis, eventId);
    await leaveTraces(daysAgo(3).getTime());
    await stopEvent(context, { eventId: "sale" });
    await reconcileEvent(redis, eventId);
    await purgeLines(redis, PERIODS);
    expect(await tracesLeft()).toContain("visitor");
    await db().run.update({ where: { id: runId }, data: { endedAt: daysAgo(2.1) } });
    await purgeLines(redis, PERIODS);
    const left = await tracesLeft();
    for (const trace of ["visitor", "ana@example.com", "by:abc"]) expect(left).not.toContain(trace);
    expect(left).toContain("2:1");
    expect(await redis.exists(...Object.values(eventKeys(ref())))).toBe(
      Object.keys(eventKeys(ref())).length,
    );
  });

  test("an event that is always open forgets keys of tokens as it forgets admissions", async () => {
    await reconcileEvent(redis, eventId);
    const { rights } = eventKeys(ref());
    await redis.hset(rights, "k:old", `3:0:${daysAgo(91).getTime()}:a`);
    await redis.hset(rights, "k:new", `4:0:${daysAgo(89).getTime()}:b`);
    await purgeLines(redis, PERIODS);
    expect(Object.keys(await redis.hgetall(rights)).sort()).toEqual(["-", "k:new"]);
  });
});
