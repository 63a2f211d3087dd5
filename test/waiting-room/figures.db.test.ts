import { randomBytes, randomUUID } from "node:crypto";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { FigureKind } from "@/lib/domain/figures/figures";
import { readMinutes } from "@/lib/line/commands/minutes";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { runOutside } from "@/lib/line/scripts/report";
import { sourceArguments } from "@/lib/line/scripts/sources";
import { createLogger } from "@/lib/platform/observability/logger";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { drainAdmissions } from "@/lib/services/operation/admission/drain";
import { deleteFiguresBefore } from "@/lib/services/operation/figures/delete-old";
import { drainFigures, type StoredMinutes } from "@/lib/services/operation/figures/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { listFigures } from "@/lib/services/operation/figures/list";
import { storeFigures } from "@/lib/services/operation/figures/store";
import { getRunReport } from "@/lib/services/operation/report/get";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createCustomerWithSale, createTestCustomer, startTestEvent } from "@/test/customer";
import { copyOf, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "@/waiting-room/line/event-line";
import { drainFiguresOf } from "@/workers/processors/figures-drain";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const HOUR_MS = 3_600_000;
const OVER_MS = 12 * 60_000;

let context: ServiceContext;
let event: DrainedEvent;
let settings: EventSettings;
let line: EventLine;

async function openLine(customer: ServiceContext): Promise<void> {
  context = customer;
  await startTestEvent(context, { eventId: "sale" });
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  event = { ...row, customer: context.customer };
  await reconcileEvent(redis, row.id);
  const published = await readPublishedEvent(redis, context.customer.wireId, "sale");
  if (published === null) throw new Error("The event was not published.");
  settings = published;
  line = new EventLine(redis, settings, randomUUID());
  await line.refresh();
}

beforeEach(async () => openLine(await createCustomerWithSale()));

async function join(count: number, at = line): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await at.join({ lane: 0, joinId: randomBytes(16) });
  }
}

/** Lets line time pass until so many numbers were called. */
async function callUpTo(number: number): Promise<void> {
  for (let step = 0; line.servingNumber(0) < number; step += 1) {
    if (step > 400) throw new Error(`Number ${number} was never called.`);
    await passTime(redis, settings, 500);
    await line.refresh();
  }
}

/** The sums of everything that is stored of the event. */
async function totals(): Promise<Partial<Record<FigureKind, number>>> {
  const now = Date.now();
  const steps = await listFigures(context, {
    eventId: "sale",
    from: new Date(now - 24 * HOUR_MS).toISOString(),
    until: new Date(now + 48 * HOUR_MS).toISOString(),
    stepMinutes: 1_440,
  });
  const sums: Partial<Record<FigureKind, number>> = {};
  for (const { figures } of steps.flatMap(({ lanes }) => lanes)) {
    for (const [kind, value] of Object.entries(figures) as [FigureKind, number][]) {
      sums[kind] = (sums[kind] ?? 0) + value;
    }
  }
  return sums;
}

const held = async () => (await readMinutes(redis, settings)).figures;

test("those who wait when a run is stopped are in its report, also behind the next run", async () => {
  await join(7);
  await line.leave({ lane: 0, number: 7, queueId: randomUUID() });
  const sums = { arrived: 7, joined: 7, admitted: 0, waiting: 6, left: 1, noShows: 0, removed: 0 };
  const run = await db().run.findFirstOrThrow({ where: { eventId: event.id } });
  const report = async () => (await getRunReport(context, { runId: run.id })).sums;
  await drainFigures(redis, [event]);
  expect(await report()).toMatchObject(sums);
  await stopEvent(context, { eventId: "sale" });
  await reconcileEvent(redis, event.id);
  await line.leave({ lane: 0, number: 6, queueId: randomUUID() });
  await drainFigures(redis, [event]);
  expect(await report()).toMatchObject(sums);
  await startTestEvent(context, { eventId: "sale" });
  await reconcileEvent(redis, event.id);
  await drainFigures(redis, [event]);
  expect(await report()).toMatchObject(sums);
});

describe("figures by minute", () => {
  test("are stored as they grow, and forgotten by the line once their minute is over", async () => {
    await join(3);
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ joins: 3 });
    await join(2);
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ joins: 5 });
    expect(await held()).not.toEqual([]);
    await passTime(redis, settings, OVER_MS);
    await drainFigures(redis, [event]);
    expect((await held()).filter(({ kind }) => kind === "joins")).toEqual([]);
    expect(await totals()).toMatchObject({ joins: 5 });
  });

  test("are the same after any number of drains at once, and where one was interrupted", async () => {
    await join(4);
    const before = await readMinutes(redis, settings);
    await Promise.all(Array.from({ length: 4 }, () => drainFigures(redis, [event])));
    await join(3);
    await drainFigures(redis, [event]);
    // A worker that read long ago and writes only now.
    const run = await db().run.findFirstOrThrow({ where: { eventId: event.id } });
    const late = before.figures.map((figure) => ({ ...figure, runId: run.id }));
    await storeFigures(db(), late, "highest");
    expect(await totals()).toMatchObject({ joins: 7 });
  });

  test("are neither doubled nor lost when Redis comes back as it was before", async () => {
    // All of it happens in one minute.
    await passTime(redis, settings, 61_000 - (line.lineNow() % 60_000));
    await line.refresh();
    await join(5);
    const goBack = await copyOf(redis, settings);
    await join(3);
    await drainFigures(redis, [event]);
    await goBack();
    await line.refresh();
    await passTime(redis, settings, 5_000);
    await line.refresh();
    await join(4);
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ joins: 12 });
  });

  test("of joins that a loss has undone are counted once, stored before it or not", async () => {
    await join(5);
    const goBack = await copyOf(redis, settings);
    await join(3);
    await drainFigures(redis, [event]);
    await join(4);
    await goBack();
    await line.refresh();
    await line.refresh();
    await passTime(redis, settings, 5_000);
    await line.refresh();
    await join(1);
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ joins: 13 });
  });

  test("tell of those who were called and not there, once also where a loss has undone the calling", async () => {
    const absent = 400;
    await join(absent);
    await callUpTo(100);
    const goBack = await copyOf(redis, settings);
    await callUpTo(200);
    await drainFigures(redis, [event]);
    await callUpTo(260);
    await goBack();
    await line.refresh();
    await line.refresh();
    await callUpTo(absent);
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ joins: absent, "no-shows": absent });
  });

  test("of a process get to the line once, whatever Redis has lost of them", async () => {
    line.counts.note("arrivals");
    await line.refresh();
    const goBack = await copyOf(redis, settings);
    for (let index = 0; index < 3; index += 1) line.counts.note("arrivals");
    await line.refresh();
    await drainFigures(redis, [event]);
    for (let index = 0; index < 2; index += 1) line.counts.note("arrivals");
    await line.refresh();
    await goBack();
    line.counts.note("refused-full");
    await line.refresh();
    await line.refresh();
    await passTime(redis, settings, 5_000);
    await line.refresh();
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ arrivals: 6, "refused-full": 1 });
  });

  test("of a process count once where the answer was lost", async () => {
    line.counts.note("arrivals");
    const { counts } = line;
    const keys = eventKeys(settings);
    await line.refresh();
    const again = new Proxy(redis, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== "stanchion-count" || typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          await Reflect.apply(value, target, args);
          throw new Error("The answer was lost.");
        };
      },
    });
    counts.note("arrivals");
    const { state } = line;
    if (state === null) throw new Error("The line has no state.");
    const to = { processId: "p", state: { ...state, lineTimeMs: line.lineNow() } };
    await expect(counts.handOver(again, keys, to)).rejects.toThrow("lost");
    await counts.handOver(redis, keys, to);
    await counts.handOver(redis, keys, to);
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ arrivals: 2 });
  });

  test("of a run that nobody knows are told and do not hold up the rest", async () => {
    const minute = Math.floor(line.lineNow() / 60_000);
    await redis.hset(eventKeys(settings).minutes, `99:0:${minute}:0:joins`, 7);
    await join(1);
    expect(await drainFigures(redis, [event])).toEqual({ dropped: 1, droppedOf: [event.id] });
    expect(await totals()).toMatchObject({ joins: 1 });
  });

  test("that are stored are not stored again until they change, or their minute is over", async () => {
    const stored: StoredMinutes = new Map();
    const run = { eventId: event.id };
    const lose = () => db().hourFigure.deleteMany({ where: { run } });
    const joins = async () => {
      await drainFigures(redis, [event], stored);
      const rows = await db().hourFigure.findMany({ where: { run, kind: "joins" } });
      return rows.flatMap(({ counts }) => counts).reduce((sum, one) => sum + one, 0);
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await join(2);
    expect(await joins()).toBe(2);
    await lose();
    expect(await joins()).toBe(0);
    await join(1);
    expect(await joins()).toBe(3);
    await lose();
    vi.setSystemTime(Date.now() + 60_000);
    expect(await joins()).toBe(3);
  });

  test("of several events are stored each for its own, also where those of one cannot be read", async () => {
    const events: DrainedEvent[] = [];
    for (const count of [2, 3, 4]) {
      await openLine(await createCustomerWithSale());
      await join(count);
      events.push(event);
      if (count === 3) await redis.set(eventKeys(settings).minutes, "no hash");
    }
    await expect(drainFiguresOf(events, { redis, log: createLogger("test") })).rejects.toThrow(
      "The figures of 1 events",
    );
    const joins = await db().hourFigure.findMany({
      where: { kind: "joins", run: { eventId: { in: events.map(({ id }) => id) } } },
      select: { counts: true, run: { select: { eventId: true } } },
    });
    const sums = new Map(
      joins.map(({ run, counts }) => [run.eventId, counts.reduce((sum, one) => sum + one)]),
    );
    expect(events.map(({ id }) => sums.get(id))).toEqual([2, undefined, 4]);
  });

  test("where nobody fetches them, minutes are counted together and nothing is lost", async () => {
    const key = eventKeys(settings).minutes;
    const full = Array.from({ length: 4_100 }, (_, index) => [`filler ${index}`, "1"]);
    await redis.hset(key, ...full.flat());
    const fields = await redis.hlen(key);
    for (let minute = 0; minute < 180; minute += 1) {
      await join(1);
      line.counts.note("arrivals");
      await line.refresh();
      await passTime(redis, settings, 60_000);
      // The process has to hear of it, or its calls would be late.
      await line.refresh();
    }
    // Joins, arrivals and no-shows of four hours at most, and the process.
    expect((await redis.hlen(key)) - fields).toBeLessThanOrEqual(3 * 4 + 1);
    await redis.hdel(key, ...full.flatMap(([field = ""]) => field));
    await drainFigures(redis, [event]);
    expect(await totals()).toMatchObject({ joins: 180, arrivals: 180 });
  });
});

describe("admissions", () => {
  test("by minute are those of the admission rows, however often they are drained", async () => {
    const keys = eventKeys(settings);
    const { admissions } = keys;
    for (const redirectType of ["bypass", "disabled", "bypass"]) {
      const queueId = randomUUID();
      await runOutside(redis, keys, {
        runId: 1,
        callerLineMs: 0,
        queueId,
        redirectType,
        staffLinkId: "",
        ...sourceArguments([]),
      });
      await passTime(redis, settings, 40_000);
    }
    const copies = await redis.xrange(admissions, "-", "+");
    await drainAdmissions(redis, event);
    for (const [, fields] of copies) await redis.xadd(admissions, "*", ...fields);
    await Promise.all([drainAdmissions(redis, event), drainAdmissions(redis, event)]);
    expect(await totals()).toMatchObject({ "admitted-bypass": 2, "admitted-disabled": 1 });
    const rows = await db().admission.findMany({ where: { run: { eventId: event.id } } });
    const minutes = rows.map(({ admittedAt }) => Math.floor(admittedAt.getTime() / 60_000));
    const steps = await listFigures(context, {
      eventId: "sale",
      from: new Date(Math.min(...minutes) * 60_000).toISOString(),
      until: new Date((1 + Math.max(...minutes)) * 60_000).toISOString(),
    });
    const counted = steps.map(({ from, lanes }) => {
      const sum = lanes.flatMap(({ figures }) => Object.entries(figures));
      const admitted = sum.filter(([kind]) => kind.startsWith("admitted-"));
      return [Date.parse(from) / 60_000, admitted.reduce((all, [, count]) => all + count, 0)];
    });
    const expected = [...new Set(minutes)].sort((one, other) => one - other);
    expect(counted.filter(([, count]) => count !== 0)).toEqual(
      expected.map((minute) => [minute, minutes.filter((one) => one === minute).length]),
    );
  });
});

describe("reading figures", () => {
  const minute = 29_000_000;
  const at = (minutes: number) => new Date((minute + minutes) * 60_000).toISOString();
  const figure = (minutes: number, kind: FigureKind, value: number, part = 0, lane = 0) => {
    return { minute: minute + minutes, kind, value, part, lane };
  };

  beforeEach(async () => {
    const run = await db().run.findFirstOrThrow({ where: { eventId: event.id } });
    const figures = [
      figure(0, "joins", 3),
      figure(0, "joins", 4, 77),
      figure(1, "joins", 5, 0, 1),
      figure(1, "waiting", 9),
      figure(3, "waiting", 2),
      figure(3, "joins", 1),
    ].map((one) => ({ ...one, runId: run.id }));
    await storeFigures(db(), figures, "highest");
  });

  test("adds parts up and leaves out what did not happen", async () => {
    const steps = await listFigures(context, { eventId: "sale", from: at(0), until: at(4) });
    expect(steps).toEqual([
      { from: at(0), lanes: [{ run: 1, lane: 0, figures: { joins: 7 } }] },
      {
        from: at(1),
        lanes: [
          { run: 1, lane: 0, figures: { waiting: 9 } },
          { run: 1, lane: 1, figures: { joins: 5 } },
        ],
      },
      { from: at(3), lanes: [{ run: 1, lane: 0, figures: { joins: 1, waiting: 2 } }] },
    ]);
  });

  test("sums minutes to longer steps; of those who wait it tells the last", async () => {
    const asked = { eventId: "sale", from: at(0), until: at(4), stepMinutes: 4 };
    expect(await listFigures(context, asked)).toEqual([
      {
        from: at(0),
        lanes: [
          { run: 1, lane: 0, figures: { joins: 8, waiting: 2 } },
          { run: 1, lane: 1, figures: { joins: 5 } },
        ],
      },
    ]);
  });

  test("refuses who may not read, another customer's event, and more than it can tell", async () => {
    const asked = { eventId: "sale", from: at(0), until: at(4) };
    const nobody = { ...context, permissions: new Set<never>() };
    await expect(listFigures(nobody, asked)).rejects.toMatchObject({ code: "forbidden" });
    const other = await createTestCustomer();
    await expect(listFigures(other, asked)).rejects.toMatchObject({ code: "not_found" });
    await expect(listFigures(context, { ...asked, until: at(2_000) })).rejects.toThrow("steps");
    await expect(listFigures(context, { ...asked, until: at(-1) })).rejects.toThrow(
      "after the start",
    );
  });

  test("figures older than a moment are deleted, the others stay", async () => {
    const hour = Math.floor(minute / 60);
    const [run] = await db().run.findMany({ where: { eventId: event.id } });
    const runId = run?.id ?? "";
    const newer = { ...figure(60, "joins", 6), runId };
    await storeFigures(db(), [newer], "highest");
    expect(await deleteFiguresBefore(new Date((hour + 1) * HOUR_MS))).toBeGreaterThan(0);
    const left = await db().hourFigure.findMany({ where: { runId } });
    expect(left.map((row) => row.hour)).toEqual([hour + 1]);
  });
});
