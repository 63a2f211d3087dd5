import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { newId } from "@/lib/platform/ids";
import { setStock } from "@/lib/services/event/control/set-stock";
import { createEvent } from "@/lib/services/event/manage/create";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { storeFigures } from "@/lib/services/operation/figures/store";
import {
  createCustomerWithSale,
  createTestCustomer,
  ownerOf,
  startTestEvent,
} from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { createWhatIf } from "./create-what-if";
import { findRehearsalEvent } from "./find-event";
import { getRehearsal } from "./get";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const sale = { eventId: "sale" };
let context: ServiceContext;

beforeEach(async () => {
  context = await createTestCustomer();
});

async function create(settings: Partial<CreateEventInput> = {}): Promise<void> {
  await createEvent(context, {
    ...sale,
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
    ...settings,
  });
}

const first = () => findRehearsalEvent(context, sale);

/** What the relay does with the newest settings. */
async function relay(): Promise<void> {
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const settings = toEventSettings(event, ownerOf(context.customer.wireId));
  await readFromLine(async (redis) => {
    await publishEvent(redis, settings, null);
    await createRun(redis, settings);
  });
}

/** What a what-if about the event stores as left out. */
async function leftOut() {
  const plan = {
    order: "fifo" as const,
    outflow: [{ fromMinute: 0, perMinute: 100 }],
    ...{ opensAfterMinutes: 0, patienceMinutes: null, noShowPercent: 0, botPercent: 0 },
  };
  const { id } = await createWhatIf(context, {
    ...{ name: "Again", ...sale, uncertaintyPercent: 0, plan, change: null },
    arrivals: { kind: "curve", shape: "even", peakPerMinute: 10, minutes: 2 },
  });
  const { rehearsal } = await getRehearsal(context, { rehearsalId: id });
  if (rehearsal.kind !== "what-if") throw new Error("It is a what-if.");
  return rehearsal.plan.notPlayed;
}

describe("what a what-if about an event begins with", () => {
  test("is how the event is set", async () => {
    await create({ outflowPerMinute: 90, activeCap: 400, sessionMinutes: 10, method: "random" });
    expect(await first()).toMatchObject({
      ...{ ...sale, name: "Sale", outflowPerMinute: 90, order: "random" },
      ...{ opensAfterMinutes: 0, activeCap: 400, notPlayed: [], runs: [] },
    });
    expect((await first()).seatMinutes).toBeGreaterThan(10);
  });

  test("is the draw and the pre-queue of a scheduled one", async () => {
    const startLocal = "2090-01-01T10:00";
    await create({ kind: "scheduled", startLocal, preQueueMinutes: 40, draw: { type: "drand" } });
    expect(await first()).toMatchObject({ order: "draw", opensAfterMinutes: 40 });
  });
});

describe("the runs that a what-if can be about", () => {
  async function storeRun(number: number, isRecorded = true): Promise<void> {
    const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
    const openedAt = new Date(Date.UTC(2026, 0, number, 19));
    const run = await db().run.create({
      data: { id: newId("run"), eventId: event.id, number, openedAt },
    });
    if (!isRecorded) return;
    const figure = { runId: run.id, lane: 0, part: 0, minute: 29_500_000, kind: "joins", value: 1 };
    await storeFigures(db(), [{ ...figure, kind: "joins" }], "highest");
  }

  test("are those of the event of which something is stored, the newest of them first", async () => {
    context = await createCustomerWithSale();
    for (const number of [1, 2, 4]) await storeRun(number);
    await storeRun(3, false);
    expect((await first()).runs).toEqual([
      { number: 4, openedAt: "2026-01-04T19:00:00.000Z" },
      { number: 2, openedAt: "2026-01-02T19:00:00.000Z" },
      { number: 1, openedAt: "2026-01-01T19:00:00.000Z" },
    ]);
    for (let number = 5; number <= 25; number += 1) await storeRun(number);
    const { runs } = await first();
    expect([runs.length, runs[0]?.number, runs.at(-1)?.number]).toEqual([20, 25, 6]);
    context = await createCustomerWithSale();
    expect((await first()).runs).toEqual([]);
  });
});

describe("what a what-if leaves out", () => {
  test("is told before it is played, and stored with it", async () => {
    const lane = { weight: 1, fromRelativeQuality: null };
    const lanes = [
      { key: "fans", name: "Fans", ...lane },
      { key: "main", name: "Main", ...lane },
    ];
    await create({
      lanes: { mode: "ordered", defaultLane: "main", lanes },
      governor: { healthUrl: "https://shop.example/health", timeoutMs: 2_000 },
      lineLimit: 9_000,
    });
    const left = ["lanes", "line-limit", "governor"];
    expect((await first()).notPlayed).toEqual(left);
    expect(await leftOut()).toEqual(left);
  });

  test("is the stock that its line counts, and stays so once nothing is counted any more", async () => {
    await create();
    await startTestEvent(context, sale);
    await relay();
    expect(await leftOut()).toEqual([]);
    await setStock(context, { ...sale, kind: "units", units: 500 });
    expect((await first()).notPlayed).toEqual(["stock"]);
    expect(await leftOut()).toEqual(["stock"]);
    await setStock(context, { ...sale, kind: "none", units: 0 });
    expect((await first()).notPlayed).toEqual([]);
    const kept = await db().rehearsal.findMany({ where: { customerId: context.customer.id } });
    expect(kept.filter(({ plan }) => JSON.stringify(plan).includes('"stock"'))).toHaveLength(1);
  });
});
