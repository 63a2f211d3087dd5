import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { runOutside } from "@/lib/line/scripts/report";
import { sourceArguments } from "@/lib/line/scripts/sources";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import {
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { type DrainScope, drainAdmissions, listEventsToDrain } from "./drain";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
let event: DrainedEvent;
let stream: string;
beforeEach(async () => {
  context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  event = { ...row, customer: context.customer };
  stream = eventKeys(startedRef(context)).admissions;
  await reconcileEvent(redis, row.id);
});

const ADMITTED_AT_MS = Date.UTC(2026, 4, 4, 3, 2, 1);

type Put = {
  id?: string;
  run?: number;
  renewal?: number;
  type?: string;
  link?: string;
  isOutOfTurn?: boolean;
};

/** Puts an admission on the stream as the line's scripts do. */
async function put(number: number, options: Put = {}): Promise<void> {
  const { id = "*", run = 1, renewal = 0, type = "queue", link = "", isOutOfTurn } = options;
  await redis.xadd(
    stream,
    id,
    ...["r", run, "v", 0, "t", type, "a", ADMITTED_AT_MS + number],
    ...["m", `${number}:${renewal}:q${number};`, "l", link],
    ...(isOutOfTurn ? ["o", `${number};`] : []),
  );
}

const stored = () =>
  db().admission.findMany({
    where: { run: { eventId: event.id } },
    orderBy: [{ queueNumber: "asc" }, { renewal: "asc" }],
  });
const numbers = async () => (await stored()).map(({ queueNumber }) => Number(queueNumber));

describe("draining admissions", () => {
  test("stores each admission with its time, then trims it from Redis", async () => {
    await put(1);
    await put(2, { type: "safetynet" });
    await put(2, { renewal: 1 });
    await put(3, { isOutOfTurn: true });
    expect(await drainAdmissions(redis, event)).toMatchObject({ stored: 4, dropped: 0 });
    expect(await stored()).toMatchObject([
      { queueNumber: 1n, queueId: "q1", redirectType: "queue", renewal: 0, lane: 0 },
      { queueNumber: 2n, redirectType: "safetynet", admittedAt: new Date(ADMITTED_AT_MS + 2) },
      { queueNumber: 2n, redirectType: "queue", renewal: 1, isOutOfTurn: false },
      { queueNumber: 3n, redirectType: "queue", isOutOfTurn: true },
    ]);
    expect(await redis.xlen(stream)).toBe(0);
    expect(await drainAdmissions(redis, event)).toMatchObject({ stored: 0, dropped: 0 });
  });

  test("a crash between storing and trimming stores nothing twice", async () => {
    for (let number = 1; number <= 20; number += 1) await put(number);
    await drainAdmissions(redis, event);
    for (let number = 11; number <= 30; number += 1) await put(number);
    expect(await drainAdmissions(redis, event)).toMatchObject({ stored: 10, dropped: 0 });
    expect(await numbers()).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  test("several drains at once store everything once", async () => {
    for (let number = 1; number <= 50; number += 1) await put(number);
    const results = await Promise.all(
      Array.from({ length: 4 }, () => drainAdmissions(redis, event)),
    );
    expect(results.reduce((sum, result) => sum + result.stored, 0)).toBe(50);
    expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test("more admissions than one batch holds are all stored", async () => {
    const members = Array.from({ length: 2_500 }, (_, index) => `${index + 1}:0:q${index + 1};`);
    const call = (m: string) => ["r", 1, "v", 0, "t", "queue", "a", 1, "m", m, "l", ""];
    const pipeline = redis.pipeline();
    for (const member of members.slice(0, 500)) pipeline.xadd(stream, "*", ...call(member));
    for (let start = 500; start < 2_500; start += 250) {
      pipeline.xadd(stream, "*", ...call(members.slice(start, start + 250).join("")));
    }
    await pipeline.exec();
    expect(await drainAdmissions(redis, event)).toMatchObject({ stored: 2_500, dropped: 0 });
    expect(await redis.xlen(stream)).toBe(0);
    expect(await numbers()).toHaveLength(2_500);
  });

  test("ids of the stream that went back with a clock are stored, too", async () => {
    await put(1);
    await drainAdmissions(redis, event);
    await redis.del(stream);
    await put(2, { id: "5-1" });
    expect(await drainAdmissions(redis, event)).toMatchObject({ stored: 1, dropped: 0 });
    expect(await numbers()).toEqual([1, 2]);
  });

  test("admissions of a run that nobody knows are counted and do not hold up the rest", async () => {
    await put(1, { run: 99 });
    await put(2);
    expect(await drainAdmissions(redis, event)).toEqual({
      stored: 1,
      dropped: 1,
      droppedOf: [event.id],
    });
    expect(await numbers()).toEqual([2]);
  });

  test("each use of a staff link is audited once, also when it is read again", async () => {
    const { id: link } = await createStaffLink(context, { eventId: "sale", label: "Press" });
    const keys = eventKeys(startedRef(context));
    for (const queueId of ["a", "b"]) {
      await runOutside(redis, keys, {
        runId: 1,
        callerLineMs: 0,
        queueId,
        redirectType: "bypass",
        staffLinkId: link,
        ...sourceArguments([]),
      });
    }
    const copies = await redis.xrange(stream, "-", "+");
    await drainAdmissions(redis, event);
    for (const [, fields] of copies) await redis.xadd(stream, "*", ...fields);
    await drainAdmissions(redis, event);
    const sentence = "Stanchion admitted a visitor to Sale by the staff link Press";
    expect((await auditSentences(context)).filter((text) => text === sentence)).toHaveLength(2);
    expect(await stored()).toHaveLength(2);
  });

  test("a link of another customer is never named in the audit log", async () => {
    const other = await createTestCustomer();
    await createEvent(other, {
      eventId: "theirs",
      name: "Theirs",
      kind: "always-on",
      targetUrl: "https://shop.example/",
    });
    const { id: link } = await createStaffLink(other, { eventId: "theirs", label: "Secret plan" });
    await put(1, { type: "bypass", link });
    await drainAdmissions(redis, event);
    expect(JSON.stringify(await auditSentences(context))).not.toContain("Secret plan");
  });
});

test("open events are drained as named, others for an hour after, and all of them on request", async () => {
  const has = async (scope: DrainScope) =>
    (await listEventsToDrain(scope)).some(({ id }) => id === event.id);
  expect(await has({ openIds: [event.id] })).toBe(true);
  expect(await has({ openIds: [] })).toBe(false);
  await stopEvent(context, { eventId: "sale" });
  expect(await has({ openIds: [] })).toBe(true);
  await db().run.updateMany({
    where: { eventId: event.id },
    data: { endedAt: new Date(Date.now() - 3_700_000) },
  });
  expect([await has({ openIds: [] }), await has("all")]).toEqual([false, true]);
});
