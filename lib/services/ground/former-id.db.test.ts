import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { NODES_KEY } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import { createCustomer } from "@/lib/services/installation/customer/create";
import { deleteCustomer } from "@/lib/services/installation/customer/delete";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { removeDeletedEvents } from "@/lib/services/operation/removal/remove-deleted";
import { stopEvent } from "@/test/at-once";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { deleteWhole, freeIds } from "@/test/reused-id";
import { installationContext, type ServiceContext } from "./context";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const SALE = {
  eventId: "sale",
  name: "Sale",
  kind: "always-on",
  targetUrl: "https://shop.example/tickets",
} as const;
const MINUTE_MS = 60_000;

const make = (context: ServiceContext) => createEvent(context, SALE);

/** The minutes after which the refusal says that the id is free. */
async function minutesUntilFree(context: ServiceContext): Promise<number> {
  const error: unknown = await make(context).catch((thrown: unknown) => thrown);
  const [, at = ""] = /wait until (.+) UTC/.exec(String(error)) ?? [];
  return (Date.parse(`${at.replace(" ", "T")}Z`) - Date.now()) / MINUTE_MS;
}

test("the id of an event is free once the longest session of it is over, and the refusal says when", async () => {
  const context = await createCustomerWithSale();
  await updateEvent(context, {
    eventId: "sale",
    sessionMinutes: 120,
    queueTokenValiditySeconds: 60,
  });
  await startTestEvent(context, { eventId: "sale" });
  await deleteWhole(redis, context, SALE);
  // Session, token and arrival, a renewal, and what connectors may not have heard.
  const minutes = await minutesUntilFree(context);
  expect(minutes).toBeGreaterThan(120 + 1 + 1 + 10 + 9);
  expect(minutes).toBeLessThan(120 + 1 + 1 + 10 + 12);
  await freeIds();
  expect((await make(context)).runId).toBe(0);
});

test("a session that was made shorter just before counts as long as it was", async () => {
  const context = await createCustomerWithSale();
  await updateEvent(context, { eventId: "sale", sessionMinutes: 600 });
  await startTestEvent(context, { eventId: "sale" });
  await updateEvent(context, { eventId: "sale", sessionMinutes: 5 });
  await updateEvent(context, { eventId: "sale", sessionMinutes: 6 });
  await deleteWhole(redis, context, SALE);
  expect(await minutesUntilFree(context)).toBeGreaterThan(600);
});

test("the id of an event that was never started is free when the rest of it is removed", async () => {
  const context = await createCustomerWithSale();
  await deleteEvent(context, SALE_NAME);
  await expect(make(context)).rejects.toThrow(/still being deleted/);
  await removeDeletedEvents(redis, Date.now() + 10 * MINUTE_MS);
  expect((await make(context)).runId).toBe(0);
});

const SALE_NAME = { eventId: "sale", name: "Sale" };

test("an event that the version before has deleted leaves the same note", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  await stopEvent(context, { eventId: "sale" });
  await db().event.updateMany({
    where: { customerId: context.customer.id },
    data: { deletingAt: new Date() },
  });
  await removeDeletedEvents(redis, Date.now() + 10 * MINUTE_MS);
  expect(await minutesUntilFree(context)).toBeGreaterThan(20);
});

test("beside waiting rooms of the version before an id is new, or refused", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  await deleteWhole(redis, context, SALE);
  await freeIds();
  const former = "00112233aabb";
  await redis.zadd(NODES_KEY, Date.now(), former);
  await expect(make(context)).rejects.toThrow(/all waiting rooms run the same version/);
  await createEvent(context, { ...SALE, eventId: "other" });
  await redis.zrem(NODES_KEY, former);
  await make(context);
  const rows = await db().event.findMany({
    where: { customerId: context.customer.id },
    orderBy: { wireId: "asc" },
    select: { wireId: true, incarnation: true },
  });
  expect(rows).toEqual([
    { wireId: "other", incarnation: null },
    { wireId: "sale", incarnation: expect.stringMatching(/^[\w-]{12}$/) },
  ]);
});

test("the id of a customer is free as late as those of its events, and an hour after it at the least", async () => {
  const context = await createCustomerWithSale();
  const { wireId } = context.customer;
  await updateEvent(context, { eventId: "sale", sessionMinutes: 300 });
  await startTestEvent(context, { eventId: "sale" });
  await stopEvent(context, { eventId: "sale" });
  const installation = installationContext(context.customer, "admin");
  await deleteCustomer(redis, installation, { withoutExport: true }, 0);
  const again = { customerId: wireId, name: "Again", ownerEmail: "owner@example.com" };
  const error: unknown = await createCustomer("admin", again).catch((thrown: unknown) => thrown);
  const [, at = ""] = /wait until (.+) UTC/.exec(String(error)) ?? [];
  expect(Date.parse(`${at.replace(" ", "T")}Z`) - Date.now()).toBeGreaterThan(300 * MINUTE_MS);
  expect(await db().customer.count({ where: { wireId } })).toBe(0);
});
