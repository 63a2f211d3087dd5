import { describe, expect, test } from "vitest";
import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import { publishEvent } from "@/lib/line/commands/published";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, cookieOf, customerId, id, joinAndWait, open, redis, context, turnComes } =
  startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate" };
const shop = "https://shop.example/seats?row=7";
const asked = `&t=${encodeURIComponent(shop)}`;
/** As the headline; the texts of the page's script hold the words always. */
const ended = ">This has ended</h1>";
const answerOf = (reply: Reply) => JSON.parse(reply.body);

/** A scheduled event that ends when its line's clock has moved on by a minute. */
async function openUntilSoon(afterEvent: AfterEvent | null, changes: Partial<EventSettings> = {}) {
  const now = Date.now();
  const times = { startAtMs: now - 60_000, endAtMs: now + 50_000 };
  const opened = await open({ kind: "scheduled", ...times, afterEvent, ...changes });
  const end = async () => {
    const { settings } = opened;
    const line = await context.lines.find({ customerId, eventId: settings.eventId });
    await passTime(redis, settings, 60_000);
    await line?.refresh();
  };
  const visit = (query: string, headers: Record<string, string> = html) =>
    call("GET", `${opened.page}${query}`, { headers });
  return { ...opened, end, visit };
}

const redirectTo = (url: string): AfterEvent => ({
  show: { kind: "redirect", url },
  protectedPages: "keep-out",
});
const letThrough: AfterEvent = {
  show: { kind: "page", message: "See you in May" },
  protectedPages: "let-through",
};

describe("after the end of a scheduled event", () => {
  test("the page says so, in the operator's words where there are any, and keeps everybody out", async () => {
    const plain = await openUntilSoon(null);
    expect((await plain.visit(asked)).body).not.toContain(ended);
    await plain.end();
    const page = await plain.visit(asked);
    expect(page.status).toBe(200);
    expect(page.body).toContain(ended);
    const worded = await openUntilSoon({ ...letThrough, protectedPages: "keep-out" });
    await worded.end();
    expect((await worded.visit(asked)).body).toContain("See you in May");
    expect(answerOf((await joinAndWait(worded)).reply)).toEqual({ status: "closed" });
  });

  test("a link with an access code shows the same, and no form", async () => {
    const opened = await openUntilSoon(null);
    await opened.end();
    expect((await opened.visit("&code=FAN-2026")).body).toContain(ended);
    const form = await call("GET", `${opened.base}/code?code=FAN-2026`, { headers: html });
    expect([form.status, form.headers["location"]]).toEqual([303, opened.page]);
  });

  test.each([{}, { inviteOnly: true }])(
    "so does that of a stopped event, also by invitation only",
    async (changes) => {
      const opened = await openUntilSoon(null, { status: "stopped", ...changes });
      for (const query of ["", "&code=FAN-2026"])
        expect((await opened.visit(query)).body).toContain(ended);
      const form = await call("GET", `${opened.base}/code?code=FAN-2026`, { headers: html });
      expect([form.status, form.headers["location"]]).toEqual([303, opened.page]);
    },
  );

  test("visitors are sent on, and those who waited are told that there is somewhere to go", async () => {
    const opened = await openUntilSoon(redirectTo("https://shop.example/thanks"));
    const { cookie } = await joinAndWait(opened);
    await opened.end();
    for (const query of ["", asked]) {
      const reply = await opened.visit(query);
      expect([reply.status, reply.headers.location]).toEqual([302, "https://shop.example/thanks"]);
    }
    const seen = answerOf(await call("GET", `${opened.base}/status`, { headers: { cookie } }));
    expect(seen.line).toMatchObject({ phase: "ended", onward: true });
    const again = await opened.visit("", { ...html, cookie });
    expect(again.headers.location).toBe("https://shop.example/thanks");
  });

  test("nobody is sent back to the page that sent them here, nor to a host that is not allowed", async () => {
    const loop = await openUntilSoon(redirectTo(shop));
    await loop.end();
    expect((await loop.visit(asked)).body).toContain(ended);
    const foreign = await openUntilSoon(redirectTo("https://evil.example/"));
    await foreign.end();
    expect((await foreign.visit("")).body).toContain(ended);
  });

  test("visitors from a protected page are let through, marked and outside the cap", async () => {
    const opened = await openUntilSoon(letThrough);
    expect((await opened.visit(asked)).headers.location).toBeUndefined();
    await opened.end();
    const reply = await opened.visit(asked);
    expect(reply.status).toBe(302);
    expect(reply.headers.location).toContain("https://shop.example/seats?row=7");
    expect(reply.headers.location).toContain("~rt_afterevent~");
    const again = await opened.visit(asked, { ...html, cookie: cookieOf(reply) });
    expect(again.headers.location).toBe(reply.headers.location);
    const key = `wr:{${customerId}:${opened.settings.eventId}}:line`;
    expect(await redis.hmget(key, "outside", "admitted")).toEqual(["1", "0"]);
    const prefetch = await opened.visit(asked, { ...html, purpose: "prefetch" });
    expect(prefetch.headers.location).toBeUndefined();
    expect((await opened.visit("")).body).toContain("See you in May");
  });

  test("it is the same when the worker has closed the run as ended, and not when it was stopped", async () => {
    const over = await openUntilSoon(letThrough, { status: "ended" });
    expect((await over.visit(asked)).headers.location).toContain("~rt_afterevent~");
    const stopped = await openUntilSoon(letThrough, { status: "stopped" });
    await stopped.end();
    const page = await stopped.visit(asked);
    expect(page.headers.location).toBeUndefined();
    expect(page.body).not.toContain("See you in May");
  });
});

test("a start that moves while people wait keeps their numbers, and lets nobody in before it", async () => {
  const startAtMs = Date.now() + 60_000;
  const opened = await open({ kind: "scheduled", startAtMs, preQueueMinutes: 15 });
  const { settings } = opened;
  const line = await context.lines.find({ customerId, eventId: settings.eventId });
  const first = await joinAndWait(opened);
  const second = await joinAndWait(opened);
  const status = async (cookie: string) =>
    answerOf(await call("GET", `${opened.base}/status`, { headers: { cookie } }));
  const enter = async (cookie: string) =>
    answerOf(
      await call("POST", `${opened.base}/enter`, { headers: { cookie }, form: { claim: id() } }),
    );

  // Later than the pre-queue: the event is "before" again.
  const later = startAtMs + 20 * 60_000;
  await publishEvent(redis, { ...settings, version: 2, startAtMs: later }, null);
  await line?.refresh();
  expect(await status(first.cookie)).toMatchObject({ number: 1, line: { phase: "before" } });
  await passTime(redis, settings, 10 * 60_000);
  await line?.refresh();
  expect(await status(second.cookie)).toMatchObject({ number: 2, line: { phase: "pre-queue" } });
  expect(answerOf((await joinAndWait(opened)).reply)).toMatchObject({ number: 3 });
  expect(await enter(first.cookie)).toMatchObject({ status: "wait" });

  // And earlier, while they wait.
  const sooner = startAtMs + 10 * 60_000;
  await publishEvent(redis, { ...settings, version: 3, startAtMs: sooner }, null);
  await line?.refresh();
  await passTime(redis, settings, 2 * 60_000);
  await line?.refresh();
  await turnComes(opened, first.cookie);
  expect(await status(first.cookie)).toMatchObject({ number: 1, line: { phase: "running" } });
  expect(await enter(first.cookie)).toMatchObject({ status: "admitted" });
});
