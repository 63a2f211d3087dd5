import { afterAll, afterEach, expect, onTestFinished, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { createEvent } from "@/lib/services/event/manage/create";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { countQueries } from "@/test/count-queries";
import { createTestCustomer, ownerOf, startedRef, startTestEvent } from "@/test/customer";
import { ownRedis } from "@/test/redis-members";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { getOverview } from "./overview";

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

/** What the relay does with the newest settings of all events. */
async function relay(context: ServiceContext): Promise<void> {
  const events = await db().event.findMany({
    where: { customerId: context.customer.id, status: "open" },
  });
  await readFromLine(async (redis) => {
    for (const event of events) {
      const settings = toEventSettings(event, ownerOf(context.customer.wireId));
      await publishEvent(redis, settings, null);
      await createRun(redis, settings);
    }
  });
}

async function withEvents(ids: readonly string[]): Promise<ServiceContext> {
  const context = await createTestCustomer();
  for (const eventId of ids) {
    await createEvent(context, {
      eventId,
      name: eventId,
      kind: "always-on",
      targetUrl: "https://shop.example/tickets",
    });
  }
  return context;
}

/** As if so many had joined. */
function wait(context: ServiceContext, eventId: string, count: number) {
  const { line } = eventKeys(startedRef(context, eventId));
  return readFromLine((redis) => redis.hset(line, "last", String(count)));
}

test("all events stand in one answer, with the figures of those that are open", async () => {
  const context = await withEvents(["spring", "autumn", "draft"]);
  for (const eventId of ["spring", "autumn"]) await startTestEvent(context, { eventId });
  await relay(context);
  await wait(context, "spring", 1_199);
  await pauseEvent(context, { eventId: "autumn" });
  const { overview } = await getOverview(context);
  const events = new Map(overview.events.map((event) => [event.eventId, event]));
  expect(events.get("spring")).toMatchObject({
    status: "open",
    phase: "queueing",
    waiting: 1_199,
    outflowPerMinute: 600,
    waitSeconds: { high: expect.closeTo(122.7, 1) },
  });
  expect(events.get("spring")?.series.at(-1)).toBe(1_199);
  expect(events.get("autumn")).toMatchObject({ paused: true, waiting: 0, problems: ["paused"] });
  expect(events.get("draft")).toMatchObject({ status: "draft", waiting: null, series: [] });
});

test("a hundred viewers of many events cost a few queries in ten seconds", async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `event${index}`);
  const context = await withEvents(ids);
  for (const eventId of ids) await startTestEvent(context, { eventId });
  await relay(context);
  const look = () => Promise.all(Array.from({ length: 100 }, () => getOverview(context)));
  const nowMs = 1_000_000;
  const now = vi.spyOn(performance, "now").mockReturnValue(nowMs);
  const queries = await countQueries(async () => {
    for (let second = 0; second < 10; second += 2) {
      now.mockReturnValue(nowMs + second * 1_000);
      await look();
    }
  });
  expect(queries).toBeLessThanOrEqual(5);
  const [first, second] = await look();
  expect(first?.answer).toBe(second?.answer);
  expect(first?.overview.events).toHaveLength(30);
});

test("what another process changed is seen as soon as the line knows of it", async () => {
  const context = await withEvents(["spring"]);
  await startTestEvent(context, { eventId: "spring" });
  await relay(context);
  const nowMs = 1_000_000;
  const now = vi.spyOn(performance, "now").mockReturnValue(nowMs);
  await getOverview(context);
  await db().event.updateMany({
    where: { customerId: context.customer.id },
    data: { softBlock: true, settingsVersion: { increment: 1 } },
  });
  now.mockReturnValue(nowMs + 1_500);
  expect((await getOverview(context)).overview.events[0]?.problems).toEqual([]);
  await relay(context);
  now.mockReturnValue(nowMs + 3_000);
  expect((await getOverview(context)).overview.events[0]?.problems).toEqual(["soft-block"]);
});

test("looking moves no line on, and leaves nothing behind where there is none", async () => {
  const context = await withEvents(["spring"]);
  await startTestEvent(context, { eventId: "spring" });
  const { line } = eventKeys(startedRef(context, "spring"));
  const held = () => readFromLine((redis) => redis.hgetall(line));
  await getOverview(context);
  expect(await held()).toEqual({});
  await relay(context);
  await wait(context, "spring", 50);
  const before = await held();
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2_000);
  expect((await getOverview(context)).overview.events[0]?.waiting).toBe(50);
  expect(await held()).toEqual(before);
});

test("another customer's events are not in it, and it asks for the permission", async () => {
  const context = await withEvents(["spring"]);
  const stranger = await withEvents(["other"]);
  expect((await getOverview(stranger)).overview.events.map(({ eventId }) => eventId)).toEqual([
    "other",
  ]);
  expect((await getOverview(context)).overview.events).toHaveLength(1);
  const nobody = { ...context, permissions: new Set<never>() };
  await expect(getOverview(nobody)).rejects.toMatchObject({ code: "forbidden" });
});

test("while Redis answers nothing the events are there without figures, within seconds, until it is back", async () => {
  const servers = await ownRedis();
  onTestFinished(() => servers.close());
  const member = await servers.start({ "min-replicas-to-write": "0" });
  disconnectLineRedis();
  vi.stubEnv("REDIS_URL", member.url);
  onTestFinished(() => {
    disconnectLineRedis();
    vi.unstubAllEnvs();
  });
  const context = await withEvents(["spring"]);
  await startTestEvent(context, { eventId: "spring" });
  await relay(context);
  const waiting = async () => (await getOverview(context)).overview.events[0]?.waiting;
  expect(await waiting()).toBe(0);
  const redis = servers.supervisor.processId(member.name) ?? 0;
  process.kill(redis, "SIGSTOP");
  await expect.poll(waiting, { timeout: 5_000 }).toBeNull();
  const { overview } = await getOverview(context);
  expect(overview).toMatchObject({ isServed: null, connectors: null });
  expect(overview.events[0]).toMatchObject({ phase: null, problems: [] });
  process.kill(redis, "SIGCONT");
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
});
