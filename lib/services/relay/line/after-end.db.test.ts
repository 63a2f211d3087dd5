import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { updateEvent } from "@/lib/services/event/manage/update";
import { endScheduledEvents } from "@/lib/services/event/schedule/end-scheduled";
import { startOccurrences } from "@/lib/services/event/schedule/start-occurrences";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const sale = { eventId: "sale" };
const MINUTE_MS = 60_000;

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});
afterEach(() => {
  vi.useRealTimers();
});

const setClock = (now: Date) => vi.useFakeTimers({ toFake: ["Date"], now });

async function create(changes: Partial<CreateEventInput>): Promise<void> {
  await createEvent(context, {
    ...sale,
    name: "Sale",
    kind: "scheduled",
    startLocal: changes.kind === "always-on" ? null : "2097-03-04T23:00",
    targetUrl: "https://shop.example/tickets",
    ...changes,
  });
}

const row = () => db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
const published = async () => {
  await reconcileEvent(redis, (await row()).id);
  return readPublishedEvent(redis, context.customer.wireId, "sale");
};

describe("after the end", () => {
  const afterEvent = {
    show: { kind: "redirect" as const, url: "https://shop.example/thanks" },
    protectedPages: "let-through" as const,
  };

  async function openUntil(endAt: Date): Promise<void> {
    await create({ afterEvent, startLocal: "2020-01-01T09:00", endLocal: "2099-01-01T09:00" });
    await startTestEvent(context, sale);
    await db().event.update({ where: { id: (await row()).id }, data: { endAt } });
    await published();
  }

  test("a run that lasted until then is told as ended, with what comes after", async () => {
    await openUntil(new Date(Date.now() - 1_000));
    await endScheduledEvents(redis);
    expect((await row()).status).toBe("stopped");
    expect(await published()).toMatchObject({ status: "ended", afterEvent });
  });

  test("between two occurrences it holds until an hour before the next pre-queue", async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
    const startedAt = minutesAgo(60);
    const recurrence = {
      pattern: { kind: "daily" as const },
      startTime: startedAt.toISOString().slice(11, 16),
      durationMinutes: 59,
      timeZone: "UTC",
    };
    const timing = { kind: "recurring" as const, recurrence };
    const schedule = { id: "daily", name: "Daily", timing, preQueueMinutes: 10, overrides: {} };
    setClock(minutesAgo(30));
    await create({ afterEvent, schedules: [schedule] });
    await startTestEvent(context, sale);
    await published();
    vi.useRealTimers();
    await endScheduledEvents(redis);
    const nextStartMs = ((await row()).startAt?.getTime() ?? 0) + 24 * 60 * MINUTE_MS;
    const opensAt = new Date(nextStartMs - 70 * MINUTE_MS);
    const opening = async () => (await getEvent(context, sale)).opening;
    expect(await opening()).toEqual({ type: "opens", atMs: opensAt.getTime() });
    for (const now of [new Date(), new Date(opensAt.getTime() - 1)]) {
      setClock(now);
      await startOccurrences();
      expect(await published()).toMatchObject({ status: "ended", runId: 1, afterEvent });
    }
    setClock(opensAt);
    await startOccurrences();
    expect(await published()).toMatchObject({ status: "open", runId: 2 });
    expect(await opening()).toEqual({ type: "opens", atMs: nextStartMs });
  });

  test("a run that somebody stopped before is not, also when its end has passed", async () => {
    await openUntil(new Date(Date.now() + 30 * MINUTE_MS));
    await stopEvent(context, sale);
    expect(await published()).toMatchObject({ status: "stopped" });
    setClock(new Date(Date.now() + 60 * MINUTE_MS));
    expect(await published()).toMatchObject({ status: "stopped" });
  });

  test("an address that the event does not allow is refused at its field", async () => {
    const show = { kind: "redirect" as const, url: "https://evil.example/" };
    const refused = { issues: [{ path: ["afterEvent", "show", "url"] }] };
    await expect(create({ afterEvent: { ...afterEvent, show } })).rejects.toMatchObject(refused);
    await expect(create({ kind: "always-on", afterEvent })).rejects.toMatchObject({
      issues: [{ path: ["afterEvent"] }],
    });
    await create({ afterEvent: { ...afterEvent, show }, allowedHosts: ["evil.example"] });
    await expect(updateEvent(context, { ...sale, allowedHosts: [] })).rejects.toMatchObject(
      refused,
    );
  });
});
