import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { DOMAIN_EVENTS, isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { minuteOf } from "@/lib/domain/figures/figures";
import { setLimit } from "@/lib/line/commands/limits";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import { storeFigures } from "@/lib/services/operation/figures/store";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createCustomerWithSale, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { listOpenEvents } from "./open-events";
import { isQuiet, nothingKnown, tellLineChanges } from "./tell-changes";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

test("what changes at a line is told once, whichever worker looks, and again in the next run only", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  await setQueueAll(context, { eventId: "sale", isOn: true });
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, id);
  const ref = startedRef(context);
  const [one, other] = [nothingKnown(), nothingKnown()];
  const look = async () => {
    const events = (await listOpenEvents()).filter((event) => event.id === id);
    for (const known of [one, other, nothingKnown()]) await tellLineChanges(redis, events, known);
    const rows = await db().domainEvent.findMany({
      where: { customerId: context.customer.id, doneBy: { path: ["type"], equals: "stanchion" } },
      orderBy: { seq: "asc" },
    });
    for (const { type, data } of rows) {
      expect(isDomainEventType(type) && DOMAIN_EVENTS[type].data.strict().parse(data)).toBeTruthy();
    }
    return rows.map(({ type }) => type);
  };
  expect(await look()).toEqual([]);
  await setLimit(redis, ref, "governedOutflow", 1);
  expect(await look()).toEqual(["event.outflow_governed"]);
  await redis.hset(eventKeys(ref).line, "stock", "0");
  await setLimit(redis, ref, "governedOutflow", null);
  const both = ["event.outflow_governed", "event.sold_out", "event.outflow_governed"];
  expect(await look()).toEqual(both);
  expect(await look()).toEqual(both);
  await redis.hset(eventKeys(ref).line, "stock", "7");
  expect((await look()).at(-1)).toBe("event.back_in_stock");
  await redis.hset(eventKeys(ref).line, { last: "3", lineLimit: "3" });
  expect((await look()).slice(-2).sort()).toEqual(["event.full", "event.queueing_started"]);
  const run = await db().run.findFirstOrThrow({ where: { eventId: id } });
  const counted = { runId: run.id, part: 0, lane: 0, minute: minuteOf(Date.now()) };
  const arrivals = { ...counted, kind: "arrivals", value: 200 } as const;
  const challenged = { ...counted, kind: "challenged", value: 80 } as const;
  await storeFigures(db(), [arrivals, challenged], "highest");
  expect((await look()).at(-1)).toBe("event.challenges_high");
  const told = await look();
  await redis.hset(eventKeys(ref).line, "lineLimit", "4");
  expect(await look()).toEqual([...told, "event.has_room"]);
});

test("a line is quiet once it was looked at, while nobody waits and nothing is told of it", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, id);
  const { line } = eventKeys(startedRef(context));
  const [event] = (await listOpenEvents()).filter((one) => one.id === id);
  if (event === undefined) throw new Error("It is not open.");
  const known = nothingKnown();
  const isQuietNow = async () => {
    await tellLineChanges(redis, [event], known);
    return isQuiet(event, known);
  };
  expect(isQuiet(event, known)).toBe(false);
  expect(await isQuietNow()).toBe(true);
  expect(isQuiet({ ...event, runId: event.runId + 1 }, known)).toBe(false);
  const hold = { holdUntilMs: `${Date.now() + 60_000}` };
  for (const [field, value] of Object.entries({ stock: "7", ...hold })) {
    const before = await redis.hget(line, field);
    await redis.hset(line, field, value);
    expect(await isQuietNow()).toBe(false);
    await (before === null ? redis.hdel(line, field) : redis.hset(line, field, before));
    await isQuietNow();
    expect(await isQuietNow()).toBe(true);
  }
  expect(
    isQuiet(
      { ...event, governor: { healthUrl: "https://shop.example/health", timeoutMs: 500 } },
      known,
    ),
  ).toBe(false);
  const { thresholds, challenges } = known;
  const waiting = { id: "t", name: "Many", metric: "waiting", crossedAt: 10 } as const;
  const ofEvents = new Map([[id, [{ ...waiting, clearedAt: 5, holdSeconds: 0 }]]]);
  known.thresholds = { ...thresholds, inForce: { ofEvents, ofCustomers: new Map() } };
  expect(isQuiet(event, known)).toBe(false);
  known.thresholds = thresholds;
  const byEvent = new Map([[id, { arrivals: 1, challenged: 0 }]]);
  known.challenges = { ...challenges, byEvent };
  expect(isQuiet(event, known)).toBe(false);
  known.challenges = challenges;
  expect(isQuiet(event, known)).toBe(true);
  await redis.hset(line, "last", "3");
  expect(await isQuietNow()).toBe(false);
});
