import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { tellLine } from "@/lib/services/event/control/inner/tell-line";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startNow } from "@/lib/services/event/control/start-now";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { editSchedulesOf } from "@/test/confirmed-edit";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  startedRef,
  startTestEvent,
  withBrokenAudit,
} from "@/test/customer";
import { passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { EventLine } from "@/waiting-room/line/event-line";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  disconnectLineRedis();
  await disconnectDb();
});

const sale = { eventId: "sale" };
const ALWAYS_ON = { kind: "always-on", outflowPerMinute: 60, queueAll: true } as const;
let context: ServiceContext;
let line: EventLine;

async function open(settings: Partial<Parameters<typeof createEvent>[1]> = ALWAYS_ON) {
  context = await createTestCustomer();
  await createEvent(context, {
    ...sale,
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
    ...settings,
  });
  await startTestEvent(context, sale);
  line = new EventLine(redis, await relayed(), randomUUID());
  await line.refresh();
}

/** What the worker does with the newest settings, and what they are then. */
async function relayed(): Promise<EventSettings> {
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, row.id);
  const settings = await readPublishedEvent(redis, context.customer.wireId, "sale");
  if (settings === null) throw new Error("The settings were not published.");
  return settings;
}

const snapshot = () => readSnapshot(redis, startedRef(context));

async function join(count: number) {
  const asked = Array.from({ length: count }, () =>
    line.join({ lane: 0, joinId: randomBytes(16) }),
  );
  const visitors = (await Promise.all(asked)).flatMap((outcome) =>
    outcome.type === "joined"
      ? [
          {
            lane: 0,
            number: outcome.number,
            rank: outcome.number,
            queueId: randomUUID(),
            claim: randomBytes(16).toString("hex"),
          },
        ]
      : [],
  );
  await Promise.all(visitors.map((visitor) => line.confirmPresence(visitor)));
  return visitors;
}

/** Everybody of them who is called within a time asks to go in; answers how many may. */
async function letIn(waiting: Awaited<ReturnType<typeof join>>, seconds: number): Promise<number> {
  const before = waiting.length;
  for (let second = 0; second < seconds; second += 1) {
    await passTime(redis, line.settings, 1_000);
    await line.refresh();
    const called = waiting.filter(({ number }) => number <= (line.lane(0)?.servingNumber ?? 0));
    for (const visitor of called) {
      const { type } = await line.enter(visitor);
      if (type === "admitted") waiting.splice(waiting.indexOf(visitor), 1);
    }
  }
  return before - waiting.length;
}

describe("slots by hand", () => {
  beforeEach(() => open());

  test("let in exactly as many as were given, and the line goes on by itself when they are ended", async () => {
    const waiting = await join(20);
    expect(await grantSlots(context, { ...sale, slots: 3 })).toEqual({ left: 3 });
    expect(await letIn(waiting, 10)).toBe(3);
    expect((await snapshot())?.grants).toBe(0);
    expect(await grantSlots(context, { ...sale, slots: 2 })).toEqual({ left: 2 });
    expect(await letIn(waiting, 10)).toBe(2);
    expect(await grantSlots(context, { ...sale, slots: null })).toEqual({ left: null });
    expect(await letIn(waiting, 10)).toBeGreaterThanOrEqual(3);
    expect((await snapshot())?.grants).toBeNull();
  });

  test("are not given where nobody could be told who did it", async () => {
    await expect(grantSlots(withBrokenAudit(context), { ...sale, slots: 3 })).rejects.toThrow();
    expect((await snapshot())?.grants).toBeNull();
  });
});

describe("what the line is told by hand", () => {
  beforeEach(() => open());

  const told = (tell: () => Promise<{ left: number } | null>) => ({
    verb: "event.grant-slots" as const,
    summaryOf: ({ name }: { name: string }) => `granted 3 slots at ${name}`,
    details: { slots: 3 },
    tell,
  });
  const gave = "Ana granted 3 slots at Sale";
  const saidOf = async () =>
    (await auditSentences(context)).filter((said) => said.startsWith(gave));

  test("stands in the audit log before the line hears of it, whoever dies then", async () => {
    const seen: string[][] = [];
    const look = told(async () => {
      seen.push(await saidOf());
      return { left: 3 };
    });
    await tellLine(context, "sale", look);
    expect(seen).toEqual([[gave]]);
    expect(await saidOf()).toEqual([gave]);
  });

  test("… and where the line cannot be told, the audit log says so as well", async () => {
    const refusals = [async () => null, () => Promise.reject(new Error("Connection is closed."))];
    const codes = ["precondition_failed", "unavailable"];
    for (const [index, refuse] of refusals.entries()) {
      await expect(tellLine(context, "sale", told(refuse))).rejects.toMatchObject({
        code: codes[index],
      });
      expect((await saidOf()).sort()).toEqual(
        Array.from({ length: index + 1 }, () => [gave, `${gave}, not confirmed by the line`])
          .flat()
          .sort(),
      );
    }
  });
});

describe("the stock", () => {
  beforeEach(() => open());

  test("lets nobody in beyond what is left, until more is put in or the counting ends", async () => {
    const waiting = await join(20);
    expect(await setStock(context, { ...sale, kind: "left", units: 4 })).toEqual({ left: 4 });
    expect(await letIn(waiting, 10)).toBe(4);
    expect(await snapshot()).toMatchObject({ stock: 0, salesReported: false });
    await setStock(context, { ...sale, kind: "left", units: 2 });
    expect(await letIn(waiting, 10)).toBe(2);
    expect(await setStock(context, { ...sale, kind: "none" })).toEqual({ left: null });
    expect(await letIn(waiting, 10)).toBeGreaterThanOrEqual(3);
    expect(await auditSentences(context)).toContain("Ana set the stock of Sale to 4 left");
  });

  test("counts units that are not sold where the site reports sales", async () => {
    expect(await setStock(context, { ...sale, kind: "units", units: 9 })).toEqual({ left: 9 });
    expect(await snapshot()).toMatchObject({ stock: 9, salesReported: true });
  });
});

describe("letting everybody through", () => {
  beforeEach(() => open());

  test("opens the line to all, and the same line goes on when it is ended", async () => {
    const waiting = await join(5);
    await letEverybodyThrough(context, sale);
    expect(await relayed()).toMatchObject({ method: "passthrough", paused: false });
    await endLetThrough(context, sale);
    expect(await relayed()).toMatchObject({ method: "fifo", paused: false });
    expect((await snapshot())?.waiting).toBe(waiting.length);
    await expect(endLetThrough(context, sale)).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });

  test("is held by a pause, and does not begin in one", async () => {
    await letEverybodyThrough(context, sale);
    await pauseEvent(context, { ...sale, message: "Back at ten." });
    expect(await relayed()).toMatchObject({ paused: true, pauseMessage: "Back at ten." });
    await resumeEvent(context, sale);
    expect(await relayed()).toMatchObject({ method: "passthrough", paused: false });
    await endLetThrough(context, sale);
    await pauseEvent(context, sale);
    await expect(letEverybodyThrough(context, sale)).rejects.toThrow(/is paused/);
    expect((await relayed()).method).toBe("fifo");
  });

  test("is held by a pause whatever its words are", async () => {
    await letEverybodyThrough(context, sale);
    await pauseEvent(context, { ...sale, message: `Back\r\nat\u0000 ten. ${"x".repeat(1_000)}` });
    const pauseMessage = expect.stringMatching(/^Back\nat ten\. x{286}…$/);
    expect(await relayed()).toMatchObject({ paused: true, pauseMessage });
    await pauseEvent(context, { ...sale, messages: { en: " \u0000 ", de: "\n" } });
    expect(await relayed()).toMatchObject({ paused: true, pauseMessage: null });
    await resumeEvent(context, sale);
    await endLetThrough(context, sale);
  });

  test("ends with the run", async () => {
    await letEverybodyThrough(context, sale);
    await expect(letEverybodyThrough(context, sale)).rejects.toMatchObject({
      code: "precondition_failed",
    });
    const stopped = await stopEvent(context, sale);
    expect(stopped).toMatchObject({ status: "stopped", letThrough: false });
    expect(await relayed()).toMatchObject({ status: "stopped", method: "fifo" });
    expect(await endLetThrough(context, sale)).toEqual(stopped);
    await startTestEvent(context, sale);
    expect(await relayed()).toMatchObject({ method: "fifo", runId: 2 });
  });

  test("waits for a second person where the customer wants one", async () => {
    await addTestMember(context, "operator", "Otto");
    await setApprovals(context, { topics: ["let-through"], minutes: 15 });
    expect(await letEverybodyThrough(context, sale)).toMatchObject({ status: "asked" });
    expect((await relayed()).method).toBe("fifo");
  });

  test("and stopping need somebody who has just shown who they are, and may", async () => {
    const signIn = { sessionId: randomUUID(), provenAt: new Date(Date.now() - 3_600_000) };
    for (const act of [letEverybodyThrough, stopEvent]) {
      await expect(act({ ...context, signIn }, sale)).rejects.toMatchObject({
        code: "reauthenticate",
      });
      const viewer = await addTestMember(context, "viewer", "Vic");
      await expect(act(viewer, sale)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect((await relayed()).status).toBe("open");
  });
});

describe("starting now", () => {
  const inAnHour = (minutes = 60) =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
  const scheduled = () => ({
    kind: "scheduled" as const,
    startLocal: inAnHour(),
    endLocal: inAnHour(180),
    preQueueMinutes: 120,
    outflowPerMinute: 60,
  });

  test("lets those in who came before the start, in their order", async () => {
    await open(scheduled());
    const waiting = await join(10);
    expect((await snapshot())?.phase).toBe("pre-queue");
    expect(await letIn(waiting, 5)).toBe(0);
    await expect(letEverybodyThrough(context, sale)).rejects.toMatchObject({
      message: expect.stringContaining("has not started"),
    });
    await startNow(context, sale);
    line = new EventLine(redis, await relayed(), randomUUID());
    await line.refresh();
    expect((await snapshot())?.phase).toBe("running");
    expect(await letIn(waiting, 5)).toBeGreaterThanOrEqual(2);
    expect(waiting.map(({ number }) => number)).not.toContain(1);
    await expect(startNow(context, sale)).rejects.toMatchObject({ code: "precondition_failed" });
  });

  test("leaves a draw alone, whose start was promised to everybody", async () => {
    await open({ ...scheduled(), draw: { type: "drand" } });
    await expect(startNow(context, sale)).rejects.toMatchObject({
      message: expect.stringContaining("committed"),
    });
  });

  test("leaves a start alone that a schedule sets, which is moved by changing the schedule", async () => {
    const minutesFromNow = (minutes: number) =>
      new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
    const endLocal = minutesFromNow(180);
    const opening = (startLocal: string) => ({
      ...{ id: "opening", name: "Opening", preQueueMinutes: 120 },
      timing: { kind: "once" as const, startLocal, endLocal, timeZone: "UTC" },
      overrides: { outflowPerMinute: 30 },
    });
    await open({ ...scheduled(), schedules: [opening(inAnHour())] });
    expect((await snapshot())?.phase).toBe("pre-queue");
    await expect(startNow(context, sale)).rejects.toMatchObject({
      code: "precondition_failed",
      message: expect.stringContaining("schedule “Opening”"),
    });
    const begun = await editSchedulesOf(context, {
      ...sale,
      schedules: [opening(minutesFromNow(-1))],
    });
    expect(begun).toMatchObject({ schedule: { name: "Opening" }, outflowInForce: 30, endLocal });
    line = new EventLine(redis, await relayed(), randomUUID());
    await line.refresh();
    expect((await snapshot())?.phase).toBe("running");
  });
});

test("“queue all” shows the line to everybody and takes it away again, each once", async () => {
  await open({ kind: "always-on" });
  expect((await relayed()).queueAll).toBe(false);
  await setQueueAll(context, { ...sale, isOn: true });
  await setQueueAll(context, { ...sale, isOn: true });
  expect((await relayed()).queueAll).toBe(true);
  expect((await snapshot())?.phase).toBe("queueing");
  await setQueueAll(context, { ...sale, isOn: false });
  expect((await snapshot())?.phase).toBe("queueing");
  await relayed();
  expect((await snapshot())?.phase).toBe("dormant");
  expect((await auditSentences(context)).filter((said) => said.includes("queue all"))).toHaveLength(
    2,
  );
});
