import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { FigureKind } from "@/lib/domain/figures/figures";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { type StoredFigure, storeFigures } from "./store";

afterAll(disconnectDb);

/** What 1,000 events may take in a day, for each hour of one of them. */
const BYTES_AN_HOUR = 100_000_000 / (1_000 * 24);
const EVENT_HOURS = 2_000;
const BUSY_EVENTS = 50;
/** What a sale with a line has, minute after minute. */
const KINDS: readonly FigureKind[] = [
  "arrivals",
  "joins",
  "no-shows",
  "admitted-queue",
  "waiting",
  "outflow",
];

test("an hour of an event in which every minute has everything takes its share of 100 MB a day", async () => {
  const runId = await openRun();
  const before = await bytes();
  for (let hour = 0; hour < EVENT_HOURS; hour += 1) {
    await storeFigures(db(), everyMinute(runId, hour, 60), "highest");
  }
  const perHour = ((await bytes()) - before) / EVENT_HOURS;
  process.stdout.write(`An hour of an event takes ${Math.round(perHour)} bytes.\n`);
  expect(await db().hourFigure.count({ where: { runId } })).toBe(EVENT_HOURS * KINDS.length);
  expect(perHour).toBeLessThanOrEqual(BYTES_AN_HOUR);
}, 120_000);

test("writing an hour again and again, as it goes on, takes hardly more", async () => {
  const runId = await openRun();
  const before = await bytes();
  for (let minutes = 1; minutes <= 60; minutes += 1) {
    for (let event = 0; event < BUSY_EVENTS; event += 1) {
      await storeFigures(db(), everyMinute(runId, event, minutes), "highest");
    }
    // Postgres does so by itself once a minute, and this hour takes seconds.
    await db().$executeRaw`VACUUM "HourFigure"`;
  }
  const perHour = ((await bytes()) - before) / BUSY_EVENTS;
  process.stdout.write(`Written sixty times it takes ${Math.round(perHour)} bytes.\n`);
  expect(perHour).toBeLessThanOrEqual(2 * BYTES_AN_HOUR);
}, 120_000);

async function openRun(): Promise<string> {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const where = { event: { customerId: context.customer.id } };
  return (await db().run.findFirstOrThrow({ where })).id;
}

/** What has happened by a minute of an hour. */
function everyMinute(runId: string, hour: number, minutes: number): StoredFigure[] {
  return Array.from({ length: minutes }, (_, index) =>
    KINDS.map((kind, place) => ({
      ...{ runId, part: 0, lane: 0, kind },
      minute: 60 * hour + index,
      value: 1_000 * (place + 1) + minutes - index,
    })),
  ).flat();
}

/** Of the table with its indexes. */
async function bytes(): Promise<number> {
  const [size] = await db().$queryRaw<{ readonly bytes: bigint }[]>`
    SELECT pg_total_relation_size('"HourFigure"') AS "bytes"`;
  return Number(size?.bytes ?? 0);
}
