import { afterAll, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { createEvent } from "@/lib/services/event/manage/create";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { createTestCustomer, ownerOf, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { getLive } from "./get-live";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const spring = { eventId: "spring" };

async function withEvent(): Promise<ServiceContext> {
  const context = await createTestCustomer();
  await createEvent(context, {
    ...spring,
    name: "Spring Sale",
    kind: "always-on",
    targetUrl: "https://shop.example.com/",
  });
  return context;
}

/** What the relay does with the newest settings. */
async function relay(context: ServiceContext): Promise<void> {
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const settings = toEventSettings(event, ownerOf(context.customer.wireId));
  await readFromLine(async (redis) => {
    await publishEvent(redis, settings, null);
    await createRun(redis, settings);
  });
}

test("a draft has no line yet, and nothing is in force", async () => {
  const context = await withEvent();
  expect(await getLive(context, spring)).toMatchObject({
    event: { status: "draft" },
    snapshot: null,
    inForce: { settingsVersion: 1, onAllNodes: false, nodes: 0 },
  });
});

test("a started event shows its line, and tells that newer settings are not in force yet", async () => {
  const context = await withEvent();
  await startTestEvent(context, spring);
  await relay(context);
  const live = await getLive(context, spring);
  expect(live.snapshot).toMatchObject({ runId: 1, settingsVersion: 2, outflowPerMinute: 600 });
  await setOutflow(context, { ...spring, outflowPerMinute: 900 });
  expect(await getLive(context, spring)).toMatchObject({
    event: { outflowPerMinute: 900 },
    snapshot: { outflowPerMinute: 600 },
    inForce: { settingsVersion: 3, onAllNodes: false },
  });
});

test("whoever operates an event sees what the installation does with it", async () => {
  const context = await withEvent();
  expect((await getLive(context, spring)).standing).toEqual({
    suspension: null,
    limits: { maxEvents: null, maxOutflowPerMinute: null, maxWaiting: null },
  });
  const where = { id: context.customer.id };
  await db().customer.update({
    where,
    data: { suspension: "let_through", maxOutflowPerMinute: 300 },
  });
  expect((await getLive(context, spring)).standing).toMatchObject({
    suspension: "let-through",
    limits: { maxOutflowPerMinute: 300 },
  });
});

test("another customer gets not_found, and nobody without permission gets anything", async () => {
  const context = await withEvent();
  const stranger = await createTestCustomer();
  await expect(getLive(stranger, spring)).rejects.toMatchObject({ code: "not_found" });
  const nobody = { ...context, permissions: new Set<never>() };
  await expect(getLive(nobody, spring)).rejects.toMatchObject({ code: "forbidden" });
});

test("without Redis the answer is unavailable, not a draft", async () => {
  const context = await withEvent();
  disconnectLineRedis();
  vi.stubEnv("REDIS_URL", "redis://127.0.0.1:1");
  await expect(getLive(context, spring)).rejects.toMatchObject({ code: "unavailable" });
  disconnectLineRedis();
  vi.unstubAllEnvs();
});
