import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createLogger } from "@/lib/platform/observability/logger";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { drainAdmissions } from "@/lib/services/operation/admission/drain";
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

type Admitted = {
  readonly queueIdOf?: (n: number) => string;
  readonly run?: number;
  readonly staffLinkId?: string;
};

/** Admits as the line's scripts do: visitors 1 to `count`, each by a call of its own. */
async function admit({ stream }: Sale, count: number, more: Admitted = {}): Promise<void> {
  const { queueIdOf = (n: number) => `q${n}`, run = 1, staffLinkId } = more;
  const how = staffLinkId === undefined ? ["t", "queue"] : ["t", "bypass", "l", staffLinkId];
  const pipeline = redis.pipeline();
  for (let n = 1; n <= count; n += 1) {
    const call = ["r", run, "v", 0, "a", Date.UTC(2026, 4, 4) + n, ...how];
    pipeline.xadd(stream, "*", ...call, "m", `${n}:0:${queueIdOf(n)};`);
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
  const done = await Promise.all([
    drainAdmissions(redis, ...events),
    drainAdmissions(redis, ...events.toReversed()),
  ]);
  expect(done[0].stored + done[1].stored).toBe(CALLS + 3);
  expect(await stored(many)).toEqual({ rows: CALLS, counted: CALLS });
  expect(await stored(few)).toEqual({ rows: 3, counted: 3 });
  expect(await stored(none)).toEqual({ rows: 0, counted: 0 });
  for (const { stream } of sales) expect(await redis.xlen(stream)).toBe(0);
});

test("events whose admissions cannot be read are left out, and told at the end", async () => {
  const sales = await Promise.all([openSale(), openSale(), openSale()]);
  const [first, unread, last] = sales;
  for (const sale of [first, last]) await admit(sale, 2);
  await redis.set(unread.stream, "no stream");
  const events = sales.map(({ event }) => event);
  await expect(drainAdmissions(redis, ...events)).rejects.toThrow(
    "The admissions of 1 events could not be read.",
  );
  for (const sale of [first, last]) expect(await stored(sale)).toEqual({ rows: 2, counted: 2 });
});

test("of several events all is stored or nothing; one that cannot be stored holds up no other", async () => {
  const sales = await Promise.all([openSale(), openSale(), openSale()]);
  const [first, unstored, last] = sales;
  for (const sale of [first, last]) await admit(sale, 2);
  await admit(unstored, 2, { queueIdOf: (n) => (n === 2 ? "q\u0000" : "q1") });
  const events = sales.map(({ event }) => event);
  await expect(drainAdmissions(redis, ...events)).rejects.toThrow();
  // Nothing is let go of that is not stored.
  for (const sale of sales) {
    expect(await stored(sale)).toEqual({ rows: 0, counted: 0 });
    expect(await redis.xlen(sale.stream)).toBe(2);
  }
  await expect(drainEvents(events, deps)).rejects.toThrow("The admissions of 1 events");
  for (const sale of [first, last]) expect(await stored(sale)).toEqual({ rows: 2, counted: 2 });
  expect(await redis.xlen(unstored.stream)).toBe(2);
});

test("uses of staff links of several customers stand each in the log of its own", async () => {
  const sales = await Promise.all([openSale(), openSale()]);
  for (const [index, sale] of sales.entries()) {
    const label = `Press ${index}`;
    const { id } = await createStaffLink(sale.context, { eventId: "sale", label });
    await admit(sale, 1, { staffLinkId: id });
  }
  await drainAdmissions(redis, ...sales.map(({ event }) => event));
  for (const [index, { context }] of sales.entries()) {
    const uses = (await auditSentences(context)).filter((text) => text.includes("staff link"));
    expect(uses).toContain(`Stanchion admitted a visitor to Sale by the staff link Press ${index}`);
    expect(uses.join()).not.toContain(`by the staff link Press ${1 - index}`);
  }
});

test("what runs that nobody knows have admitted is told of the event whose they are", async () => {
  const sales = await Promise.all([openSale(), openSale()]);
  const [known, unknown] = sales;
  await admit(known, 2);
  await admit(unknown, 2, { run: 99 });
  const done = await drainAdmissions(redis, ...sales.map(({ event }) => event));
  expect(done).toEqual({ stored: 2, dropped: 2, droppedOf: [unknown.event.id] });
});
