import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { blockCode } from "@/lib/domain/access-rule/block-code";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { noticeHash } from "@/lib/secrets/notice-link";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { createEvent } from "@/lib/services/event/manage/create";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { addTestMember, createTestCustomer, ownerOf, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { findVisitor } from "./find-visitor";
import { searchVisitors } from "./search-visitors";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

let context: ServiceContext;

/** Two open events: `spring` has handed out forty numbers, `autumn` ten. */
beforeEach(async () => {
  context = await createTestCustomer();
  await open("spring", 40);
  await open("autumn", 10);
});

async function open(eventId: string, last: number): Promise<void> {
  const targetUrl = "https://shop.example/";
  await createEvent(context, { eventId, name: eventId, kind: "always-on", targetUrl });
  await startTestEvent(context, { eventId });
  const settings = toEventSettings(await rowOf(eventId), ownerOf(context.customer.wireId));
  await readFromLine(async (redis) => {
    await publishEvent(redis, settings, null);
    await createRun(redis, settings);
    await redis.hset(eventKeys(settings).line, { last, serving: 5 });
  });
}

const rowOf = (wireId: string) =>
  db().event.findFirstOrThrow({ where: { customerId: context.customer.id, wireId } });
const runIdOf = async (wireId: string) =>
  (await db().run.findFirstOrThrow({ where: { event: { id: (await rowOf(wireId)).id } } })).id;
const code = (number: number) => supportCode({ runId: 1, lane: 0, number });
const eventsFound = async (query: string, asker = context) =>
  (await searchVisitors(asker, { query })).matches.map(({ eventId }) => eventId).sort();

async function putRight(eventId: string, key: string, number: number): Promise<void> {
  const event = await rowOf(eventId);
  const { rights } = eventKeys(toEventSettings(event, ownerOf(context.customer.wireId)));
  const place = `${number}:0:1000:${crypto.randomUUID()}`;
  await readFromLine((redis) => redis.hset(rights, `k:${key}`, place));
}

describe("a search for a visitor", () => {
  test("by support code finds every event that has handed out the number, and the story of each", async () => {
    expect(await eventsFound(code(7))).toEqual(["autumn", "spring"]);
    expect(await eventsFound(code(30).toLowerCase())).toEqual(["spring"]);
    expect(await eventsFound(code(41))).toEqual([]);
    const [match] = (await searchVisitors(context, { query: code(30) })).matches;
    expect(match).toMatchObject({ number: 30, run: 1, isOpen: true, lane: null });
    const story = await findVisitor(context, { eventId: "spring", code: match?.code ?? "" });
    expect(story).toMatchObject({
      place: { state: "waiting", number: 30 },
      ...{ isPresent: false, canCancel: true, canLetIn: true, lanes: [] },
    });
  });

  test("by a code of an earlier run only where no run that is under way has it", async () => {
    const { id } = await rowOf("autumn");
    await db().event.update({ where: { id }, data: { currentRun: 2 } });
    expect(await eventsFound(code(7))).toEqual(["spring"]);
    const spring = await rowOf("spring");
    await db().event.update({ where: { id: spring.id }, data: { currentRun: 2 } });
    expect(await eventsFound(code(7))).toEqual(["autumn", "spring"]);
  });

  test("by queue id finds who was admitted, once however often the token was renewed", async () => {
    const queueId = crypto.randomUUID();
    const admission = { runId: await runIdOf("spring"), queueNumber: 3n, queueId };
    const rows = [0, 1].map((renewal) => ({
      ...admission,
      ...{ renewal, redirectType: "queue", admittedAt: new Date() },
    }));
    await db().admission.createMany({ data: rows });
    const { matches } = await searchVisitors(context, { query: queueId.toUpperCase() });
    expect(matches).toEqual([
      expect.objectContaining({ eventId: "spring", number: 3, code: queueId }),
    ]);
  });

  test("by key, and by e-mail address where the key holds its hash", async () => {
    await putRight("spring", "Customer-77", 8);
    const hash = createHash("sha256").update("bo@example.com").digest("hex");
    await putRight("autumn", hash, 9);
    expect(await eventsFound("Customer-77")).toEqual(["spring"]);
    expect(await eventsFound("customer-77")).toEqual([]);
    expect(await eventsFound(hash)).toEqual(["autumn"]);
    expect(await eventsFound("Bo@Example.com")).toEqual(["autumn"]);
  });

  test("by the e-mail address of somebody who asked to be told of their turn", async () => {
    const event = await rowOf("spring");
    const named = { id: event.id, customerId: context.customer.wireId, eventId: "spring" };
    const key = await eventKeyOf(db(), named);
    const sentAt = new Date();
    await db().notice.create({
      data: {
        ...{ id: randomBytes(9).toString("hex"), runId: await runIdOf("spring"), lane: 0 },
        ...{ number: 22n, drawn: true, queueId: crypto.randomUUID(), kind: "mail" },
        ...{ language: "en", roomUrl: "https://room.example", turnSentAt: sentAt },
        addressHash: noticeHash(key, "cleo@example.com"),
      },
    });
    const { matches } = await searchVisitors(context, { query: " Cleo@example.com" });
    expect(matches).toEqual([expect.objectContaining({ eventId: "spring", number: 22 })]);
    const story = await findVisitor(context, { eventId: "spring", code: matches[0]?.code ?? "" });
    expect(story.steps.map(({ what }) => what)).toEqual(["notice-asked", "notice-sent"]);
  });

  test("by the code of somebody who was blocked names the rule and nobody's place", async () => {
    const { matches, blocked } = await searchVisitors(context, {
      query: blockCode(1, { rule: 3, atMs: Date.now() }),
    });
    expect({ matches, blocked }).toEqual({ matches: [], blocked: [] });
  });

  test("finds nothing by nonsense, and refuses an empty one", async () => {
    for (const query of ["K7QF", "what is it?", "nobody@example.com", "x".repeat(256)])
      expect(await eventsFound(query)).toEqual([]);
    for (const query of ["", "  ", "x".repeat(257)])
      await expect(searchVisitors(context, { query })).rejects.toThrow();
  });

  test("is for every role of this customer, and finds nobody of another", async () => {
    await putRight("spring", "key-1", 8);
    const viewer = await addTestMember(context, "viewer", "Vic");
    expect(await eventsFound(code(30), viewer)).toEqual(["spring"]);
    const stranger = await createTestCustomer();
    for (const query of [code(30), "key-1"]) expect(await eventsFound(query, stranger)).toEqual([]);
    const nobody = { ...context, permissions: new Set<never>() };
    await expect(searchVisitors(nobody, { query: code(30) })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
