import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createLogger } from "@/lib/platform/observability/logger";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import {
  auditSentences,
  createCustomerWithSale,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { drainEvents } from "./admissions-drain";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const deps = { redis, log: createLogger("test") };
/** A whole batch of calls, and some of the next. */
const CALLS = 230;

type Sale = {
  readonly context: ServiceContext;
  readonly event: DrainedEvent;
  readonly stream: string;
};

/** An open event of a customer of its own. */
async function openSale(): Promise<Sale> {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, row.id);
  const stream = eventKeys(startedRef(context)).admissions;
  return { context, event: { ...row, customer: context.customer }, stream };
}

/** Admits as the line's scripts do: visitors 1 to `count`, each by a call of its own. */
async function admit(
  { stream }: Sale,
  count: number,
  queueId = (n: number) => `q${n}`,
  more: readonly string[] = [],
) {
  const pipeline = redis.pipeline();
  for (let n = 1; n <= count; n += 1) {
    const type = more.length > 0 ? "bypass" : "queue";
    const call = [
      "r",
      1,
      "v",
      0,
      "t",
      type,
      "a",
      Date.UTC(2026, 4, 4) + n,
      "m",
      `${n}:0:${queueId(n)};`,
    ];
    pipeline.xadd(stream, "*", ...call, ...more);
  }
  await pipeline.exec();
}

const stored = async ({ event }: Sale) => {
  const rows = await db().admission.findMany({ where: { run: { eventId: event.id } } });
  const figures = await db().hourFigure.findMany({
    where: { run: { eventId: event.id }, kind: { startsWith: "admitted" } },
  });
  const counted = figures.flatMap(({ counts }) => counts).reduce((sum, one) => sum + one, 0);
  return { rows: rows.length, counted };
};

test("the admissions of several events are stored each for its own, however many there are of one", async () => {
  const sales = await Promise.all([openSale(), openSale(), openSale()]);
  const [many, few, none] = sales;
  await admit(many, CALLS);
  await admit(few, 3);
  const events = sales.map(({ event }) => event);
  await Promise.all([drainEvents(events, deps), drainEvents(events.toReversed(), deps)]);
  expect(await stored(many)).toEqual({ rows: CALLS, counted: CALLS });
  expect(await stored(few)).toEqual({ rows: 3, counted: 3 });
  expect(await stored(none)).toEqual({ rows: 0, counted: 0 });
  for (const { stream } of sales) expect(await redis.xlen(stream)).toBe(0);
});

test("an event whose admissions cannot be read or stored holds up no other", async () => {
  const sales = await Promise.all([openSale(), openSale(), openSale(), openSale()]);
  const [first, unread, unstored, last] = sales;
  for (const sale of [first, last]) await admit(sale, 2);
  await redis.set(unread.stream, "no stream");
  await admit(unstored, 2, (n) => (n === 2 ? "q\u0000" : "q1"));
  const events = sales.map(({ event }) => event);
  await expect(drainEvents(events, deps)).rejects.toThrow("The admissions of 2 events");
  expect(await stored(first)).toEqual({ rows: 2, counted: 2 });
  expect(await stored(last)).toEqual({ rows: 2, counted: 2 });
  expect(await stored(unstored)).toEqual({ rows: 0, counted: 0 });
  // Nothing is let go of that is not stored.
  expect(await redis.xlen(unstored.stream)).toBe(2);
});

test("uses of staff links of several customers stand each in the log of its own", async () => {
  const sales = await Promise.all([openSale(), openSale()]);
  for (const [index, sale] of sales.entries()) {
    const { id } = await createStaffLink(sale.context, {
      eventId: "sale",
      label: `Press ${index}`,
    });
    await admit(sale, 1, () => `staff${index}`, ["l", id]);
  }
  await drainEvents(
    sales.map(({ event }) => event),
    deps,
  );
  for (const [index, { context }] of sales.entries()) {
    const uses = (await auditSentences(context)).filter((text) =>
      text.includes("by the staff link"),
    );
    expect(uses).toEqual([`Stanchion admitted a visitor to Sale by the staff link Press ${index}`]);
  }
});
