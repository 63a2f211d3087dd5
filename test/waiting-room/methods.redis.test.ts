import { describe, expect, test } from "vitest";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { setLimit } from "@/lib/line/commands/limits";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, cookieOf, customerId, id, joinAndWait, open, redis, context, turnComes } =
  startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate" };
const answerOf = (reply: Reply) => JSON.parse(reply.body);

type Opened = Awaited<ReturnType<typeof open>>;

const enter = (opened: Opened, cookie: string, claim = id()) =>
  call("POST", `${opened.base}/enter`, { headers: { cookie }, form: { claim } });
const checkIn = (opened: Opened, cookie: string) =>
  call("GET", `${opened.base}/status`, { headers: { cookie } });

/** Lets line time reach the beginning of the next interval, and tells the room. */
async function nextInterval({ settings }: Opened): Promise<void> {
  const line = await context.lines.find({ customerId, eventId: settings.eventId });
  const { intervalMs } = RANDOM_ORDER;
  await passTime(redis, settings, intervalMs - ((line?.lineNow() ?? 0) % intervalMs) + 500);
  await line?.refresh();
}

describe("random order", () => {
  test("lets in who has won, and nobody else", async () => {
    const opened = await open({ method: "random", outflowPerMinute: 600 });
    const { reply, cookie } = await joinAndWait(opened);
    expect(answerOf(reply)).toMatchObject({ turn: false, line: { method: "random", checkIn: 20 } });
    expect(answerOf(await enter(opened, cookie))).toMatchObject({ status: "wait" });
    await nextInterval(opened);
    const won = await checkIn(opened, cookie);
    expect(answerOf(won)).toMatchObject({ status: "waiting", turn: true });
    await passTime(redis, opened.settings, 1_000);
    expect(answerOf(await enter(opened, cookieOf(won)))).toMatchObject({ status: "admitted" });
  });

  test("one chance in each interval, however often and with whatever copy one asks", async () => {
    const opened = await open({ method: "random", outflowPerMinute: 60 });
    const crowd = await Promise.all(Array.from({ length: 300 }, () => joinAndWait(opened)));
    await nextInterval(opened);
    const first = await Promise.all(crowd.map(({ cookie }) => checkIn(opened, cookie)));
    const again = await Promise.all(crowd.map(({ cookie }) => checkIn(opened, cookie)));
    const turns = (replies: Reply[]) => replies.map((reply) => answerOf(reply).turn);
    expect(turns(again)).toEqual(turns(first));
    const winners = turns(first).filter(Boolean).length;
    expect(winners).toBeGreaterThan(5);
    expect(winners).toBeLessThan(80);
    const later = await Promise.all(first.map((reply) => checkIn(opened, cookieOf(reply))));
    expect(turns(later).filter(Boolean).length).toBe(winners);
    const line = await context.lines.find({ customerId, eventId: opened.settings.eventId });
    await line?.refresh();
    const seen = await redis.hget(`wr:{${customerId}:${opened.settings.eventId}}:line`, "checkIns");
    expect(Number(seen)).toBeGreaterThan(295);
    expect(Number(seen)).toBeLessThanOrEqual(300);
  });

  test("shows no place", async () => {
    const opened = await open({ method: "random", outflowPerMinute: 1 });
    const { cookie } = await joinAndWait(opened);
    const page = await call("GET", opened.page, { headers: { ...html, cookie } });
    expect(page.body).toContain("You are in the draw");
    expect(page.body).not.toContain('Ahead of you</dt><dd class="figure" id="figure">0');
  });
});

describe("passthrough", () => {
  test("lets every navigation in, counted and marked, and nothing that is none", async () => {
    const opened = await open({ method: "passthrough" });
    const reply = await call("GET", opened.page, { headers: html });
    expect(reply.headers.location).toContain("~rt_disabled~");
    const prefetch = await call("GET", opened.page, { headers: { ...html, purpose: "prefetch" } });
    expect(prefetch.status).toBe(200);
    const key = `wr:{${customerId}:${opened.settings.eventId}}:line`;
    expect(await redis.hmget(key, "outside", "admitted")).toEqual(["1", "0"]);
  });

  test("does not let in who has no invitation where one is needed, or has made one up", async () => {
    const opened = await open({ method: "passthrough", inviteOnly: true });
    const without = await call("GET", opened.page, { headers: html });
    expect([without.status, without.headers.location]).toEqual([403, undefined]);
    const madeUp = await call("GET", `${opened.page}&enqueuetoken=made-up`, { headers: html });
    expect([madeUp.status, madeUp.headers.location]).toEqual([200, undefined]);
    const app = `/api/mobileapp/queue/${customerId}/${opened.settings.eventId}/enqueue`;
    const body = JSON.stringify({ enqueueToken: "made-up" });
    const json = { "content-type": "application/json" };
    const asked = await call("POST", app, { headers: json, body });
    expect(answerOf(asked)).toMatchObject({ QueueitToken: null });
  });

  test("lets those in who waited", async () => {
    const opened = await open({ method: "passthrough" });
    const { cookie } = await joinAndWait(opened);
    const first = answerOf(await enter(opened, cookie));
    expect(first).toMatchObject({ status: "admitted" });
    expect(first.redirectUrl).toContain("~rt_disabled~");
  });
});

test("a rejecting event shows its message and gives no place", async () => {
  const opened = await open({ method: "reject", pauseMessage: "Closed for stocktaking" });
  const page = await call("GET", opened.page, { headers: html });
  expect(page.body).toContain("Closed for stocktaking");
  expect(answerOf((await joinAndWait(opened)).reply)).toEqual({ status: "closed" });
});

test("those who wait are told when everything is gone", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  await setLimit(redis, opened.settings, "stock", 0);
  await turnComes(opened, cookie);
  const seen = answerOf(await checkIn(opened, cookie));
  expect(seen.line).toMatchObject({ soldOut: true });
  expect(answerOf(await enter(opened, cookie)).status).not.toBe("admitted");
  const page = await call("GET", opened.page, { headers: { ...html, cookie } });
  expect(page.body).toContain("Sold out");
});

test("leaving gives the place back and clears it from the browser", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  const left = await call("POST", `${opened.base}/leave`, { headers: { cookie } });
  expect(answerOf(left)).toEqual({ status: "left" });
  expect(cookieOf(left)).toMatch(/stanchion_.*=$/);
  await turnComes(opened, cookie);
  expect(answerOf(await enter(opened, cookie))).toEqual({ status: "spent" });
  expect(answerOf((await joinAndWait(opened)).reply)).toMatchObject({ number: 2 });
});

test("under an active cap the session is as long as its seat", async () => {
  const opened = await open({ activeCap: 5, sessionMode: "sliding", sessionMinutes: 7 });
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const { redirectUrl } = answerOf(await enter(opened, cookie));
  expect(redirectUrl).toContain("~cv_7~");
  expect(redirectUrl).toContain("~ce_false~");
});

test("a place ends after the absence that the event allows, and lives on with check-ins", async () => {
  const opened = await open({ absenceMinutes: 10, outflowPerMinute: 1 });
  await joinAndWait(opened);
  const { cookie, reply } = await joinAndWait(opened);
  expect(answerOf(reply).line.checkIn).toBe(200);
  const line = await context.lines.find({ customerId, eventId: opened.settings.eventId });
  const pass = async (minutes: number) => {
    await passTime(redis, opened.settings, minutes * 60_000);
    await line?.refresh();
  };
  await pass(9);
  const seen = await checkIn(opened, cookie);
  await pass(9);
  expect(answerOf(await checkIn(opened, cookieOf(seen)))).toMatchObject({ status: "waiting" });
  expect(answerOf(await checkIn(opened, cookie))).toEqual({ status: "none" });
});
