import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { createEvent } from "@/lib/services/event/manage/create";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { countQueries } from "@/test/count-queries";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { getOverview } from "./overview";

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function create(
  context: ServiceContext,
  eventId: string,
  changes: Partial<CreateEventInput> = {},
) {
  await createEvent(context, {
    ...{ eventId, name: eventId, kind: "always-on", targetUrl: "https://shop.example/tickets" },
    ...changes,
  });
}

/** Moves the clock by which reads grow old so far that none of them counts any more. */
function age(): void {
  const nowMs = performance.now();
  vi.restoreAllMocks();
  vi.spyOn(performance, "now").mockReturnValue(nowMs + MINUTE_MS);
}

async function listed(context: ServiceContext) {
  const { events } = (await getOverview(context)).overview;
  return events.map(({ eventId, name }) => [eventId, name]);
}

/** As another process does it, of which this one is not told. */
const write = (
  context: ServiceContext,
  eventId: string,
  data: { name?: string; archivedAt?: Date },
) => db().event.updateMany({ where: { customerId: context.customer.id, wireId: eventId }, data });

test("what changes, comes and goes in another process is there at the next read, and rows are read only then", async () => {
  const context = await createTestCustomer();
  for (const eventId of ["first", "second", "third"]) await create(context, eventId);
  expect(await listed(context)).toEqual([
    ["third", "third"],
    ["second", "second"],
    ["first", "first"],
  ]);
  age();
  const look = () => getOverview(context);
  const unchanged = await countQueries(look);
  await write(context, "first", { name: "Renamed" });
  await write(context, "second", { archivedAt: new Date() });
  age();
  expect(await countQueries(look)).toBe(unchanged + 1);
  expect(await listed(context)).toEqual([
    ["third", "third"],
    ["first", "Renamed"],
  ]);
  await write(context, "first", { name: "Again" });
  await create(context, "fourth");
  age();
  expect(await listed(context)).toEqual([
    ["fourth", "fourth"],
    ["third", "third"],
    ["first", "Again"],
  ]);
});

test("what this process changes is there at once", async () => {
  const context = await createTestCustomer();
  await create(context, "first");
  await getOverview(context);
  await create(context, "second");
  expect(await listed(context)).toHaveLength(2);
  await archiveEvent(context, { eventId: "first" });
  expect(await listed(context)).toEqual([["second", "second"]]);
});

test("what a schedule plans next moves on with the time, although nobody writes the row", async () => {
  const context = await createTestCustomer();
  const startLocal = new Date(Date.now() + 2 * HOUR_MS).toISOString().slice(0, 16);
  const startAtMs = Date.parse(`${startLocal}:00Z`);
  const recurrence = {
    pattern: { kind: "daily" as const },
    startTime: startLocal.slice(11),
    ...{ durationMinutes: 60, timeZone: "UTC" },
  };
  await create(context, "sale", {
    kind: "scheduled",
    startLocal,
    schedules: [
      {
        ...{ id: "daily", name: "Daily", preQueueMinutes: 10, overrides: {} },
        timing: { kind: "recurring", recurrence },
      },
    ],
  });
  const nextAt = async () => (await getOverview(context)).overview.events[0]?.nextAt;
  expect(await nextAt()).toBe(new Date(startAtMs).toISOString());
  age();
  vi.spyOn(Date, "now").mockReturnValue(startAtMs + 2 * HOUR_MS);
  expect(await nextAt()).toBe(new Date(startAtMs + 24 * HOUR_MS).toISOString());
});

test("a limit of the customer applies to every event, and no longer than it is there", async () => {
  const context = await createTestCustomer();
  for (const eventId of ["slow", "fast"]) await create(context, eventId);
  await startTestEvent(context, { eventId: "fast" });
  const { id } = context.customer;
  const limit = (maxOutflowPerMinute: number | null) =>
    db().customer.update({ where: { id }, data: { maxOutflowPerMinute } });
  const outflows = async () =>
    (await getOverview(context)).overview.events.map((event) => event.setOutflowPerMinute);
  const own = await outflows();
  expect(own.every((outflow) => outflow > 7)).toBe(true);
  await limit(7);
  age();
  expect(await outflows()).toEqual([7, 7]);
  await limit(null);
  age();
  expect(await outflows()).toEqual(own);
});
