import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { stopEvent } from "@/test/at-once";
import { editSchedulesOf } from "@/test/confirmed-edit";
import { auditSentences, createTestCustomer, outboxOf, startTestEvent } from "@/test/customer";
import { withSettings } from "@/test/event-row";
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

/** What is done to the clock makes the sign-in look old. */
const fresh = () => ({ ...context, signIn: { sessionId: "test", provenAt: new Date() } });

const edit = (schedules: NonNullable<CreateEventInput["schedules"]>) =>
  editSchedulesOf(fresh(), { ...sale, schedules });

const row = async () =>
  withSettings(
    await db().event.findFirstOrThrow({
      where: { customerId: context.customer.id },
      include: { runs: { orderBy: { number: "asc" } } },
    }),
  );
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
    await stopEvent(fresh(), sale);
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

  test("moves with a schedule that is changed before the start, in the same run, once that is confirmed", async () => {
    setClock(at("08:55"));
    await create({ schedules: [daily("09:00")] });
    await startTestEvent(context, sale);
    const schedules = [daily("09:20")];
    await expect(updateEvent(context, { ...sale, schedules })).rejects.toMatchObject({
      code: "precondition_failed",
      fields: { schedules: expect.stringMatching(/starts at 2097-03-04 09:20/) },
    });
    const moved = await edit(schedules);
    expect(moved).toMatchObject({ startAt: at("09:20").toISOString(), runId: 1 });
    expect((await row()).runs).toHaveLength(1);
  });

  test("ends its run when the edited schedule says so", async () => {
    await openAt("09:20", [daily("09:00")]);
    const durations = [120, 45];
    for (const minutes of durations) {
      await edit([lasting(minutes)]);
      const endAt = new Date(at("09:00").getTime() + minutes * 60_000);
      expect(await row()).toMatchObject({ startAt: at("09:00"), endAt, currentRun: 1 });
      expect(await published()).toMatchObject({ endAtMs: endAt.getTime(), outflowPerMinute: 300 });
    }
    await expect(edit([lasting(10)])).rejects.toMatchObject({
      fields: { schedules: expect.stringMatching(/would already have ended/) },
    });
  });

  test.each([
    ["its start moves", [daily("14:00")]],
    ["it is removed", []],
  ])("keeps end and overrides of its run when %s", async (_what, schedules) => {
    await openAt("09:20", [daily("09:00")], { outflowPerMinute: 3_000 });
    await edit(schedules);
    const kept = { startAtMs: at("09:00").getTime(), endAtMs: at("10:00").getTime() };
    expect(await published()).toMatchObject({ ...kept, outflowPerMinute: 300 });
    expect(await getEvent(context, sale)).toMatchObject({
      schedule: { name: "Daily" },
      outflowInForce: 300,
    });
    await setOutflow(context, { ...sale, outflowPerMinute: 50 });
    expect(await published()).toMatchObject({ outflowPerMinute: 50 });
    await endNow();
    setClock(at("13:30"));
    await startOccurrences();
    expect((await row()).status).toBe(schedules.length === 0 ? "stopped" : "open");
  });

  test("is not left with the times of a schedule that is removed before its start", async () => {
    await openAt("08:55", [daily("09:00")], { outflowPerMinute: 3_000 });
    await expect(edit([])).rejects.toMatchObject({
      fields: { schedules: expect.stringMatching(/stop the event first/) },
    });
    expect(await published()).toMatchObject({ outflowPerMinute: 300 });
    await stopEvent(fresh(), sale);
    await edit([]);
    for (const time of ["08:59", "09:00", "09:30"]) {
      setClock(at(time));
      await startOccurrences();
      expect(await row()).toMatchObject({ status: "stopped", occurrence: null });
    }
  });

  test("keeps an outflow that was set in a run for later runs", async () => {
    await openAt("09:20", [daily("09:00"), daily("14:00", { id: "late", name: "Late" })], {
      outflowPerMinute: 3_000,
    });
    await setOutflow(context, { ...sale, outflowPerMinute: 50 });
    expect(await getEvent(context, sale)).toMatchObject({
      outflowPerMinute: 3_000,
      outflowInForce: 50,
      schedules: [
        { overrides: { outflowPerMinute: 50 } },
        { overrides: { outflowPerMinute: 300 } },
      ],
    });
  });

  test("takes no times of its own beside its schedules", async () => {
    await openAt("09:20", [daily("09:00")]);
    await expect(
      updateEvent(context, { ...sale, endLocal: `${TODAY}T11:00` }),
    ).rejects.toMatchObject({
      fields: { endLocal: expect.stringMatching(/“Daily” sets these times/) },
    });
    await updateEvent(context, { ...sale, timeZone: "Europe/Vienna" });
    expect(await row()).toMatchObject({ startAt: at("09:00"), endAt: at("10:00") });
  });

  test("keeps what the version before opened", async () => {
    await openAt("09:20", [daily("09:00")], { outflowPerMinute: 3_000 });
    const { id } = await row();
    await db().event.update({ where: { id }, data: { occurrence: Prisma.DbNull } });
    await edit([daily("14:00")]);
    expect(await published()).toMatchObject({ outflowPerMinute: 300 });
  });

  test("waits as a draft where its schedules come by a section, and says what publishing does", async () => {
    await openAt("09:20", [daily("09:00")]);
    const { schedules: seen } = await getEvent(context, sale);
    const section = { ...sale, section: "schedule", seen: { schedules: seen } } as const;
    const outcome = await saveSection(context, { ...section, schedules: [lasting(120)] });
    if (outcome.status !== "drafted") throw new Error("It is in force.");
    const { revision, effects } = outcome.draft;
    expect(effects).toEqual([expect.stringMatching(/ends at 2097-03-04 11:00/)]);
    const { settingsVersion } = outcome.event;
    const publish = { ...sale, section: "schedule", revision, settingsVersion } as const;
    await expect(publishDraft(context, publish)).rejects.toThrow(/Please confirm/);
    await publishDraft(context, { ...publish, confirmed: [...effects] });
    expect(await row()).toMatchObject({ endAt: at("11:00") });
  });

  const lasting = (durationMinutes: number) => {
    const { timing, ...schedule } = daily("09:00");
    const recurrence = { ...timing.recurrence, durationMinutes };
    return { ...schedule, timing: { ...timing, recurrence } };
  };

  async function openAt(
    time: string,
    schedules: NonNullable<CreateEventInput["schedules"]>,
    changes: Partial<CreateEventInput> = {},
  ): Promise<void> {
    setClock(at(time));
    await create({ schedules, ...changes });
    await startTestEvent(context, sale);
  }

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
    expect(await published()).toMatchObject({
      ...{ version: 3, outflowPerMinute: 300 },
      ...{ kind: "scheduled", startAtMs: at("09:00").getTime(), preQueueMinutes: 10 },
    });
    expect(await getEvent(context, sale)).toMatchObject({
      kind: "always-on",
      schedule: { id: "daily", name: "Daily" },
      outflowPerMinute: 100,
      outflowInForce: 300,
    });

    setClock(at("09:00"));
    await Promise.all([changeSchedules(), changeSchedules()]);
    await changeSchedules();
    expect(await published()).toMatchObject({
      ...{ version: 4, outflowPerMinute: 300, kind: "always-on", startAtMs: null },
    });

    setClock(at("10:00"));
    await Promise.all([changeSchedules(), changeSchedules()]);
    expect(await published()).toMatchObject({ version: 5, outflowPerMinute: 100 });
    expect(await sentences("applied a schedule")).toEqual([
      "Stanchion applied a schedule to Sale: “Daily” is active, outflow 300 per minute, nobody admitted yet",
      "Stanchion applied a schedule to Sale: “Daily” has started, visitors are admitted",
      "Stanchion applied a schedule to Sale: “Daily” is over, event settings apply",
    ]);
    const { id } = await row();
    const told = (await outboxOf(context)).filter((entry) => entry === `event ${id}`);
    expect(told).toHaveLength(5);
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
