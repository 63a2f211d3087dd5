import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { MARKS } from "@/lib/domain/score/marks";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { createRun, recoverLine } from "@/lib/line/commands/create-run";
import { forgetVisitor } from "@/lib/line/commands/forget-visitor";
import { readPlaceOfNumber } from "@/lib/line/commands/positions";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { createEvent } from "@/lib/services/event/manage/create";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import {
  addTestMember,
  createTestCustomer,
  ownerOf,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { findPlaceByCode } from "./find-place";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const QUEUE_ID = "0a1b2c3d-0000-4000-a000-0123456789ab";
const spring = { eventId: "spring" };

/** An event whose line has handed out forty numbers and called ten. */
async function withLine(): Promise<ServiceContext> {
  const context = await createTestCustomer();
  await createEvent(context, {
    ...spring,
    name: "Spring Sale",
    kind: "always-on",
    targetUrl: "https://shop.example.com/",
  });
  await startTestEvent(context, spring);
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const settings = toEventSettings(event, ownerOf(context.customer.wireId));
  const { line, spent, ended, marks } = eventKeys(settings);
  await readFromLine(async (redis) => {
    await publishEvent(redis, settings, null);
    await createRun(redis, settings);
    await redis.hset(line, { last: 40, serving: 10, holes: "21:30:20;" });
    await redis.setbit(spent, 3, 1);
    await redis.setbit(spent, 4, 1);
    await redis.setbit(ended, 4, 1);
    await redis.setrange(marks, 12, Buffer.from([MARKS.listed + MARKS.addressBusy]));
    await redis.setrange(marks, 3, Buffer.from([MARKS.headless]));
  });
  const run = await db().run.findFirstOrThrow({ where: { eventId: event.id } });
  await db().admission.create({
    data: {
      runId: run.id,
      queueNumber: 3n,
      queueId: QUEUE_ID,
      redirectType: "queue",
      admittedAt: new Date("2026-11-20T19:00:00Z"),
    },
  });
  return context;
}

const find = (context: ServiceContext, number: number, runId = 1, lane = 0) =>
  findPlaceByCode(context, { ...spring, code: supportCode({ runId, lane, number }).toLowerCase() });

test("a code tells what became of its place", async () => {
  const context = await withLine();
  const nothing = { score: 0, reasons: [] };
  const nobody = { lane: null, ahead: null, admittedAt: null, score: nothing };
  expect(await find(context, 11)).toEqual({ ...nobody, number: 11, state: "waiting", ahead: 0 });
  // Ten numbers that a loss skipped stand between.
  expect(await find(context, 35)).toMatchObject({ state: "waiting", ahead: 14 });
  expect(await find(context, 9)).toEqual({ ...nobody, number: 9, state: "called" });
  expect(await find(context, 3)).toEqual({
    ...nobody,
    number: 3,
    state: "admitted",
    admittedAt: "2026-11-20T19:00:00.000Z",
    score: { score: 50, reasons: [expect.objectContaining({ mark: "headless" })] },
  });
  expect(await find(context, 4)).toEqual({ ...nobody, number: 4, state: "left" });
  for (const number of [25, 41, 900_000])
    expect(await find(context, number)).toMatchObject({ number, state: "never" });
});

test("who was admitted after a loss is told with when", async () => {
  const context = await withLine();
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const run = await db().run.findFirstOrThrow({ where: { eventId: event.id } });
  const settings = toEventSettings(event, ownerOf(context.customer.wireId));
  const { line, spent } = eventKeys(settings);
  const number = EPOCH_NUMBERS + 13;
  await readFromLine(async (redis) => {
    await redis.del(line);
    const [last, serving] = [EPOCH_NUMBERS + 40, EPOCH_NUMBERS + 20];
    const lanes = [{ last, serving, holes: `11:${EPOCH_NUMBERS + 10}:10;` }];
    const limits = { lineTimeMs: Date.now(), limits: "", limitsVersion: 1, limitsAtMs: Date.now() };
    await recoverLine(redis, settings, lanes, { ...limits, unknown: [], unknownMs: 0 });
    const placeOf = await readPlaceOfNumber(redis, settings);
    await redis.setbit(spent, placeOf(0, number) ?? 0, 1);
  });
  const admittedAt = new Date("2026-11-20T19:30:00Z");
  const admission = { queueId: crypto.randomUUID(), redirectType: "queue", admittedAt };
  await db().admission.create({
    data: { ...admission, runId: run.id, queueNumber: BigInt(number) },
  });
  const place = await find(context, number);
  expect(place).toMatchObject({ state: "admitted", admittedAt: admittedAt.toISOString() });
});

test("a place tells its score with the reasons in words, the heaviest first", async () => {
  const context = await withLine();
  const { score } = await find(context, 12);
  expect(score).toMatchObject({
    score: 49,
    reasons: [{ mark: "listed" }, { mark: "addressBusy" }],
  });
  for (const { seen, why } of score?.reasons ?? []) {
    expect(seen).toMatch(/^[A-Z].*\.$/);
    expect(why).toMatch(/^[A-Z].*\.$/);
  }
});

test("whoever was let in is found by queue id as well, and nobody by one that nobody has", async () => {
  const context = await withLine();
  const byId = (code: string) => findPlaceByCode(context, { ...spring, code });
  expect(await byId(` ${QUEUE_ID.toUpperCase()} `)).toEqual(await find(context, 3));
  await expect(byId(QUEUE_ID.replace("0a", "0b"))).rejects.toMatchObject({ code: "invalid" });
});

test("what was noticed goes when its visitor is erased", async () => {
  const context = await withLine();
  const ref = startedRef(context, "spring");
  await readFromLine(async (redis) => {
    await redis.hset(eventKeys(ref).recentEven, "3", `1:1:0:claim:${QUEUE_ID}`);
    await forgetVisitor(redis, ref, QUEUE_ID);
  });
  expect((await find(context, 3)).score).toEqual({ score: 0, reasons: [] });
  expect((await find(context, 12)).score).toMatchObject({ score: 49 });
});

test("a code of a run before says so, and nothing of the number in this run", async () => {
  const context = await withLine();
  await db().event.updateMany({
    where: { customerId: context.customer.id },
    data: { currentRun: 2 },
  });
  expect(await find(context, 12, 1)).toMatchObject({ state: "earlier-run", ahead: null });
});

test.each(["", "K7QF", "what is it?", "ZZZZ-ZZZZ"])(
  "%j is refused, with a reason",
  async (code) => {
    const context = await withLine();
    await expect(findPlaceByCode(context, { ...spring, code })).rejects.toThrow();
  },
);

test("a code of a lane that the event does not have is none of it", async () => {
  const context = await withLine();
  await expect(find(context, 12, 1, 3)).rejects.toMatchObject({ code: "invalid" });
});

test("viewers may look; another customer's event is not found", async () => {
  const context = await withLine();
  const viewer = await addTestMember(context, "viewer", "Vic");
  expect(await find(viewer, 12)).toMatchObject({ state: "waiting" });
  await expect(find(await createTestCustomer(), 12)).rejects.toMatchObject({ code: "not_found" });
});
