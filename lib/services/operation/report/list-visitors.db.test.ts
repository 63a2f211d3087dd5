import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { MARKS } from "@/lib/domain/score/marks";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import {
  addTestMember,
  createCustomerWithSale,
  createTestCustomer,
  ownerOf,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { findVisitor } from "./find-visitor";
import { listVisitors } from "./list-visitors";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const eventId = "sale";
let context: ServiceContext;
let runId: string;

/** An open event: 2,000 numbers, 100 called, of which 3 and 4 are in and 5 has left; 121 to 130 are nobody's. */
beforeEach(async () => {
  context = await createCustomerWithSale();
  await startTestEvent(context, { eventId });
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const settings = toEventSettings(event, ownerOf(context.customer.wireId));
  const { line, spent, ended, confirmed, marks } = eventKeys(settings);
  await readFromLine(async (redis) => {
    await publishEvent(redis, settings, null);
    await createRun(redis, settings);
    await redis.hset(line, { last: 2_000, serving: 100, holes: "121:130:120;" });
    for (const number of [3, 4, 5]) await redis.setbit(spent, number, 1);
    await redis.setbit(ended, 5, 1);
    await redis.setbit(confirmed, 101, 1);
    await redis.setrange(marks, 102, Buffer.from([MARKS.headless]));
  });
  runId = (await db().run.findFirstOrThrow({ where: { eventId: event.id } })).id;
});

const list = async (show: "waiting" | "called" | "admitted" | "left", from?: string) =>
  listVisitors(context, { eventId, show, ...(from === undefined ? {} : { from }) });

describe("the list of visitors", () => {
  test("has those who wait from the front on, page by page, and nobody's numbers not at all", async () => {
    const first = await list("waiting");
    const numbers = first.visitors?.map(({ number }) => number) ?? [];
    expect(numbers.slice(0, 3)).toEqual([101, 102, 103]);
    expect(numbers).toHaveLength(50);
    expect(numbers.filter((number) => number > 120 && number < 131)).toEqual([]);
    expect(first.visitors?.[0]).toMatchObject({ state: "waiting", isPresent: true, score: 0 });
    expect(first.visitors?.[1]?.score).toBeGreaterThan(0);
    const second = await list("waiting", first.next ?? "");
    expect(second.visitors?.[0]?.number).toBe((numbers.at(-1) ?? 0) + 1);
    const story = await findVisitor(context, { eventId, code: first.visitors?.[0]?.code ?? "" });
    expect(story.place).toMatchObject({ number: 101, state: "waiting", ahead: 0 });
  });

  test("reaches the last one, and ends there", async () => {
    const end = await list("waiting", "1990");
    expect(end.visitors?.map(({ number }) => number).at(-1)).toBe(2_000);
    expect(end.next).toBeNull();
  });

  test("has who was called, the newest first, and who has left; it looks at 1,000 numbers at a time", async () => {
    const called = await list("called");
    expect(called.visitors?.slice(0, 2).map(({ number }) => number)).toEqual([100, 99]);
    const rest = await list("called", called.next ?? "");
    const numbers = rest.visitors?.map(({ number }) => number) ?? [];
    expect(numbers).toContain(6);
    for (const number of [3, 4, 5]) expect(numbers).not.toContain(number);
    const left = await list("left");
    expect(left.visitors).toEqual([]);
    const further = await list("left", left.next ?? "");
    expect(further.visitors?.map(({ number, state }) => [number, state])).toEqual([[5, "left"]]);
    expect(further.next).toBeNull();
  });

  test("has who was admitted, the newest first, with their seats and the queue id by which they are found", async () => {
    const queueIds = Array.from({ length: 60 }, () => crypto.randomUUID());
    const admittedAt = new Date("2026-11-20T19:00:00Z");
    await db().admission.createMany({
      data: queueIds.map((queueId, index) => ({
        ...{ runId, queueId, queueNumber: BigInt(index + 1), redirectType: "queue", admittedAt },
      })),
    });
    const { seats } = eventKeys(startedRef(context, eventId));
    const until = Date.parse("2026-11-20T20:00:00Z");
    await readFromLine((redis) => redis.zadd(seats, until, queueIds[59] ?? ""));
    const first = await list("admitted");
    expect(first.visitors?.[0]).toMatchObject({
      ...{ number: 60, code: queueIds[59], at: admittedAt.toISOString() },
      until: new Date(until).toISOString(),
    });
    const second = await list("admitted", first.next ?? "");
    expect(second.visitors?.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(second.next).toBeNull();
  });

  test("is empty without a run, refuses lanes that are not there, and tells strangers nothing", async () => {
    await expect(listVisitors(context, { eventId, lane: "vip" })).rejects.toMatchObject({
      code: "invalid",
    });
    const viewer = await addTestMember(context, "viewer", "Vic");
    expect((await listVisitors(viewer, { eventId })).visitors).toHaveLength(50);
    const stranger = await createTestCustomer();
    await expect(listVisitors(stranger, { eventId })).rejects.toMatchObject({ code: "not_found" });
    await db().run.update({ where: { id: runId }, data: { endedAt: new Date() } });
    expect(await list("waiting")).toMatchObject({ visitors: null, next: null });
  });
});
