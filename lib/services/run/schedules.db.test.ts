import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { ServiceContext } from "@/lib/services/context";
import { createEvent } from "@/lib/services/event/create";
import { getEvent } from "@/lib/services/event/get";
import type { CreateEventInput } from "@/lib/services/event/schemas";
import { setOutflow } from "@/lib/services/event/set-outflow";
import { updateEvent } from "@/lib/services/event/update";
import { reconcileEvent } from "@/lib/services/outbox/reconcile";
import { stopEvent } from "@/test/at-once";
import { auditSentences, createTestCustomer, outboxOf, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { changeSchedules } from "./change-schedule";
import { startOccurrences } from "./start-occurrences";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const sale = { eventId: "sale" };
const DAY_MS = 86_400_000;
/** A day on which every occurrence of the tests lies in the future of the line's own clock. */
const TODAY = "2097-03-04";
const TOMORROW = "2097-03-05";
const at = (time: string, day = TODAY) => new Date(`${day}T${time}:00Z`);

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});
afterEach(() => {
  vi.useRealTimers();
});

const setClock = (now: Date) => vi.useFakeTimers({ toFake: ["Date"], now });

/** Every day at a time, UTC, for an hour. */
const daily = (startTime: string, changes: object = {}) => ({
  id: "daily",
  name: "Daily",
  timing: {
    kind: "recurring" as const,
    recurrence: {
      pattern: { kind: "daily" as const },
      startTime,
      durationMinutes: 60,
      timeZone: "UTC",
    },
  },
  preQueueMinutes: 10,
  overrides: { outflowPerMinute: 300 },
  ...changes,
});

async function create(changes: Partial<CreateEventInput>): Promise<void> {
  await createEvent(context, {
    ...sale,
    name: "Sale",
    kind: "scheduled",
    startLocal: changes.kind === "always-on" ? null : `${TODAY}T23:00`,
    targetUrl: "https://shop.example/tickets",
    ...changes,
  });
}

const row = () =>
  db().event.findFirstOrThrow({
    where: { customerId: context.customer.id },
    include: { runs: { orderBy: { number: "asc" } } },
  });
const published = async () => {
  await reconcileEvent(redis, (await row()).id);
  return readPublishedEvent(redis, context.customer.wireId, "sale");
};
const sentences = async (part: string) =>
  (await auditSentences(context)).filter((sentence) => sentence.includes(part));

describe("a scheduled event with schedules", () => {
  test("has the times of the next occurrence, and of the one that holds when it is started", async () => {
    setClock(at("08:00"));
    await create({ schedules: [daily("09:00")] });
    const expected = { startAt: at("09:00"), endAt: at("10:00"), preQueueMinutes: 10 };
    expect(await row()).toMatchObject(expected);
    setClock(at("09:30", "2097-03-06"));
    await startTestEvent(context, sale);
    expect(await row()).toMatchObject({ startAt: at("09:00", "2097-03-06"), currentRun: 1 });
  });

  test("is opened for the next occurrence once the last is over, by however many workers, once", async () => {
    setClock(at("08:00"));
    await create({ schedules: [daily("09:00")] });
    await startTestEvent(context, sale);
    await startOccurrences();
    expect((await row()).currentRun).toBe(1);
    await endNow();
    const before = (await outboxOf(context)).length;
    setClock(at("07:50", TOMORROW));
    await Promise.all([startOccurrences(), startOccurrences(), startOccurrences()]);
    await startOccurrences();
    const tomorrow = new Date(at("09:00").getTime() + DAY_MS);
    const { id, runs, ...event } = await row();
    expect(event).toMatchObject({ status: "open", startAt: tomorrow, currentRun: 2 });
    expect(runs).toHaveLength(2);
    expect(await sentences("run 2")).toEqual(["Stanchion started Sale (run 2)"]);
    expect((await outboxOf(context)).slice(before)).toEqual([`run ${runs[1]?.id}`, `event ${id}`]);
    expect(await published()).toMatchObject({
      runId: 2,
      status: "open",
      startAtMs: tomorrow.getTime(),
      preQueueMinutes: 10,
      outflowPerMinute: 300,
    });
  });

  test("that is drawn promises a draw of its own for each run", async () => {
    setClock(at("08:00"));
    await create({ draw: { type: "drand" }, schedules: [daily("09:00")] });
    await startTestEvent(context, sale);
    await endNow();
    setClock(at("07:50", TOMORROW));
    await startOccurrences();
    const { id, currentRun } = await row();
    expect(currentRun).toBe(2);
    const draws = await db().draw.findMany({ where: { run: { eventId: id } } });
    const promised = draws.map(({ commitment }) => JSON.parse(commitment).startAtMs);
    expect(promised.sort()).toEqual([at("09:00").getTime(), at("09:00").getTime() + DAY_MS]);
  });

  test("stays stopped until the occurrence has passed that somebody stopped", async () => {
    setClock(at("08:00"));
    await create({ schedules: [daily("09:00")] });
    await startTestEvent(context, sale);
    // What is done to the clock makes the sign-in look old.
    await stopEvent({ ...context, signIn: { sessionId: "test", provenAt: new Date() } }, sale);
    for (const time of ["08:01", "08:55", "09:30", "10:00"]) {
      setClock(at(time));
      await startOccurrences();
      expect((await row()).status).toBe("stopped");
    }
    setClock(at("07:50", TOMORROW));
    await startOccurrences();
    expect(await row()).toMatchObject({ status: "open", currentRun: 2 });
  });

  test("is not opened while it is a draft, and not after its last occurrence", async () => {
    setClock(at("08:00"));
    await create({ schedules: [daily("09:00")] });
    await startOccurrences();
    expect((await row()).status).toBe("draft");
    const timing = { kind: "once" as const, timeZone: "UTC" };
    const once = { ...timing, startLocal: `${TODAY}T09:00`, endLocal: `${TODAY}T10:00` };
    await updateEvent(context, { ...sale, schedules: [daily("09:00", { timing: once })] });
    await startTestEvent(context, sale);
    await endNow();
    setClock(at("10:01"));
    await startOccurrences();
    expect((await row()).status).toBe("stopped");
  });

  test("moves with a schedule that is changed before the start, in the same run, and not after it", async () => {
    setClock(at("08:55"));
    await create({ schedules: [daily("09:00")] });
    await startTestEvent(context, sale);
    const moved = await updateEvent(context, { ...sale, schedules: [daily("09:20")] });
    expect(moved).toMatchObject({ startAt: at("09:20").toISOString(), runId: 1 });
    expect((await row()).runs).toHaveLength(1);
    setClock(at("09:21"));
    await updateEvent(context, { ...sale, schedules: [daily("11:00")] });
    expect(await row()).toMatchObject({ startAt: at("09:20"), endAt: at("10:20"), currentRun: 1 });
  });

  /** What the end does, without waiting for the line's clock to reach it. */
  async function endNow(): Promise<void> {
    const event = await row();
    await db().event.update({
      where: { id: event.id },
      data: { status: "stopped", settingsVersion: { increment: 1 } },
    });
    await db().run.updateMany({
      where: { eventId: event.id, endedAt: null },
      data: { endedAt: event.endAt },
    });
  }
});

describe("an always-on event with schedules", () => {
  test("takes a schedule's overrides while it holds, and changes once for each turn", async () => {
    setClock(at("08:00"));
    await create({ kind: "always-on", outflowPerMinute: 100, schedules: [daily("09:00")] });
    await startTestEvent(context, sale);
    expect(await published()).toMatchObject({ version: 2, outflowPerMinute: 100 });
    await changeSchedules();
    expect((await row()).settingsVersion).toBe(2);

    setClock(at("08:50"));
    // A reconciliation that comes first puts nothing into force that the line would not be told.
    expect(await published()).toMatchObject({ version: 2, outflowPerMinute: 100 });
    await Promise.all([changeSchedules(), changeSchedules(), changeSchedules()]);
    await changeSchedules();
    expect(await published()).toMatchObject({ version: 3, outflowPerMinute: 300 });
    expect(await getEvent(context, sale)).toMatchObject({
      schedule: { id: "daily", name: "Daily" },
      outflowPerMinute: 100,
      outflowInForce: 300,
    });

    setClock(at("10:00"));
    await Promise.all([changeSchedules(), changeSchedules()]);
    expect(await published()).toMatchObject({ version: 4, outflowPerMinute: 100 });
    expect(await sentences("as scheduled")).toEqual([
      "Stanchion changed Sale as scheduled: “Daily” holds, outflow 300 per minute",
      "Stanchion changed Sale as scheduled: “Daily” is over, its own settings hold",
    ]);
    const { id } = await row();
    const told = (await outboxOf(context)).filter((entry) => entry === `event ${id}`);
    expect(told).toHaveLength(4);
  });

  test("a worker whose clock is behind does not turn it back", async () => {
    setClock(at("08:00"));
    await create({ kind: "always-on", schedules: [daily("09:00", { preQueueMinutes: 0 })] });
    await startTestEvent(context, sale);
    setClock(at("09:00"));
    await changeSchedules();
    setClock(new Date(at("09:00").getTime() - 5_000));
    await changeSchedules();
    expect((await row()).settingsVersion).toBe(3);
  });

  test("the outflow control changes the schedule that says how many", async () => {
    setClock(at("09:30"));
    await create({ kind: "always-on", outflowPerMinute: 100, schedules: [daily("09:00")] });
    await startTestEvent(context, sale);
    await setOutflow(context, { ...sale, outflowPerMinute: 50 });
    expect(await getEvent(context, sale)).toMatchObject({
      outflowPerMinute: 100,
      outflowInForce: 50,
    });
    expect(await published()).toMatchObject({ outflowPerMinute: 50 });
    expect(await sentences("lowered")).toEqual([
      "Ana lowered outflow of Sale from 300 to 50 per minute in “Daily”",
    ]);
  });
});

describe("changes of schedules", () => {
  test("two that would hold at once are refused by both names", async () => {
    setClock(at("08:00"));
    const night = daily("09:30", { id: "night", name: "Night" });
    const refused = {
      code: "invalid",
      fields: { schedules: expect.stringMatching(/“Daily” and “Night” overlap/) },
    };
    await expect(create({ schedules: [daily("09:00"), night] })).rejects.toMatchObject(refused);
    await create({ schedules: [daily("09:00")] });
    await expect(
      updateEvent(context, { ...sale, schedules: [daily("09:00"), night] }),
    ).rejects.toMatchObject(refused);
    expect((await row()).settingsVersion).toBe(1);
  });

  test("are told whole in the audit log", async () => {
    setClock(at("08:00"));
    await create({ kind: "always-on" });
    await updateEvent(context, { ...sale, schedules: [daily("09:00")] });
    expect(await sentences("Daily")).toEqual([
      "Ana changed Sale: schedule “Daily” added (every day at 09:00 for 1 h (UTC); " +
        "pre-queue 10 min; outflow 300 per minute)",
    ]);
  });

  test.each([{ preQueueMinutes: 0 }, { overrides: { method: "random" as const } }])(
    "a drawn event takes none that could not be drawn: %j",
    async (changes) => {
      const schedules = [daily("09:00", changes)];
      await expect(create({ draw: { type: "drand" }, schedules })).rejects.toMatchObject({
        issues: [{ path: ["draw"] }],
      });
    },
  );
});
