import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listOpenEvents } from "@/lib/services/relay/line/open-events";
import { nothingKnown, tellLineChanges } from "@/lib/services/relay/line/tell-changes";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import {
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { createThreshold } from "./create";
import { deleteThreshold } from "./delete";
import { getThreshold } from "./get";
import { listThresholds } from "./list";
import { updateThreshold } from "./update";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const LONG = { name: "Line too long", metric: "waiting", crossedAt: 3, clearedAt: 1 } as const;

test("thresholds are made, changed and deleted, each with a sentence in the audit log", async () => {
  const context = await createCustomerWithSale();
  const made = await createThreshold(context, { ...LONG, eventId: "sale" });
  expect(made).toMatchObject({ ...LONG, eventId: "sale", holdSeconds: 30, version: 1 });
  const wish = { ...LONG, crossedAt: 5, holdSeconds: 0, thresholdId: made.id, seenVersion: 1 };
  expect(await updateThreshold(context, wish)).toMatchObject({ crossedAt: 5, eventId: null });
  await expect(updateThreshold(context, wish)).rejects.toMatchObject({ code: "conflict" });
  expect(await listThresholds(context)).toMatchObject([{ id: made.id, version: 2 }]);
  await deleteThreshold(context, { thresholdId: made.id });
  expect(await listThresholds(context)).toEqual([]);
  const sentences = await auditSentences(context);
  for (const done of ["created", "changed", "deleted"]) {
    expect(sentences.join()).toContain(`${done} the threshold Line too long`);
  }
});

test("a name that another threshold of the customer has is refused", async () => {
  const context = await createCustomerWithSale();
  const { id: thresholdId } = await createThreshold(context, LONG);
  const taken = { code: "invalid", fields: { name: expect.stringContaining("Line too long") } };
  await expect(createThreshold(context, LONG)).rejects.toMatchObject(taken);
  const second = await createThreshold(context, { ...LONG, name: "Second" });
  const rename = { ...LONG, thresholdId: second.id, seenVersion: 1 };
  await expect(updateThreshold(context, rename)).rejects.toMatchObject(taken);
  await updateThreshold(context, { ...LONG, thresholdId, seenVersion: 1 });
  await createThreshold(await createCustomerWithSale(), LONG);
});

test("values without a band between them, shares above 100 and foreign events are refused", async () => {
  const context = await createCustomerWithSale();
  const refused = async (wish: object, field: string) => {
    const input = { ...LONG, ...wish };
    const error = await createThreshold(context, input).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).toContain(field);
  };
  await refused({ clearedAt: 3 }, "clearedAt");
  await refused({ metric: "outflowUsedPercent", crossedAt: 50, clearedAt: 40 }, "clearedAt");
  await refused({ metric: "noShowPercent", crossedAt: 101, clearedAt: 40 }, "crossedAt");
  await refused({ eventId: "other" }, "not_found");
  const stranger = await createTestCustomer();
  const made = await createThreshold(context, LONG);
  for (const verb of [getThreshold, deleteThreshold]) {
    const act = verb(stranger, { thresholdId: made.id });
    await expect(act).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a threshold is told of once, whichever worker looks and however often one begins anew", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  await setQueueAll(context, { eventId: "sale", isOn: true });
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, id);
  const { id: thresholdId } = await createThreshold(context, { ...LONG, holdSeconds: 0 });
  const ownOnly = { ...LONG, name: "Own", holdSeconds: 0, eventId: "sale" };
  await createThreshold(context, { ...ownOnly, crossedAt: 9 });
  const steady = nothingKnown();
  const look = async (last: number) => {
    await redis.hset(eventKeys(startedRef(context)).line, "last", String(last));
    const events = (await listOpenEvents()).filter((event) => event.id === id);
    for (const known of [steady, nothingKnown()]) await tellLineChanges(redis, events, known);
    return told(context);
  };
  expect(await look(2)).toEqual([]);
  const crossed = { type: "event.threshold_crossed", value: 3, thresholdId };
  expect(await look(3)).toEqual([crossed]);
  expect(await look(2)).toEqual([crossed]);
  expect(await look(3)).toEqual([crossed]);
  const cleared = { type: "event.threshold_cleared", value: 1, thresholdId };
  expect(await look(1)).toEqual([crossed, cleared]);
  expect((await look(9)).slice(2).map(({ value }) => value)).toEqual([9, 9]);
  // Whoever was told of one must not wait for ever.
  await deleteThreshold(context, { thresholdId });
  const gone = { type: "event.threshold_cleared", value: null, thresholdId };
  steady.thresholds = nothingKnown().thresholds;
  expect((await look(9)).slice(4)).toEqual([gone]);
});

async function told({ customer }: ServiceContext) {
  const rows = await db().domainEvent.findMany({
    where: { customerId: customer.id, type: { startsWith: "event.threshold" } },
    orderBy: { seq: "asc" },
  });
  return rows.map(({ type, data, summary }) => {
    expect(summary).toContain("threshold");
    const { value, thresholdId } = dataOf(type, data);
    return { type, value, thresholdId };
  });
}

function dataOf(type: string, data: unknown) {
  if (type !== "event.threshold_crossed" && type !== "event.threshold_cleared") {
    throw new Error(`Nobody asked for ${type}.`);
  }
  return DOMAIN_EVENTS[type].data.strict().parse(data);
}
