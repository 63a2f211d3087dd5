import { describe, expect, test } from "vitest";
import { mintEnqueueToken } from "@/connectors/src/adapters/enqueue-token";
import { findQueueToken, verifyQueueToken } from "@/connectors/src/core";
import { eventKeys } from "@/lib/line/keys";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, cookieOf, customerId, id, open, redis, context, secret, turnComes } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

const TARGET = "https://shop.example/app/done";
const APP = { userId: "device 7", userAgent: "Phone/1", sdkVersion: "Android-2.1.4" };

function enqueue({ settings }: Opened, body: unknown = APP): Promise<Reply> {
  return call("POST", `/api/mobileapp/queue/${customerId}/${settings.eventId}/enqueue`, {
    headers: { "content-type": "application/json; charset=utf-8" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Open for long enough that a slot is free. */
async function openWithSlots(overrides: Parameters<typeof open>[0] = {}): Promise<Opened> {
  const opened = await open(overrides);
  const line = await context.lines.find({ customerId, eventId: opened.settings.eventId });
  for (let minute = 0; minute < 2; minute += 1) {
    await passTime(redis, opened.settings, 60_000);
    await line?.refresh();
  }
  return opened;
}

/** With a second's worth of slots at 6,000 a minute. */
async function openWithManySlots(): Promise<Opened> {
  const opened = await openWithSlots({ outflowPerMinute: 6_000 });
  await passTime(redis, opened.settings, 900);
  await (await context.lines.find(opened.settings))?.refresh();
  return opened;
}

const answerOf = ({ body }: Reply) => JSON.parse(body);

function isGood(token: string, { settings }: Opened): boolean {
  const nowUnixSeconds = Math.floor(Date.now() / 1_000);
  const eventIds = [settings.eventId];
  return verifyQueueToken(token, { secrets: [secret], eventIds, nowUnixSeconds }).valid;
}

test("an app whose visitor has to wait gets the page, which leads to the target with a pass", async () => {
  const opened = await open({ queueAll: true, targetUrl: TARGET });
  const reply = await enqueue(opened, { ...APP, layoutName: "Dark", language: "de-DE" });
  expect(reply.status).toBe(200);
  const { QueueUrl, ...rest } = answerOf(reply);
  expect(rest).toEqual({
    QueueId: null,
    QueueUrlTTLInMinutes: 20,
    EventTargetUrl: TARGET,
    QueueitToken: null,
  });
  const url = new URL(QueueUrl);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    c: customerId,
    e: opened.settings.eventId,
    t: TARGET,
    userId: "device 7",
    l: "Dark",
    cid: "de-DE",
  });
  const shown = await call("GET", `${url.pathname}${url.search}`, {
    headers: { accept: "text/html" },
  });
  expect([url.host, shown.status, shown.headers.location]).toEqual(["room.test", 200, undefined]);
  const form = { joinId: id(), t: url.searchParams.get("t") ?? "" };
  const cookie = cookieOf(await call("POST", `${opened.base}/join`, { form }));
  await turnComes(opened, cookie);
  const entered = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id(), t: form.t },
  });
  const back = new URL(answerOf(entered).redirectUrl);
  expect([back.host, back.pathname]).toEqual(["shop.example", "/app/done"]);
  expect(isGood(findQueueToken(back.href) ?? "", opened)).toBe(true);
});

describe("an app whose visitor does not have to wait gets the pass at once", () => {
  const ended = {
    kind: "scheduled",
    startAtMs: Date.now() - 120_000,
    endAtMs: Date.now() - 60_000,
    afterEvent: { show: { kind: "page", message: null }, protectedPages: "let-through" },
  } as const;
  test.each([
    ["safetynet", {}],
    ["disabled", { method: "passthrough" }],
    ["afterevent", ended],
  ] as const)("%s", async (redirectType, overrides) => {
    const opened = await openWithSlots(overrides);
    const { QueueitToken, QueueId, QueueUrl, EventTargetUrl } = answerOf(await enqueue(opened));
    expect(/~rt_(.*?)~/.exec(QueueitToken)?.[1]).toBe(redirectType);
    expect(QueueitToken).toContain(`~q_${QueueId}~`);
    expect([isGood(QueueitToken, opened), EventTargetUrl]).toEqual([
      true,
      opened.settings.targetUrl,
    ]);
    expect(QueueUrl).toContain(`e=${opened.settings.eventId}`);
  });
});

test("a request of an app that is sent twice gets the same pass, and another one another", async () => {
  const opened = await openWithManySlots();
  const answers = await Promise.all(
    [APP, APP, { ...APP, userId: "device 8" }].map((app) => enqueue(opened, app)),
  );
  const [first, twice, other] = answers.map(answerOf);
  expect(first.QueueitToken).not.toBeNull();
  expect(twice).toEqual(first);
  expect(answerOf(await enqueue(opened))).toEqual(first);
  expect(other.QueueId).not.toBe(first.QueueId);
  const { line } = eventKeys(opened.settings);
  expect(await redis.hmget(line, "last", "joined", "admitted")).toEqual(["2", "2", "2"]);
});

test("a pass that has expired is not given again", async () => {
  const opened = await openWithManySlots();
  const first = answerOf(await enqueue(opened));
  await passTime(redis, opened.settings, 121_000);
  await (await context.lines.find(opened.settings))?.refresh();
  const later = answerOf(await enqueue(opened));
  expect(later.QueueitToken).not.toBeNull();
  expect(later.QueueId).not.toBe(first.QueueId);
});

test("an app that does not name its user is nobody whom it asked for before", async () => {
  const opened = await openWithManySlots();
  const [one, other] = await Promise.all([{}, {}].map((app) => enqueue(opened, app)));
  const ids = [one, other].map((reply) => reply && answerOf(reply).QueueId);
  expect(ids).not.toContain(null);
  expect(ids[0]).not.toBe(ids[1]);
});

test("an app gets no pass without a slot, while the line is held, or when it asks too often", async () => {
  const passes = async (opened: Opened) =>
    answerOf(await enqueue(opened, { ...APP, userId: id() })).QueueitToken !== null;
  const opened = await openWithSlots({ outflowPerMinute: 1 });
  expect([await passes(opened), await passes(opened)]).toEqual([true, false]);
  for (const held of [{ paused: true }, { queueAll: true }, { method: "reject" }] as const) {
    expect(await passes(await openWithSlots(held))).toBe(false);
  }
  const many = await openWithManySlots();
  let entered = 0;
  while (entered < 100 && (await passes(many))) entered += 1;
  expect(entered).toBe(60);
});

test("a line by invitation wants the token of the invitation, and hands it on to the page", async () => {
  const opened = await open({ inviteOnly: true });
  const { eventId } = opened.settings;
  const refused = await enqueue(opened);
  expect([refused.status, answerOf(refused).code]).toEqual([403, "invitation-needed"]);
  const enqueueToken = mintEnqueueToken({ customerId, eventId, key: "user-1" }, secret);
  const { QueueUrl, QueueitToken } = answerOf(await enqueue(opened, { ...APP, enqueueToken }));
  expect(QueueitToken).toBeNull();
  const { searchParams } = new URL(QueueUrl);
  const form = { joinId: id(), enqueueToken: searchParams.get("enqueuetoken") ?? "" };
  expect(answerOf(await call("POST", `${opened.base}/join`, { form }))).toMatchObject({
    number: 1,
  });
});

test.each([
  ["a list", "[]"],
  ["null", "null"],
  ["half an object", "{"],
  ["a user who is a number", '{"userId":7}'],
  ["a user of 5,000 characters", `{"userId":"${"x".repeat(5_000)}"}`],
])("%s is refused", async (_name, body) => {
  expect((await enqueue(await open(), body)).status).toBe(400);
});

test("an unknown event is not found, and nothing is answered to a GET", async () => {
  const path = `/api/mobileapp/queue/${customerId}/nothing/enqueue`;
  const options = { headers: { "content-type": "application/json" }, body: "{}" };
  expect((await call("POST", path, options)).status).toBe(404);
  expect((await call("GET", path)).status).toBe(405);
});

test("names its own host only, whatever host it is called by", async () => {
  const opened = await open();
  const { customerId, eventId } = opened.settings;
  for (const [host, named] of [
    ["evil.example", "room.test"],
    ["room.test:8443", "room.test"],
    ["evil.example#room.test", "room.test"],
    ["room.test@evil.example", "room.test"],
    ["room.test", "room.test"],
    ["shop.test", "shop.test"],
  ] as const) {
    const reply = await call("POST", `/api/mobileapp/queue/${customerId}/${eventId}/enqueue`, {
      headers: { host, "content-type": "application/json" },
      body: "{}",
    });
    expect(new URL(answerOf(reply).QueueUrl).host).toBe(named);
  }
});
