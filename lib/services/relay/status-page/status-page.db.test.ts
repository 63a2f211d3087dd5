import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readStatusPage } from "@/lib/line/commands/status-pages";
import { statusPageKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { getStatusPage, setStatusPage } from "@/lib/services/installation/customer/set-status-page";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { addTestMember, auditSentences, createTestCustomer, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { publishStatusPages } from "./publish";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

async function openEvent(context: ServiceContext, eventId: string, more = {}): Promise<void> {
  const targetUrl = "https://shop.example/tickets";
  await createEvent(context, { eventId, name: eventId, kind: "always-on", targetUrl, ...more });
  await startTestEvent(context, { eventId });
  const where = { customerId: context.customer.id, wireId: eventId };
  await reconcileEvent(redis, (await db().event.findFirstOrThrow({ where })).id);
}

test("a page has open events in words, without secret ones, drafts, figures, ids and names of people", async () => {
  const context = await createTestCustomer();
  const { wireId } = context.customer;
  await openEvent(context, "spring");
  await openEvent(context, "secret", { onStatusPage: false });
  await openEvent(context, "later");
  const draft = { eventId: "draft", name: "draft", targetUrl: "https://shop.example/" };
  await createEvent(context, { ...draft, kind: "always-on" });
  await publishStatusPages(redis);
  expect(await readStatusPage(redis, wireId)).toBeNull();

  await setStatusPage(context, { isOn: true });
  await pauseEvent(context, { eventId: "spring", message: "Checking payments." });
  await publishStatusPages(redis);
  const published = await readStatusPage(redis, wireId);
  expect(published?.page.events).toMatchObject([
    { name: "later", state: "open" },
    { name: "spring", state: "paused", message: "Checking payments." },
  ]);
  expect(published?.page.changes.map(({ title, message }) => [title, message])).toEqual([
    ["spring: Paused", "Checking payments."],
    ["later: Waiting room opened", null],
    ["spring: Waiting room opened", null],
  ]);
  const text = (await redis.get(statusPageKey(wireId))) ?? "";
  expect(text).not.toContain("secret");
  expect(text).not.toContain("draft");
  expect(text).not.toContain(context.actor.name);
  const held = await db().domainEvent.findMany({ where: { customerId: context.customer.id } });
  for (const { id } of held) expect(text).not.toContain(id);

  await updateEvent(context, { eventId: "spring", onStatusPage: false });
  await publishStatusPages(redis);
  expect(await redis.get(statusPageKey(wireId))).not.toContain("spring");
});

test("what happened to a deleted event is not said of another one with its id", async () => {
  const context = await createTestCustomer();
  await setStatusPage(context, { isOn: true });
  await openEvent(context, "spring", { onStatusPage: false });
  const where = { customerId: context.customer.id, wireId: "spring" };
  // As if it had been deleted, and its id given to another one since.
  const createdAt = new Date(Date.now() + 1_000);
  await db().event.updateMany({ where, data: { createdAt } });
  await updateEvent(context, { eventId: "spring", onStatusPage: true });
  await publishStatusPages(redis);
  const published = await readStatusPage(redis, context.customer.wireId);
  expect(published?.page).toMatchObject({ events: [{ name: "spring" }], changes: [] });
});

test("a page is gone once it is off, also where a worker was just writing it", async () => {
  const context = await createTestCustomer();
  const { id, wireId } = context.customer;
  expect(await setStatusPage(context, { isOn: true })).toMatchObject({ isOn: true });
  await publishStatusPages(redis);
  expect(await readStatusPage(redis, wireId)).not.toBeNull();
  await setStatusPage(context, { isOn: false });
  await writeCustomerToRedis(redis, id);
  expect(await readStatusPage(redis, wireId)).toBeNull();
  expect(await getStatusPage(context)).toMatchObject({ isOn: false });
  const sentences = (await auditSentences(context)).join();
  expect(sentences).toContain("turned the status page on");
  expect(sentences).toContain("turned the status page off");
  const viewer = await addTestMember(context, "viewer", "Vera");
  await expect(setStatusPage(viewer, { isOn: true })).rejects.toMatchObject({ code: "forbidden" });
});
