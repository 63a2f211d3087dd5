import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { endScheduledEvents } from "@/lib/services/event/schedule/end-scheduled";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import {
  auditSentences,
  createTestCustomer,
  outboxOf,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { checkpointLines } from "./checkpoint";
import { listOpenEvents } from "./open-events";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});

const line = () => eventKeys(startedRef(context)).line;
const row = () => db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
const run = async () => db().run.findFirstOrThrow({ where: { eventId: (await row()).id } });

async function openAlwaysOn(): Promise<void> {
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
  await startTestEvent(context, { eventId: "sale" });
  await reconcileEvent(redis, (await row()).id);
}

describe("checkpoints", () => {
  const setLine = (last: number, serving: number) =>
    redis.hset(line(), { last: String(last), serving: String(serving) });
  const held = async () => {
    const [lane] = await db().laneCheckpoint.findMany({ where: { runId: (await run()).id } });
    return [Number(lane?.last), Number(lane?.serving)];
  };

  test("follow the line and never fall", async () => {
    await openAlwaysOn();
    await setLine(40, 40);
    await checkpointLines(redis, await listOpenEvents());
    expect(await held()).toEqual([40, 40]);
    await setLine(35, 35);
    await checkpointLines(redis, await listOpenEvents());
    expect(await held()).toEqual([40, 40]);
    await setLine(3_000_000_000, 3_000_000_000);
    await checkpointLines(redis, await listOpenEvents());
    expect(await held()).toEqual([3_000_000_000, 3_000_000_000]);
  });

  test("stay as they are while the line is not in Redis", async () => {
    await openAlwaysOn();
    await setLine(40, 40);
    await checkpointLines(redis, await listOpenEvents());
    await redis.del(line());
    await checkpointLines(redis, await listOpenEvents());
    expect(await held()).toEqual([40, 40]);
  });
});

describe("the end of a scheduled event", () => {
  /** Opens an event and then moves its end to so many seconds from now. */
  async function openScheduled(endsInSeconds: number): Promise<void> {
    await createEvent(context, {
      eventId: "sale",
      name: "Sale",
      kind: "scheduled",
      startLocal: "2020-01-01T09:00",
      endLocal: "2099-01-01T09:00",
      targetUrl: "https://shop.example/tickets",
    });
    await startTestEvent(context, { eventId: "sale" });
    const { id } = await row();
    await db().event.update({
      where: { id },
      data: { endAt: new Date(Date.now() + endsInSeconds * 1_000) },
    });
    await reconcileEvent(redis, id);
  }
  const status = async () => (await getEvent(context, { eventId: "sale" })).status;

  test("stops it, ends its run, is audited and told, once", async () => {
    await openScheduled(-1);
    const before = await getEvent(context, { eventId: "sale" });
    await Promise.all([endScheduledEvents(redis), endScheduledEvents(redis)]);
    await endScheduledEvents(redis);
    expect(await getEvent(context, { eventId: "sale" })).toMatchObject({
      status: "stopped",
      settingsVersion: before.settingsVersion + 1,
    });
    const { id, endedAt } = await run();
    expect(endedAt).toEqual((await row()).endAt);
    expect((await auditSentences(context)).filter((text) => text.includes("as scheduled"))).toEqual(
      ["Stanchion ended Sale as scheduled (run 1)"],
    );
    expect((await outboxOf(context)).slice(-2)).toEqual([`run ${id}`, `event ${(await row()).id}`]);
  });

  test("comes when the line's own clock says so, not this machine's", async () => {
    await openScheduled(30);
    await endScheduledEvents(redis);
    expect(await status()).toBe("open");
    await redis.hincrby(line(), "correctionMs", 40_000);
    await endScheduledEvents(redis);
    expect(await status()).toBe("stopped");
  });

  test("does not touch an event without its line, an always-on one, or one with time left", async () => {
    await openScheduled(-1);
    await redis.del(line());
    await endScheduledEvents(redis);
    expect(await status()).toBe("open");
    context = await createTestCustomer();
    await openAlwaysOn();
    await endScheduledEvents(redis);
    expect(await status()).toBe("open");
  });
});

test("open events are listed with what the tick compares", async () => {
  await openAlwaysOn();
  const { id, settingsVersion } = await row();
  expect((await listOpenEvents()).find((event) => event.id === id)).toEqual({
    id,
    ...startedRef(context),
    runId: 1,
    settingsVersion,
    outflowPerMinute: 600,
    governor: null,
    challengesAll: false,
  });
});

test("an open event that cannot be read holds up no other", async () => {
  await openAlwaysOn();
  const { id } = await row();
  const broken = await createTestCustomer();
  await createEvent(broken, {
    eventId: "broken",
    name: "Broken",
    kind: "always-on",
    targetUrl: "https://shop.example/",
  });
  await startTestEvent(broken, { eventId: "broken" });
  const { id: brokenId } = await db().event.findFirstOrThrow({
    where: { customerId: broken.customer.id },
  });
  await db().$executeRaw`
    UPDATE "Event" SET "settings" = jsonb_set("settings", '{outflowPerMinute}', '-5') WHERE "id" = ${brokenId}`;
  const listed = (await listOpenEvents()).map((event) => event.id);
  await db().event.delete({ where: { id: brokenId } });
  expect(listed).toContain(id);
  expect(listed).not.toContain(brokenId);
});
