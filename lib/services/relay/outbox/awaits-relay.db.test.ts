import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { awaitsRelay } from "./awaits-relay";
import { relayOutbox } from "./relay";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
let id: string;
beforeEach(async () => {
  context = await createTestCustomer();
  const targetUrl = "https://shop.example/tickets";
  await createEvent(context, { eventId: "sale", name: "Sale", kind: "always-on", targetUrl });
  ({ id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } }));
});

async function relay(): Promise<void> {
  const where = { customerId: context.customer.id, relayedAt: null };
  while ((await db().outboxEntry.count({ where })) > 0) await relayOutbox(redis);
}

test("only a new run's line that the relay has yet to make is left to it", async () => {
  await relay();
  expect(await awaitsRelay(id)).toBe(false);
  await startTestEvent(context, { eventId: "sale" });
  expect(await awaitsRelay(id)).toBe(true);
  await relay();
  await setOutflow(context, { eventId: "sale", outflowPerMinute: 5 });
  expect(await awaitsRelay(id)).toBe(false);
});

test("a line that nobody is about to make is repaired", async () => {
  await startTestEvent(context, { eventId: "sale" });
  await db().outboxEntry.deleteMany({ where: { customerId: context.customer.id } });
  expect(await awaitsRelay(id)).toBe(false);
});
