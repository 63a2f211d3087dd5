import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { NO_NOTICES } from "@/lib/domain/notice/notice-setting";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setMessage } from "@/lib/services/event/control/set-message";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { withSettings, writeEventRow } from "@/test/event-row";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const eventRow = async ({ customer }: { readonly customer: { readonly id: string } }) =>
  withSettings(await db().event.findFirstOrThrow({ where: { customerId: customer.id } }));

test.each(["hold", "let_through"] as const)(
  "%s: settings taken from Redis leave what only the installation publishes",
  async (suspension) => {
    const { customer, ...context } = await createTestCustomer();
    await createEvent(
      { ...context, customer },
      {
        eventId: "sale",
        name: "Sale",
        kind: "always-on",
        targetUrl: "https://shop.example/tickets",
        outflowPerMinute: 6_000,
        inviteOnly: true,
      },
    );
    await startTestEvent({ ...context, customer }, { eventId: "sale" });
    const where = { id: customer.id };
    const event = () => eventRow({ customer });
    await db().customer.update({ where, data: { maxOutflowPerMinute: 60 } });
    const before = await event();
    const goBackTo = async (settingsVersion: number) => {
      await writeEventRow(before.id, { settingsVersion });
      await reconcileEvent(redis, before.id);
    };
    await db().customer.update({ where, data: { suspension } });
    await goBackTo(before.settingsVersion + 5);
    // Postgres comes back from before the suspension, and once more from within it.
    await db().customer.update({ where, data: { suspension: null } });
    await goBackTo(before.settingsVersion);
    await db().customer.update({ where, data: { suspension } });
    await goBackTo(0);
    const { outflowPerMinute, paused, pauseMessage, method, inviteOnly } = before;
    const after = await event();
    expect(after).toMatchObject({ outflowPerMinute, paused, pauseMessage, method, inviteOnly });
    expect(after.settingsVersion).toBeGreaterThan(before.settingsVersion + 6);
  },
);

test("what everybody is told, and in what language, is taken from Redis with the rest", async () => {
  const context = await createTestCustomer();
  const ref = { eventId: "sale" };
  await createEvent(context, {
    ...ref,
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
  await startTestEvent(context, ref);
  const event = () => eventRow(context);
  const before = await event();
  await reconcileEvent(redis, before.id);
  const texts = { en: "At ten", de: "Um zehn" };
  const notices = { mail: true, push: false };
  await updateEvent(context, { ...ref, language: "de", notices });
  await setMessage(context, { ...ref, texts });
  await pauseEvent(context, { ...ref, messages: { en: "Repairs", fr: "Travaux" } });
  await reconcileEvent(redis, before.id);
  const { message, pauseMessage, pauseMessages, pauseMessageAt, language } = await event();
  expect(pauseMessageAt).not.toBeNull();
  expect(message).toMatchObject({ run: 1, texts });
  const { settingsVersion } = before;
  const older = { settingsVersion, paused: false, pauseMessage: null, language: "en" as const };
  const nothing = {
    ...{ pauseMessages: Prisma.DbNull, message: Prisma.DbNull, notices: NO_NOTICES },
  };
  await writeEventRow(before.id, { ...older, ...nothing });
  await reconcileEvent(redis, before.id);
  const paused = { paused: true, pauseMessage, pauseMessages, pauseMessageAt };
  expect(await event()).toMatchObject({ ...paused, message, language, notices });
  const untilLocal = "2100-01-01T10:00";
  await setMessage(context, { ...ref, texts, untilLocal });
  await reconcileEvent(redis, before.id);
  const { targetedMessage } = await event();
  expect(targetedMessage).toMatchObject({ run: 1, texts, untilMs: Date.parse(`${untilLocal}Z`) });
  await writeEventRow(before.id, { ...older, ...nothing, targetedMessage: Prisma.DbNull });
  await reconcileEvent(redis, before.id);
  expect(await event()).toMatchObject({ message: null, targetedMessage });
});

/** A local time of UTC as schedules hold it. */
function localAfter(ms: number): string {
  return new Date(Date.now() + ms).toISOString().slice(0, 16);
}

test.each(["with no schedules", "with schedules"])(
  "the lanes that visitors hold numbers in are taken from Redis, %s",
  async (which) => {
    const context = await createTestCustomer();
    const ref = { eventId: "sale" };
    const lane = (key: string) => ({ key, name: key, weight: 50, fromRelativeQuality: null });
    const timing = {
      ...{ kind: "once" as const, timeZone: "UTC" },
      ...{ startLocal: localAfter(-86_400_000), endLocal: localAfter(864_000_000) },
    };
    const schedule = { id: "long", name: "Long", preQueueMinutes: 0, timing, overrides: {} };
    await createEvent(context, {
      ...{ ...ref, name: "Sale", targetUrl: "https://shop.example/tickets" },
      kind: "always-on",
      schedules: which === "with schedules" ? [schedule] : [],
    });
    const event = () => eventRow(context);
    const { lanes: before, settingsVersion, id, currentRun, status } = await event();
    await updateEvent(context, {
      ...ref,
      lanes: { mode: "weighted", defaultLane: "main", lanes: [lane("fans"), lane("main")] },
    });
    await startTestEvent(context, ref);
    await reconcileEvent(redis, id);
    const { lanes } = await event();
    expect(lanes).not.toEqual(before);
    await db().run.deleteMany({ where: { eventId: id } });
    await writeEventRow(id, { lanes: before, settingsVersion, currentRun, status });
    await reconcileEvent(redis, id);
    expect(await event()).toMatchObject({ status: "open", currentRun: 1, lanes });
  },
);

const DRAWS = {
  drand: { type: "drand" },
  "no beacon": { type: "none" },
  "no draw": null,
} as const;

/** Postgres is taken back to before the draw was chosen and the run started. */
test.each(Object.keys(DRAWS))("the draw of the run is taken from Redis: %s", async (name) => {
  const draw = DRAWS[name as keyof typeof DRAWS];
  const context = await createTestCustomer();
  const ref = { eventId: "sale" };
  const lane = (key: string) => ({ key, name: key, weight: 50, fromRelativeQuality: null });
  await createEvent(context, {
    ...{ ...ref, name: "Sale", targetUrl: "https://shop.example/tickets", kind: "scheduled" },
    ...{ timeZone: "UTC", startLocal: localAfter(86_400_000), endLocal: localAfter(864_000_000) },
    preQueueMinutes: 60,
    lanes: { mode: "weighted", defaultLane: "main", lanes: [lane("fans"), lane("main")] },
    protection: draw && { lottery: { isWeighted: true } },
    draw,
  });
  const event = () => eventRow(context);
  const { id, settingsVersion, currentRun, status } = await event();
  await startTestEvent(context, ref);
  await reconcileEvent(redis, id);
  await db().run.deleteMany({ where: { eventId: id } });
  const otherDraw = draw === null ? ({ type: "drand" } as const) : null;
  await writeEventRow(id, { draw: otherDraw, settingsVersion, currentRun, status });
  await reconcileEvent(redis, id);
  expect(await event()).toMatchObject({ status: "open", currentRun: 1, draw });
});
