import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { HELD_MESSAGE } from "@/lib/domain/event/standing";
import { putLineLimit } from "@/lib/line/commands/line-limit";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { tickEvent } from "@/lib/line/commands/tick";
import { eventKeys } from "@/lib/line/keys";
import { readFields } from "@/lib/line/read-fields";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import { changeSchedules } from "@/lib/services/event/schedule/change-schedule";
import {
  installationContext,
  type ServiceContext,
  workerContext,
} from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { shareWaitingOf } from "@/lib/services/relay/outbox/share-waiting";
import { editSchedulesOf } from "@/test/confirmed-edit";
import {
  auditSentences,
  createCustomerWithSale,
  eventRefOf,
  startedRef,
  startTestEvent,
  withBrokenAudit,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { getCustomer } from "./get";
import { resumeCustomer } from "./resume";
import { setCustomerLimits } from "./set-limits";
import { suspendCustomer } from "./suspend";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
let installation: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
  installation = installationContext(context.customer, "admin");
  await startTestEvent(context, SALE);
  await relay();
});

const SALE = { eventId: "sale" };
const another = (eventId: string) => ({
  eventId,
  name: eventId,
  kind: "always-on" as const,
  targetUrl: "https://shop.example/tickets",
});

async function relay(): Promise<void> {
  const where = { customerId: context.customer.id, relayedAt: null };
  while ((await db().outboxEntry.count({ where })) > 0) await relayOutbox(redis);
}

const ref = () => startedRef(context);
const published = (eventId = "sale") => readPublishedEvent(redis, ref().customerId, eventId);
const inLine = async (eventId = "sale") =>
  readFields(redis, "line", eventKeys(await eventRefOf(context, eventId)).line, [
    "paused",
    "method",
    "outflowPerMinute",
    "safetyNetPerMinute",
    "lineLimit",
  ]);
const eventRow = (wireId = "sale") =>
  db().event.findFirstOrThrow({ where: { customerId: context.customer.id, wireId } });

describe("a suspended customer", () => {
  test("is held in the line and published so, and has everything again when resumed", async () => {
    await updateEvent(context, { ...SALE, method: "passthrough", outflowPerMinute: 321 });
    await relay();
    const before = await published();
    await suspendCustomer(installation, { events: "hold" });
    await relay();
    expect(await published()).toMatchObject({
      suspension: "hold",
      paused: true,
      pauseMessage: HELD_MESSAGE,
      method: "fifo",
      outflowPerMinute: 321,
    });
    expect(await inLine()).toMatchObject({ paused: true, method: "fifo" });
    await resumeCustomer(installation);
    await relay();
    expect(await published()).toEqual({ ...before, version: (before?.version ?? 0) + 2 });
    expect(await inLine()).toMatchObject({ paused: false, method: "passthrough" });
  });

  test("lets everybody through where that was chosen, paused or not", async () => {
    await pauseEvent(context, { ...SALE, message: "Back soon" });
    await suspendCustomer(installation, { events: "let-through" });
    await relay();
    expect(await published()).toMatchObject({
      suspension: "let-through",
      paused: false,
      method: "passthrough",
    });
    await suspendCustomer(installation, { events: "hold" });
    await relay();
    expect(await published()).toMatchObject({ suspension: "hold", paused: true });
    await resumeCustomer(installation);
    await relay();
    expect(await published()).toMatchObject({ paused: true, pauseMessage: "Back soon" });
  });

  test("stays held when Redis has lost everything", async () => {
    await suspendCustomer(installation, { events: "hold" });
    await relay();
    const keys = await redis.keys(`wr:{${context.customer.wireId}*`);
    await redis.unlink(keys);
    await reconcileEvent(redis, (await eventRow()).id);
    expect(await published()).toMatchObject({ suspension: "hold", paused: true });
    expect(await inLine()).toMatchObject({ paused: true });
  });

  test("holds what opens meanwhile, and the schedules that begin; members open nothing", async () => {
    await createEvent(context, another("later"));
    await suspendCustomer(installation, { events: "hold" });
    await expect(startEvent(context, { eventId: "later" })).rejects.toMatchObject({
      code: "customer_suspended",
    });
    await startEvent(workerContext(context.customer, "schedule.transition"), { eventId: "later" });
    await relay();
    expect(await published("later")).toMatchObject({ status: "open", suspension: "hold" });
    expect(await inLine("later")).toMatchObject({ paused: true });
  });

  test("follows its schedules: one that began meanwhile is in force after it", async () => {
    const at = Date.now();
    const local = (ms: number) => new Date(at + ms).toISOString().slice(0, 16);
    const timing = { kind: "once", timeZone: "UTC" } as const;
    await editSchedulesOf(context, {
      ...SALE,
      schedules: [
        {
          id: "night",
          name: "Night",
          timing: { ...timing, startLocal: local(-120_000), endLocal: local(3_600_000) },
          preQueueMinutes: 0,
          overrides: { outflowPerMinute: 77 },
        },
      ],
    });
    // As if it had begun after the last change.
    await db().$executeRaw`
      UPDATE "Event" SET "updatedAt" = ${new Date(at - 600_000)} WHERE "id" = ${(await eventRow()).id}`;
    await suspendCustomer(installation, { events: "hold" });
    await changeSchedules();
    await resumeCustomer(installation);
    await relay();
    expect(await published()).toMatchObject({ paused: false, outflowPerMinute: 77 });
    expect(await auditSentences(context)).toContain(
      "Stanchion applied a schedule to Sale: “Night” is active, outflow 77 per minute",
    );
  });

  test("changes nothing that is open, and may stop it", async () => {
    await suspendCustomer(installation, { events: "hold" });
    for (const change of [
      () => setOutflow(context, { ...SALE, outflowPerMinute: 5 }),
      () => pauseEvent(context, SALE),
      () => updateEvent(context, { ...SALE, name: "Other" }),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: "customer_suspended" });
    }
    await createEvent(context, another("draft"));
    await updateEvent(context, { eventId: "draft", name: "Drafted" });
    expect(await stopEvent(context, SALE)).toMatchObject({ status: "stopped" });
  });

  test("is suspended in all or in nothing, and by the installation only", async () => {
    const broken = withBrokenAudit(installation);
    await expect(suspendCustomer(broken, { events: "hold" })).rejects.toThrow();
    expect((await getCustomer(context)).suspension).toBeNull();
    expect((await eventRow()).settingsVersion).toBe(2);
    await expect(suspendCustomer(context, { events: "hold" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await suspendCustomer(installation, { events: "hold" });
    await expect(suspendCustomer(installation, { events: "hold" })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await resumeCustomer(installation);
    await expect(resumeCustomer(installation)).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect((await auditSentences(context)).slice(-2)).toEqual([
      "The installation suspended Test Tickets: nobody is admitted, visitors keep their places",
      "The installation resumed Test Tickets",
    ]);
  });
});

describe("limits of a customer", () => {
  test("no event beyond them is created or opened, also of two at once", async () => {
    await setCustomerLimits(installation, { maxEvents: 2 });
    const results = await Promise.allSettled(
      ["one", "two", "three"].map((id) => createEvent(context, another(id))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(createEvent(context, another("four"))).rejects.toMatchObject({
      code: "event_limit",
      message: expect.stringContaining("is limited to 2 events"),
    });
    const [draft] = await db().event.findMany({
      where: { customerId: context.customer.id, status: "draft" },
    });
    await setCustomerLimits(installation, { maxEvents: 1 });
    const eventId = draft?.wireId ?? "";
    await expect(startEvent(context, { eventId })).rejects.toMatchObject({ code: "event_limit" });
    await stopEvent(context, SALE);
    expect(await startEvent(context, { eventId })).toMatchObject({ status: "open" });
  });

  test("an outflow above them is refused, in schedules too, and one from before is capped", async () => {
    await updateEvent(context, { ...SALE, outflowPerMinute: 500, safetyNetPerMinute: 800 });
    await setCustomerLimits(installation, { maxOutflowPerMinute: 300 });
    await relay();
    const capped = { outflowPerMinute: 300, safetyNetPerMinute: 300 };
    expect(await published()).toMatchObject(capped);
    expect(await inLine()).toMatchObject(capped);
    const above = { code: "outflow_limit", fields: { outflowPerMinute: expect.any(String) } };
    await expect(setOutflow(context, { ...SALE, outflowPerMinute: 301 })).rejects.toMatchObject(
      above,
    );
    await expect(
      createEvent(context, { ...another("fast"), outflowPerMinute: 301 }),
    ).rejects.toMatchObject(above);
    await expect(
      createEvent(context, { ...another("net"), outflowPerMinute: 300, safetyNetPerMinute: 301 }),
    ).rejects.toMatchObject({ fields: { safetyNetPerMinute: expect.any(String) } });
    // What was there before does not stand in the way of other changes.
    await updateEvent(context, { ...SALE, name: "Sales" });
    const overrides = { outflowPerMinute: 301 };
    await expect(
      updateEvent(context, {
        ...SALE,
        schedules: [
          {
            id: "a",
            name: "A",
            timing: {
              kind: "once",
              startLocal: "2031-01-01T09:00",
              endLocal: "2031-01-01T10:00",
              timeZone: "UTC",
            },
            preQueueMinutes: 0,
            overrides,
          },
        ],
      }),
    ).rejects.toMatchObject({ code: "outflow_limit", fields: { schedules: expect.any(String) } });
    await setCustomerLimits(installation, { maxOutflowPerMinute: null });
    await relay();
    expect(await inLine()).toMatchObject({ outflowPerMinute: 500 });
  });

  test("those who wait at all events together are limited, and nobody loses a place", async () => {
    await createEvent(context, another("other"));
    await startEvent(context, { eventId: "other" });
    await relay();
    /** As if so many had joined. */
    const waiting = async (eventId: string, last: number) =>
      redis.hset(eventKeys(await eventRefOf(context, eventId)).line, "last", String(last));
    await waiting("sale", 70);
    await waiting("other", 20);
    await setCustomerLimits(installation, { maxWaiting: 100 });
    await relay();
    expect([(await inLine("sale")).lineLimit, (await inLine("other")).lineLimit]).toEqual([80, 30]);
    await waiting("other", 30);
    await shareWaitingOf(redis, context.customer.id);
    expect([(await inLine("sale")).lineLimit, (await inLine("other")).lineLimit]).toEqual([70, 30]);
    await setCustomerLimits(installation, { maxWaiting: 10 });
    await relay();
    expect((await inLine("sale")).lineLimit).toBe(10);
    const tick = await tickEvent(redis, ref());
    expect(tick).toMatchObject({ status: "OK", state: { waiting: 70 } });
    await setCustomerLimits(installation, { maxWaiting: null });
    await relay();
    expect((await inLine("sale")).lineLimit).toBe(0);
  });

  test("the line limit is set for its own run only, and newer settings still come", async () => {
    await putLineLimit(redis, ref(), { runId: 9, lineLimit: 7 });
    expect((await inLine()).lineLimit).toBe(0);
    await putLineLimit(redis, ref(), { runId: 1, lineLimit: 7 });
    expect((await inLine()).lineLimit).toBe(7);
    await setOutflow(context, { ...SALE, outflowPerMinute: 44 });
    await relay();
    expect(await inLine()).toMatchObject({ lineLimit: 0, outflowPerMinute: 44 });
  });
});
