import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { noteProbes, startBaseline } from "@/lib/domain/governor/governor";
import { readGovernor, writeGovernor } from "@/lib/line/commands/governor-state";
import { tickEvent } from "@/lib/line/commands/tick";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { getLive } from "@/lib/services/operation/live/get-live";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createTestCustomer, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { disconnectLineRedis } from "@/tools/shared/line-redis";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  disconnectLineRedis();
  await disconnectDb();
});

const GOVERNOR = { healthUrl: "https://shop.example/health", timeoutMs: 2_000 };
let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});

async function start(governor: typeof GOVERNOR | null): Promise<void> {
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
    outflowPerMinute: 1_200,
    governor,
  });
  await startTestEvent(context, { eventId: "sale" });
  await reconcile();
}

async function reconcile(): Promise<void> {
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, id);
}

const ref = () => startedRef(context);

async function outflow(): Promise<number> {
  const tick = await tickEvent(redis, ref());
  if (tick.status === "LOST") throw new Error("The line is lost.");
  return tick.state.outflowPerMinute;
}

test("an event with a governor lets in a quarter before anybody has asked its site, and says why", async () => {
  await start(GOVERNOR);
  expect(await outflow()).toBe(300);
  expect((await getLive(context, { eventId: "sale" })).governor).toEqual({ reason: "learning" });
});

test("what the governor has learnt is not replaced, however often the event is told to Redis", async () => {
  await start(GOVERNOR);
  const state = noteProbes(startBaseline(2_000), Array(20).fill(null), 0);
  await writeGovernor(redis, ref(), { healthUrl: GOVERNOR.healthUrl, state });
  await reconcile();
  expect((await readGovernor(redis, ref()))?.state).toEqual(state);
  expect((await getLive(context, { eventId: "sale" })).governor).toEqual({ reason: "failing" });
});

test("a governor that is added while the event is open begins carefully, too; without one all go in", async () => {
  await start(null);
  expect(await outflow()).toBe(1_200);
  expect((await getLive(context, { eventId: "sale" })).governor).toBeNull();
  const { settingsVersion } = await db().event.findFirstOrThrow({
    where: { customerId: context.customer.id },
  });
  await updateEvent(context, { eventId: "sale", settingsVersion, governor: GOVERNOR });
  await reconcile();
  expect(await outflow()).toBe(300);
});
