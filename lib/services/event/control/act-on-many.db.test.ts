import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  startTestEvent,
} from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { actOnMany } from "./act-on-many";
import { pauseEvent } from "./pause";
import { resumeEvent } from "./resume";
import { setMessage } from "./set-message";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

async function withEvents() {
  const context = await createCustomerWithSale();
  const targetUrl = "https://shop.example/";
  await createEvent(context, { eventId: "spring", name: "Spring", kind: "always-on", targetUrl });
  await createEvent(context, { eventId: "draft", name: "Draft", kind: "always-on", targetUrl });
  for (const eventId of ["sale", "spring"]) await startTestEvent(context, { eventId });
  return context;
}

test("an act is done at each event that takes it, told of in its audit log, and refused at the others", async () => {
  const context = await withEvents();
  const eventIds = ["sale", "draft", "spring", "sale", "nothing"];
  const { outcomes } = await actOnMany(context, { act: "pause", eventIds });
  expect(outcomes.map(({ eventId, refusal }) => [eventId, refusal === null])).toEqual([
    ["sale", true],
    ["draft", false],
    ["spring", true],
    ["nothing", false],
  ]);
  expect((await auditSentences(context)).slice(-2)).toEqual([
    "Ana paused Sale",
    "Ana paused Spring",
  ]);
  const again = await actOnMany(context, { act: "pause", eventIds: ["sale"] });
  expect(again.outcomes[0]?.refusal).toMatch(/already paused/);
  await resumeEvent(context, { eventId: "sale" });
  await pauseEvent(context, { eventId: "sale", message: "Back at ten." });
  const kept = await actOnMany(context, { act: "pause", eventIds: ["sale"] });
  expect(kept.outcomes[0]?.refusal).toMatch(/already paused/);
  const sale = await db().event.findFirstOrThrow({
    where: { customerId: context.customer.id, wireId: "sale" },
  });
  expect(sale.pauseMessage).toBe("Back at ten.");
  await actOnMany(context, { act: "resume", eventIds: ["sale", "spring"] });
  await actOnMany(context, {
    act: "message",
    eventIds: ["sale", "spring"],
    texts: { en: "We go on at ten." },
  });
  const sentences = (await auditSentences(context)).slice(-4);
  expect(sentences[1]).toBe("Ana resumed Spring");
  expect(sentences[3]).toMatch(/^Ana sent a message to visitors at Spring/);
});

test("a message that is planned or for some visitors only is not replaced until it is over", async () => {
  const context = await withEvents();
  const sale = { eventId: "sale" };
  const untilLocal = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  await setMessage(context, { ...sale, texts: { en: "Doors open late." }, untilLocal });
  const send = {
    act: "message" as const,
    eventIds: ["sale", "spring"],
    texts: { en: "All well." },
  };
  const { outcomes } = await actOnMany(context, send);
  expect(outcomes).toEqual([
    {
      ...sale,
      refusal: expect.stringMatching(/^Sale has a scheduled or targeted message/),
      isPending: false,
    },
    { eventId: "spring", refusal: null, isPending: false },
  ]);
  const row = { customerId: context.customer.id, wireId: "sale" };
  const { id, targetedMessage } = await db().event.findFirstOrThrow({ where: row });
  expect(targetedMessage).toMatchObject({ texts: { en: "Doors open late." } });
  const over = { ...Object(targetedMessage), sentAtMs: 1, untilMs: 2 };
  await db().event.update({ where: { id }, data: { targetedMessage: over } });
  expect((await actOnMany(context, send)).outcomes[0]).toMatchObject({ ...sale, refusal: null });
});

test("a message that a second person has to approve is no refusal, and nothing is said before", async () => {
  const context = await withEvents();
  const where = { id: context.customer.id };
  await db().customer.update({ where, data: { approvalTopics: ["messages"] } });
  const eventIds = ["sale", "draft"];
  const { outcomes } = await actOnMany(context, { act: "message", eventIds, texts: { en: "Hi." } });
  expect(outcomes).toEqual([
    { eventId: "sale", refusal: null, isPending: true },
    { eventId: "draft", refusal: expect.stringMatching(/not open/), isPending: false },
  ]);
  const row = { customerId: context.customer.id, wireId: "sale" };
  expect((await db().event.findFirstOrThrow({ where: row })).message).toBeNull();
});

test("a failure at one event keeps what was done at the others, and names the request", async () => {
  const context = await withEvents();
  const spring = { customerId: context.customer.id, wireId: "spring" };
  await db().event.updateMany({ where: spring, data: { pauseMessages: "unreadable" } });
  const eventIds = ["spring", "sale"];
  const { outcomes } = await actOnMany(context, { act: "pause", eventIds });
  expect(outcomes).toEqual([
    {
      eventId: "spring",
      isPending: false,
      refusal: expect.stringMatching(/^Failed unexpectedly\. Quote [\da-f-]{36}/),
    },
    { eventId: "sale", refusal: null, isPending: false },
  ]);
  expect((await auditSentences(context)).at(-1)).toBe("Ana paused Sale");
});

test("is refused to who may not operate, and reaches nobody else's events", async () => {
  const context = await withEvents();
  const asked = { act: "pause" as const, eventIds: ["sale", "spring"] };
  for (const role of ["viewer", "developer"] as const) {
    const member = await addTestMember(context, role, role);
    await expect(actOnMany(member, asked)).rejects.toMatchObject({ code: "forbidden" });
  }
  const { outcomes } = await actOnMany(await createTestCustomer(), asked);
  expect(outcomes.every(({ refusal }) => refusal !== null)).toBe(true);
  const paused = { customerId: context.customer.id, paused: true };
  expect(await db().event.count({ where: paused })).toBe(0);
  const tooMany = { ...asked, eventIds: Array.from({ length: 101 }, (_, index) => `e${index}`) };
  for (const input of [{ ...asked, eventIds: [] }, tooMany])
    await expect(actOnMany(context, input)).rejects.toThrow();
});
