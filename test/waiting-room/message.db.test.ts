import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setMessage } from "@/lib/services/event/control/set-message";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { getEvent } from "@/lib/services/event/manage/get";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  startTestEvent,
} from "@/test/customer";
import { testLanes } from "@/test/lanes";
import { startTestRoom } from "@/test/waiting-room";

const { call, context: room, cookieOf, id, redis } = startTestRoom();
afterAll(disconnectDb);

const SALE = { eventId: "sale" };
const TEN = { en: "We go on at ten", de: "Um zehn geht es weiter" };
const html = { accept: "text/html", "sec-fetch-mode": "navigate" };

let operator: ServiceContext;
let base: string;
let page: string;

beforeEach(async () => {
  operator = await createCustomerWithSale();
  await updateEvent(operator, { ...SALE, queueAll: true, protection: null });
  await startTestEvent(operator, SALE);
  const c = operator.customer.wireId;
  base = `/line/${c}/sale`;
  page = `/?c=${c}&e=sale`;
  await inForce();
});

/** Lets the worker tell Redis of the changes, and the room look at the line once: both happen within a second or two. */
async function inForce(): Promise<void> {
  const where = { customerId: operator.customer.id, relayedAt: null };
  while ((await db().outboxEntry.count({ where })) > 0) await relayOutbox(redis);
  const line = await room.lines.find({ customerId: operator.customer.wireId, eventId: "sale" });
  await line?.refresh();
}

async function heard(query: string) {
  const { body } = await call("GET", `${base}/1/line.json${query}`);
  const { message, messageAt, paused } = JSON.parse(body);
  return { message, messageAt, paused };
}

const seen = async (language: string) =>
  (await call("GET", page, { headers: { ...html, "accept-language": language } })).body;

describe("a message to everybody while the line moves", () => {
  test("is in line.json in each language at the room's next look, and gone when it is taken back", async () => {
    await setMessage(operator, { ...SALE, texts: TEN });
    await inForce();
    const { messageAt } = await heard("");
    expect(messageAt).toBeGreaterThan(Date.now() - 60_000);
    expect(messageAt).toBeLessThan(Date.now() + 60_000);
    expect(await heard("")).toEqual({ message: TEN.en, messageAt, paused: false });
    expect(await heard("?language=de")).toEqual({ message: TEN.de, messageAt, paused: false });
    expect(await heard("?language=ja")).toEqual({ message: TEN.en, messageAt, paused: false });
    await setMessage(operator, { ...SALE, texts: { en: "At eleven", fr: "À onze heures" } });
    await inForce();
    expect((await heard("?language=de")).message).toBe("At eleven");
    expect((await heard("?language=fr")).message).toBe("À onze heures");
    await setMessage(operator, { ...SALE, texts: null });
    await inForce();
    for (const query of ["", "?language=de", "?language=fr"])
      expect(await heard(query)).toEqual({ message: null, messageAt: null, paused: false });
  });

  test("is in every answer about the line, in the language of the page that asks", async () => {
    await setMessage(operator, { ...SALE, texts: TEN });
    await inForce();
    const joined = await call("POST", `${base}/join?language=de`, { form: { joinId: id() } });
    expect(JSON.parse(joined.body).line.message).toBe(TEN.de);
    const headers = { cookie: cookieOf(joined) };
    const status = await call("GET", `${base}/status?t=x&left=0&language=de`, { headers });
    expect(JSON.parse(status.body).line.message).toBe(TEN.de);
    const plain = await call("GET", `${base}/status?t=x&left=0`, { headers });
    expect(JSON.parse(plain.body).line.message).toBe(TEN.en);
    const form = { claim: id() };
    const entered = await call("POST", `${base}/enter?language=de`, { headers, form });
    expect(JSON.parse(entered.body)).toMatchObject({ status: "wait", line: { message: TEN.de } });
  });

  test("stands on the page that browsers without JavaScript get", async () => {
    expect(await seen("de")).not.toContain(TEN.de);
    await setMessage(operator, { ...SALE, texts: { en: "<b>Ten</b>", de: TEN.de } });
    await inForce();
    expect(await seen("de")).toContain(TEN.de);
    expect(await seen("fr")).toContain("&lt;b&gt;Ten&lt;/b&gt;");
    const joined = await call("POST", `${base}/join`, { form: { joinId: id() } });
    const headers = { ...html, cookie: cookieOf(joined) };
    const { body } = await call("GET", `${page}&cid=de-AT`, { headers });
    expect(body).toContain(TEN.de);
  });

  test("a pause says why, above the message, and when the line goes on the message stays", async () => {
    await setMessage(operator, { ...SALE, texts: TEN });
    const messages = { en: "The checkout is repaired", fr: "La caisse est en réparation" };
    await pauseEvent(operator, { ...SALE, messages });
    await inForce();
    expect(await heard("?language=fr")).toMatchObject({
      paused: true,
      message: `${messages.fr}\n${TEN.en}`,
    });
    expect((await heard("?language=de")).message).toBe(`${messages.en}\n${TEN.de}`);
    const { message } = await getEvent(operator, SALE);
    expect((await heard("")).messageAt).toBeGreaterThan(message?.sentAtMs ?? Infinity);
    expect(await seen("de")).toContain(`${messages.en}\n${TEN.de}`);
    await resumeEvent(operator, SALE);
    await inForce();
    expect(await heard("?language=de")).toMatchObject({ paused: false, message: TEN.de });
    expect((await getEvent(operator, SALE)).pauseMessage).toBeNull();
  });

  test("whoever reads another language gets the event's, also when that changes meanwhile", async () => {
    await setMessage(operator, { ...SALE, texts: TEN });
    await inForce();
    expect((await heard("")).message).toBe(TEN.en);
    await updateEvent(operator, { ...SALE, language: "de" });
    await inForce();
    expect((await heard("")).message).toBe(TEN.de);
    expect((await heard("?language=ja")).message).toBe(TEN.de);
    expect((await heard("?language=en")).message).toBe(TEN.en);
    expect(await seen("tlh")).toMatch(/<html lang="de" dir="ltr">/);
    expect(await seen("en")).toMatch(/<html lang="en" dir="ltr">/);
  });

  test("ends with the run, and is there again when Redis has lost everything", async () => {
    await setMessage(operator, { ...SALE, texts: TEN });
    await inForce();
    await redis.unlink(await redis.keys(`wr:{${operator.customer.wireId}*`));
    const { id: eventId } = await db().event.findFirstOrThrow({
      where: { customerId: operator.customer.id },
    });
    await reconcileEvent(redis, eventId);
    await inForce();
    expect((await heard("?language=de")).message).toBe(TEN.de);
    await stopEvent(operator, SALE);
    expect((await getEvent(operator, SALE)).message).toBeNull();
    await startEvent(operator, SALE);
    await inForce();
    expect((await getEvent(operator, SALE)).message).toBeNull();
    expect(await heard("?language=de")).toMatchObject({ message: null, messageAt: null });
  });
});

/** A time so far off as clocks in UTC show it, to the second. */
const local = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 19);

describe("a message for some", () => {
  test("in a lane is sent to nobody else, and ends with its run", async () => {
    await stopEvent(operator, SALE);
    await updateEvent(operator, { ...SALE, lanes: testLanes("ordered", 2) });
    await startEvent(operator, SALE);
    const audience = { kind: "lane", lane: "lane1" } as const;
    await setMessage(operator, { ...SALE, texts: TEN, audience });
    await inForce();
    const inLane = async (lane: number) =>
      (await call("GET", `${base}/1/line.json?lane=${lane}&language=de`)).body;
    expect(JSON.parse(await inLane(1)).message).toBe(TEN.de);
    expect(await inLane(0)).not.toContain("Um zehn");
    expect(await seen("de")).not.toContain("Um zehn");
    const joined = await call("POST", `${base}/join?language=de`, { form: { joinId: id() } });
    expect(JSON.parse(joined.body).line).toMatchObject({ lane: 0, message: null });
    await stopEvent(operator, SALE);
    await startEvent(operator, SALE);
    await inForce();
    expect((await getEvent(operator, SALE)).message).toBeNull();
    expect(JSON.parse(await inLane(1)).message).toBeNull();
  });

  test("in the first lane is sent to those who hold a place there, and to nobody without one", async () => {
    await stopEvent(operator, SALE);
    await updateEvent(operator, { ...SALE, lanes: testLanes("ordered", 2) });
    await startEvent(operator, SALE);
    const audience = { kind: "lane", lane: "lane0" } as const;
    await setMessage(operator, { ...SALE, texts: TEN, audience });
    await inForce();
    for (const query of ["", "?language=de"]) expect((await heard(query)).message).toBeNull();
    expect((await heard("?lane=0&language=de")).message).toBe(TEN.de);
    expect((await heard("?lane=0")).message).toBe(TEN.en);
    expect((await heard("?lane=1&language=de")).message).toBeNull();
    const joined = await call("POST", `${base}/join?language=de`, { form: { joinId: id() } });
    expect(JSON.parse(joined.body).line).toMatchObject({ lane: 0, isOwn: true, message: TEN.de });
  });

  test("comes and goes by itself, with no worker and no change in between", async () => {
    const times = { fromLocal: local(2_000), untilLocal: local(4_000) };
    await setMessage(operator, { ...SALE, texts: TEN, ...times });
    await inForce();
    expect((await heard("?language=de")).message).toBeNull();
    const message = async () => (await heard("?language=de")).message;
    await expect.poll(message, { timeout: 4_000 }).toBe(TEN.de);
    expect((await heard("")).messageAt).toBe(Date.parse(`${times.fromLocal}Z`));
    await expect.poll(message, { timeout: 4_000 }).toBeNull();
  });

  test("that was scheduled is cancelled, and one to everybody takes its place", async () => {
    await setMessage(operator, { ...SALE, texts: TEN, fromLocal: local(60_000) });
    await inForce();
    await setMessage(operator, { ...SALE, texts: null });
    expect((await getEvent(operator, SALE)).message).toBeNull();
    await setMessage(operator, { ...SALE, texts: TEN, fromLocal: local(60_000) });
    await setMessage(operator, { ...SALE, texts: { en: "Now" } });
    await inForce();
    expect((await heard("")).message).toBe("Now");
  });

  test("that nobody would read is refused at its field", async () => {
    const lane = { kind: "lane", lane: "vip" } as const;
    for (const [field, given] of [
      ["audience", { audience: lane }],
      ["audience", { audience: { kind: "before-opening" } }],
      ["untilLocal", { untilLocal: local(-1_000) }],
      ["fromLocal", { fromLocal: "tomorrow" }],
    ] as const)
      await expect(setMessage(operator, { ...SALE, texts: TEN, ...given })).rejects.toMatchObject({
        fields: { [field]: expect.any(String) },
      });
    expect((await getEvent(operator, SALE)).message).toBeNull();
  });
});

test("of two operators who edit one message the second is told, and changes nothing", async () => {
  const first = await setMessage(operator, { ...SALE, texts: TEN, seenSentAtMs: null });
  const seenSentAtMs = first.message?.sentAtMs ?? null;
  await setMessage(operator, { ...SALE, texts: { en: "At eleven" }, seenSentAtMs });
  for (const texts of [{ en: "At noon" }, null])
    await expect(setMessage(operator, { ...SALE, texts, seenSentAtMs })).rejects.toMatchObject({
      code: "conflict",
    });
  expect((await getEvent(operator, SALE)).message?.texts).toEqual({ en: "At eleven" });
});

describe("who sends it", () => {
  test("is written down, with the words", async () => {
    await setMessage(operator, { ...SALE, texts: TEN });
    await setMessage(operator, { ...SALE, texts: { en: "At eleven" } });
    await setMessage(operator, { ...SALE, texts: { en: "At eleven" } });
    await setMessage(operator, { ...SALE, texts: null });
    expect((await auditSentences(operator)).filter((line) => line.includes("message"))).toEqual([
      "Ana sent a message to visitors at Sale: “We go on at ten” (en, de)",
      "Ana changed the message to visitors at Sale: “At eleven” (en)",
      "Ana removed the message to visitors at Sale",
    ]);
    const until = "2100-01-01T10:00";
    await setMessage(operator, { ...SALE, texts: { en: "Soon" }, untilLocal: until });
    expect((await auditSentences(operator)).at(-1)).toBe(
      "Ana sent a message to visitors at Sale, until 2100-01-01 10:00:00 UTC: “Soon” (en)",
    );
  });

  test("needs the right to operate and an open event, and plain words of a bounded length", async () => {
    const viewer = await addTestMember(operator, "viewer", "Vera");
    await expect(setMessage(viewer, { ...SALE, texts: TEN })).rejects.toMatchObject({
      code: "forbidden",
    });
    for (const texts of [{}, { en: "" }, { en: "x".repeat(301) }, { en: "\u0000" }])
      await expect(setMessage(operator, { ...SALE, texts })).rejects.toThrow();
    await stopEvent(operator, SALE);
    await expect(setMessage(operator, { ...SALE, texts: TEN })).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });
});
