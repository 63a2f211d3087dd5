import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { MinuteFigure } from "@/lib/domain/figures/figures";
import { QUICK_LIVE } from "@/lib/domain/rehearsal/live";
import { WHAT_IF_LIMITS, type WhatIfPlan } from "@/lib/domain/rehearsal/what-if";
import type { ServiceContext } from "@/lib/services/ground/context";
import { storeFigures } from "@/lib/services/operation/figures/store";
import { playWhatIf } from "@/simulation/sale/what-if";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { createWhatIf } from "./create-what-if";
import { getRehearsal } from "./get";
import { getComparison } from "./get-comparison";
import type { CreateWhatIfInput } from "./schemas";
import { startLiveRehearsal } from "./start-live";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const sale = { eventId: "sale" };
/** Not the first minute of an hour. */
const MINUTE = 29_500_017;
let context: ServiceContext;
let runId: string;

beforeEach(async () => {
  await db().rehearsal.deleteMany();
  context = await createCustomerWithSale();
  await startTestEvent(context, sale);
  const where = { event: { customerId: context.customer.id } };
  runId = (await db().run.findFirstOrThrow({ where })).id;
});

type Figure = Partial<MinuteFigure> & Pick<MinuteFigure, "kind" | "value"> & { part?: number };

/** What was counted so many minutes after the first. */
async function store(minute: number, ...figures: readonly Figure[]): Promise<void> {
  const whole = figures.map((one) => ({
    lane: 0,
    part: 0,
    ...one,
    runId,
    minute: MINUTE + minute,
  }));
  await storeFigures(db(), whole, "highest");
}

const joins = (value: number, more: Partial<Figure> = {}): Figure => ({
  kind: "joins",
  value,
  ...more,
});

function inputOf(run: number, eventId: string | null = "sale"): CreateWhatIfInput {
  return {
    name: "Again",
    eventId,
    arrivals: { kind: "run", run },
    uncertaintyPercent: 0,
    plan: {
      order: "fifo",
      outflow: [{ fromMinute: 0, perMinute: 100 }],
      opensAfterMinutes: 0,
      patienceMinutes: null,
      noShowPercent: 0,
      botPercent: 0,
    },
    change: null,
  };
}

async function createPlan(run: number): Promise<{ id: string; plan: WhatIfPlan }> {
  const { id } = await createWhatIf(context, inputOf(run));
  const { rehearsal } = await getRehearsal(context, { rehearsalId: id });
  if (rehearsal.kind !== "what-if") throw new Error("It is a what-if.");
  return { id, plan: rehearsal.plan };
}

async function lastRunBeside(rehearsalId: string) {
  const { lastRun } = await getRehearsal(context, { rehearsalId });
  if (lastRun === null) throw new Error("The run is not told.");
  return lastRun;
}

const fieldOf = (reason: unknown) => ({
  code: "invalid",
  fields: { "arrivals.run": expect.stringContaining(String(reason)) },
});

describe("the arrivals of a what-if from a recorded run", () => {
  test("are who joined in each of its minutes, in all lanes, before and after a loss, with gaps", async () => {
    // Arrivals that never joined, and what was counted before anybody came, begin no run.
    await store(-30, { kind: "outflow", value: 60 }, { kind: "arrivals", value: 4 });
    await store(0, joins(200), joins(40, { lane: 1 }), joins(7, { part: 3 }));
    await store(1, joins(90), { kind: "no-shows", value: 3 });
    // Across the end of an hour, an hour without anything, and one that counted nobody.
    await store(50, joins(5), { kind: "admitted-queue", value: 30 });
    await store(170, joins(1), joins(0, { lane: 1 }));
    const { plan } = await createPlan(1);
    expect(plan.arrivals).toMatchObject({ kind: "run", label: "run 1 of Sale" });
    expect(plan.arrivals.perMinute).toHaveLength(171);
    const came = plan.arrivals.perMinute.flatMap((count, minute) =>
      count > 0 ? [[minute, count]] : [],
    );
    expect(came).toEqual([
      [0, 247],
      [1, 90],
      [50, 5],
      [170, 1],
    ]);
    const { people = 0 } = playWhatIf(plan, { runs: 8 }).variants[0] ?? {};
    expect(people).toBeGreaterThan(0.8 * 343);
    expect(people).toBeLessThan(1.2 * 343);
  });

  test("stand beside who really waited, told once also in the minute of a loss", async () => {
    const waiting = (value: number, more: Partial<Figure> = {}): Figure => ({
      kind: "waiting",
      value,
      ...more,
    });
    await store(0, joins(300), waiting(120), waiting(110, { part: 3 }), waiting(50, { lane: 1 }));
    await store(2, waiting(10));
    const { id } = await createPlan(1);
    expect(await lastRunBeside(id)).toMatchObject({
      joins: 300,
      peakWaiting: 170,
      waitingPerMinute: [170, 0, 10],
      clearedMinute: 3,
      isCut: false,
    });
  });

  test("stand beside how the run ended, and when it started", async () => {
    await store(0, joins(300), { kind: "waiting", value: 120 });
    const openedAt = new Date("2026-02-02T18:58:13.000Z");
    await db().run.update({ where: { id: runId }, data: { openedAt } });
    const { id } = await createPlan(1);
    const told = { openedAt: openedAt.toISOString() };
    expect(await lastRunBeside(id)).toMatchObject({ ...told, end: null });
    const endedAt = new Date(openedAt.getTime() + 60_000);
    await db().run.update({ where: { id: runId }, data: { endedAt } });
    expect(await lastRunBeside(id)).toMatchObject({ ...told, end: { leftWaiting: 120 } });
    await store(1, { kind: "waiting-at-end", value: 5 });
    expect(await lastRunBeside(id)).toMatchObject({ ...told, end: { leftWaiting: 5 } });
    await store(2, { kind: "waiting-at-end", value: 0 });
    expect(await lastRunBeside(id)).toMatchObject({ ...told, end: { leftWaiting: 0 } });
  });

  test("of a run that is ten times longer than what can be played are its first two days, and say so", async () => {
    const days = 10 * (WHAT_IF_LIMITS.minutes / 1_440);
    for (let day = 0; day < days; day += 1) await store(1_440 * day, joins(10 + day));
    await store(WHAT_IF_LIMITS.minutes - 1, joins(77));
    const { id, plan } = await createPlan(1);
    const { perMinute, label } = plan.arrivals;
    expect(label).toBe("run 1 of Sale, its first two days");
    expect(perMinute).toHaveLength(WHAT_IF_LIMITS.minutes);
    expect([perMinute[0], perMinute[1_440], perMinute.at(-1)]).toEqual([10, 11, 77]);
    expect(perMinute.reduce((sum, count) => sum + count, 0)).toBe(98);
    expect(await lastRunBeside(id)).toMatchObject({ joins: 98, isCut: true });
  });

  test("… also where one minute more came", async () => {
    await store(0, joins(10));
    await store(WHAT_IF_LIMITS.minutes, joins(1));
    const { plan } = await createPlan(1);
    expect(plan.arrivals).toMatchObject({ label: "run 1 of Sale, its first two days" });
    expect(plan.arrivals.perMinute).toHaveLength(1);
  });

  test("are refused where nothing is stored, too many came, or no event is chosen", async () => {
    await expect(createWhatIf(context, inputOf(1))).rejects.toMatchObject(
      fieldOf("No data is stored for run 1 of Sale."),
    );
    await store(0, { kind: "waiting", value: 5 });
    await expect(createWhatIf(context, inputOf(1))).rejects.toMatchObject(
      fieldOf("No data is stored for run 1"),
    );
    for (let minute = 0; minute < 6; minute += 1) await store(minute, joins(1_000_000));
    await expect(createWhatIf(context, inputOf(1))).rejects.toMatchObject(
      fieldOf("Run 1 had more than 5,000,000 arrivals"),
    );
    await expect(createWhatIf(context, inputOf(2))).rejects.toMatchObject(fieldOf("run 2"));
    await expect(createWhatIf(context, inputOf(1, null))).rejects.toMatchObject(
      fieldOf("Choose the event"),
    );
    expect(await db().rehearsal.count()).toBe(0);
  });

  test("are never those of another customer, whose event has the same id", async () => {
    await store(0, joins(200));
    const stranger = await createCustomerWithSale();
    await expect(createWhatIf(stranger, inputOf(1))).rejects.toMatchObject(
      fieldOf("No data is stored for run 1"),
    );
  });

  test("are never those of a rehearsal's own copy", async () => {
    await startLiveRehearsal(context, { ...sale, ...QUICK_LIVE });
    const copy = await db().event.findFirstOrThrow({
      where: { customerId: context.customer.id, testOf: { not: null } },
    });
    runId = (await db().run.findFirstOrThrow({ where: { eventId: copy.id } })).id;
    await store(0, joins(200));
    await expect(createWhatIf(context, inputOf(1, copy.wireId))).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await expect(createWhatIf(context, inputOf(1))).rejects.toMatchObject(
      fieldOf("No data is stored for run 1 of Sale."),
    );
  });
});

describe("what the live page compares with", () => {
  const lastRun = async () => (await getComparison(context, sale)).lastRun;
  const stop = async () => {
    await db().event.updateMany({ data: { status: "stopped" }, where: { wireId: "sale" } });
    await db().run.update({ where: { id: runId }, data: { endedAt: new Date() } });
  };

  test("is the last run that is over: not the one that goes on", async () => {
    await store(0, joins(300), { kind: "waiting", value: 120 });
    await store(1, joins(5));
    expect(await lastRun()).toBeNull();
    await stop();
    expect(await lastRun()).toEqual({ clearedMinute: 1, waitingAtEnd: 0, peakWaiting: 120 });
  });

  test("tells a run that ended while people waited as not cleared", async () => {
    await store(0, joins(300), { kind: "waiting", value: 120 });
    await store(1, { kind: "waiting", value: 70 });
    await stop();
    expect(await lastRun()).toEqual({ clearedMinute: null, waitingAtEnd: 70, peakWaiting: 120 });
  });

  test("tells who was left as the line counted it, not as the last minute was", async () => {
    await store(0, joins(300), { kind: "waiting", value: 120 });
    await store(1, joins(5), { kind: "waiting-at-end", value: 40 });
    await stop();
    expect(await lastRun()).toEqual({ clearedMinute: null, waitingAtEnd: 40, peakWaiting: 120 });
  });

  test("is the newest what-if that was played to its end", async () => {
    await store(0, joins(200));
    const { id, plan } = await createPlan(1);
    expect((await getComparison(context, sale)).rehearsal).toBeNull();
    const outcome = playWhatIf(plan, { runs: 8 });
    await db().rehearsal.update({ where: { id }, data: { state: "done", outcome } });
    const [variant] = outcome.variants;
    expect((await getComparison(context, sale)).rehearsal).toEqual({
      ...{ id, clearing: variant?.clearing, peakWaiting: variant?.peakWaiting },
    });
  });
});
