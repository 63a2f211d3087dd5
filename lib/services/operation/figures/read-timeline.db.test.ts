import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { type MinuteFigure, minuteOf } from "@/lib/domain/figures/figures";
import { eventKeys } from "@/lib/line/keys";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import {
  createCustomerWithSale,
  createTestCustomer,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { readTimeline } from "./read-timeline";
import { storeFigures } from "./store";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const sale = { eventId: "sale" };
let context: ServiceContext;
let runId: string;
let minute: number;
beforeEach(async () => {
  context = await createCustomerWithSale();
  await startTestEvent(context, sale);
  const where = { event: { customerId: context.customer.id } };
  runId = (await db().run.findFirstOrThrow({ where })).id;
  minute = minuteOf(Date.now()) - 5;
});

async function store(...figures: readonly (MinuteFigure & { part?: number })[]): Promise<void> {
  const stored = figures.map((figure) => ({ part: 0, ...figure, runId }));
  await storeFigures(db(), stored, "highest");
}

/** As the line counts it before the worker has fetched it. */
async function countInLine({ lane, minute: at, kind, value }: MinuteFigure, part = 0) {
  const { minutes } = eventKeys(startedRef(context));
  await readFromLine((redis) => redis.hset(minutes, `1:${part}:${at}:${lane}:${kind}`, value));
}

const pointAt = (timeline: Awaited<ReturnType<typeof readTimeline>>, at: number) =>
  timeline.points.find(({ atMs }) => atMs === at * 60_000);

describe("a timeline", () => {
  test("has what is stored and what the line still holds, each once", async () => {
    await store(
      { lane: 0, minute, kind: "joins", value: 40 },
      { lane: 0, minute, kind: "joins", value: 2, part: 7 },
      { lane: 0, minute, kind: "waiting", value: 90 },
      { lane: 0, minute, kind: "outflow", value: 60 },
    );
    await countInLine({ lane: 0, minute, kind: "joins", value: 43 });
    await countInLine({ lane: 0, minute: minute + 1, kind: "arrivals", value: 50 });
    const timeline = await readTimeline(context, sale);
    expect(pointAt(timeline, minute)).toEqual({
      atMs: minute * 60_000,
      minutes: 1,
      counts: { arrivals: 45, joins: 45 },
      waiting: 90,
      outflowPerMinute: 60,
      expectedWaitSeconds: 90,
    });
    expect(pointAt(timeline, minute + 1)).toMatchObject({ counts: { arrivals: 5 }, waiting: null });
    expect(pointAt(timeline, minute + 2)).toMatchObject({ counts: null });
    expect(timeline.points).toHaveLength(60);
  });

  test("of a run of a year has as many points as its length allows, and loses nobody", async () => {
    const year = 365 * 24 * 60;
    await db().run.update({
      where: { id: runId },
      data: { openedAt: new Date((minute - year) * 60_000) },
    });
    for (let day = 0; day < 365; day += 1) {
      await store({ lane: 0, minute: minute - day * 1_440, kind: "joins", value: 1 });
    }
    const { points, stepMinutes } = await readTimeline(context, { ...sale, range: "run" });
    expect(points.length).toBeLessThanOrEqual(300);
    expect(stepMinutes).toBe(2_880);
    expect(points.reduce((sum, { counts }) => sum + (counts?.joins ?? 0), 0)).toBe(365);
  });

  test("tells of a long step how it stood in its fullest minute, in every lane", async () => {
    const start = Math.floor(minute / 60) * 60 - 600;
    await store(
      { lane: 0, minute: start, kind: "waiting", value: 10 },
      { lane: 1, minute: start, kind: "waiting", value: 500 },
      { lane: 0, minute: start, kind: "outflow", value: 100 },
      { lane: 0, minute: start + 1, kind: "waiting", value: 90 },
      { lane: 1, minute: start + 1, kind: "waiting", value: 0 },
      { lane: 0, minute: start + 1, kind: "outflow", value: 700 },
    );
    const day = await readTimeline(context, { ...sale, range: "day" });
    const point = day.points.find(({ waiting }) => waiting !== null);
    expect(point).toMatchObject({ waiting: 510, outflowPerMinute: 100 });
  });

  test("marks what was done, in sentences, and only at this event", async () => {
    await setOutflow(context, { ...sale, outflowPerMinute: 900 });
    await pauseEvent(context, { ...sale, message: "We are back at ten." });
    const { marks } = await readTimeline(context, { ...sale, range: "quarter" });
    expect(marks.map(({ verb }) => verb)).toEqual([
      "event.create",
      "event.start",
      "event.set-outflow",
      "event.pause",
    ]);
    expect(marks.at(-1)?.sentence).toBe("Ana paused Sale: “We are back at ten.”");
  });

  test("of an earlier run leaves the later one out, also what its line holds", async () => {
    await store({ lane: 0, minute, kind: "joins", value: 3 });
    await stopEvent(context, sale);
    await startTestEvent(context, sale);
    await countInLine({ lane: 0, minute, kind: "arrivals", value: 1 });
    const earlier = await readTimeline(context, { ...sale, run: 1, range: "quarter" });
    const all = await readTimeline(context, { ...sale, range: "quarter" });
    expect(earlier.run).toBe(1);
    expect(pointAt(earlier, minute)?.counts).toEqual({ arrivals: 3, joins: 3 });
    expect(all.runs.map(({ run }) => run)).toEqual([2, 1]);
  });

  test("is nobody else's, and there is none of a run that never was", async () => {
    const stranger = await createTestCustomer();
    await expect(readTimeline(stranger, sale)).rejects.toMatchObject({ code: "not_found" });
    await expect(readTimeline(context, { ...sale, run: 9 })).rejects.toMatchObject({
      code: "not_found",
    });
    const nobody = { ...context, permissions: new Set<never>() };
    await expect(readTimeline(nobody, sale)).rejects.toMatchObject({ code: "forbidden" });
  });
});
