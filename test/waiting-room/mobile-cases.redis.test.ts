import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { mintEnqueueToken } from "@/connectors/src/adapters/enqueue-token";
import { verifyQueueToken } from "@/connectors/src/core";
import type { EventSettings } from "@/lib/domain/event/settings";
import { underStanding } from "@/lib/domain/event/standing";
import { passTime, testSettings } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import { projectPath } from "@/tools/stack/paths";

const room = startTestRoom();
const { call, context, customerId, id, joinAndWait, open, publish, redis, secret, turnComes } =
  room;
const underPath = startTestRoom(undefined, { basePath: "/rooms/queue" });

type Opened = Awaited<ReturnType<typeof open>>;
type Body = Readonly<Record<string, unknown>>;
/** What an app meets; `shows` is what the page at `QueueUrl` has to say. */
type Case = { readonly opened: Opened; readonly sent?: Body | string; readonly shows?: RegExp };

const APP = { userId: "device 7", userAgent: "Phone/1", sdkVersion: "iOS-3.4.0" };

function enqueue(eventId: string, body: Body | string): Promise<Reply> {
  return call("POST", `/api/mobileapp/queue/${customerId}/${eventId}/enqueue?userId=device%207`, {
    headers: { "content-type": "application/json; charset=utf-8" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Open for long enough that a slot is free. */
async function openWithSlots(overrides: Partial<EventSettings> = {}): Promise<Opened> {
  const opened = await open(overrides);
  await passTime(redis, opened.settings, 60_000);
  await (await context.lines.find(opened.settings))?.refresh();
  return opened;
}

const scheduled = (startsInMs: number, more: Partial<EventSettings> = {}) =>
  openWithSlots({ kind: "scheduled", startAtMs: Date.now() + startsInMs, ...more });
const PAST = 600_000;
const ended = (afterEvent: EventSettings["afterEvent"]) =>
  scheduled(-2 * PAST, { endAtMs: Date.now() - PAST, afterEvent });
const suspended = (suspension: "hold" | "let-through") => {
  const limits = { maxEvents: null, maxOutflowPerMinute: null, maxWaiting: null };
  return openWithSlots(underStanding(testSettings({ customerId }), { suspension, limits }));
};

async function withSomebodyWaiting(opened: Opened): Promise<Opened> {
  await joinAndWait(opened);
  await (await context.lines.find(opened.settings))?.refresh();
  return opened;
}

const CASES: Readonly<Record<string, () => Promise<Case>>> = {
  "always-on, nobody waits, a slot is free": async () => ({ opened: await openWithSlots() }),
  "always-on, nobody waits, no slot is free": async () => {
    const opened = await openWithSlots({ outflowPerMinute: 1 });
    await enqueue(opened.settings.eventId, { ...APP, userId: id() });
    return { opened, shows: /id="page"|<main/ };
  },
  "always-on, somebody waits": async () => ({
    opened: await withSomebodyWaiting(await open({ outflowPerMinute: 1 })),
    shows: /\/join"/,
  }),
  "everybody waits on the page (*Queue all*)": async () => ({
    opened: await openWithSlots({ queueAll: true }),
    shows: /\/join"/,
  }),
  "random order": async () => ({
    opened: await openWithSlots({ method: "random" }),
    shows: /\/join"/,
  }),
  "admission by lottery": async () => {
    const admission: EventSettings["admission"] = {
      share: { type: "percentage", percent: 0 },
      holdSeconds: 60,
      identity: { by: "browser" },
    };
    const opened = await openWithSlots({ admission });
    return { opened, shows: /<title>/ };
  },
  "everybody is let through": async () => ({
    opened: await openWithSlots({ method: "passthrough" }),
  }),
  "scheduled, before the pre-queue": async () => ({
    opened: await scheduled(3_600_000),
    shows: /"phase":"before"|<main/,
  }),
  "scheduled, in the pre-queue": async () => ({
    opened: await scheduled(300_000),
    shows: /\/join"/,
  }),
  "scheduled and open": async () => ({ opened: await scheduled(-PAST), shows: /\/join"/ }),
  paused: async () => ({
    opened: await openWithSlots({ paused: true, pauseMessage: "We tidy up." }),
    shows: /We tidy up\./,
  }),
  "nobody is let in": async () => ({
    opened: await openWithSlots({ method: "reject", pauseMessage: "Closed today." }),
    shows: /Closed today\./,
  }),
  "as many wait as may": async () => ({
    opened: await withSomebodyWaiting(await open({ queueAll: true, lineLimit: 1 })),
    shows: /full/i,
  }),
  "sold out": async () => {
    const opened = await openWithSlots({ queueAll: true });
    const path = `/status/stock/${customerId}/${opened.settings.eventId}`;
    const headers = { "content-type": "application/json", "api-key": "stn_key" };
    await call("POST", path, { headers, body: '{"units":0}' });
    await passTime(redis, opened.settings, 500);
    await (await context.lines.find(opened.settings))?.refresh();
    return { opened, shows: /sold out/i };
  },
  stopped: async () => ({ opened: await openWithSlots({ status: "stopped" }), shows: /<main/ }),
  "ended, with a page": async () => ({
    opened: await ended({
      show: { kind: "page", message: "Until spring." },
      protectedPages: "keep-out",
    }),
    shows: /Until spring\./,
  }),
  "ended, with another address": async () => {
    const url = "https://shop.example/over";
    const show = { kind: "redirect", url } as const;
    return {
      opened: await ended({ show, protectedPages: "keep-out" }),
      shows: /^https:\/\/shop\.example\/over$/,
    };
  },
  "ended, and protected pages are let through": async () => ({
    opened: await ended({ show: { kind: "page", message: null }, protectedPages: "let-through" }),
  }),
  "customer suspended, visitors held": async () => ({
    opened: await suspended("hold"),
    shows: /<main/,
  }),
  "customer suspended, visitors let through": async () => ({
    opened: await suspended("let-through"),
  }),
  "by invitation, with an `enqueueToken`": async () => {
    const opened = await openWithSlots({ inviteOnly: true });
    const { eventId } = opened.settings;
    const enqueueToken = mintEnqueueToken({ customerId, eventId, key: "user-1" }, secret);
    return { opened, sent: { ...APP, enqueueToken }, shows: /\/join"/ };
  },
  "by invitation, with an `enqueueKey` (an access code)": async () => ({
    opened: await openWithSlots({ inviteOnly: true }),
    sent: { ...APP, enqueueKey: 'K7"QX' },
    // The code goes on by a cookie.
    shows: /\/code\?t=/,
  }),
  "by invitation, with neither": async () => ({
    opened: await openWithSlots({ inviteOnly: true }),
  }),
  "no such event": async () => {
    const opened = await open();
    return { opened: { ...opened, settings: { ...opened.settings, eventId: "nothing" } } };
  },
  "event not started": async () => ({ opened: await open({ status: "draft" }) }),
  "not JSON, or a field that is no text": async () => ({
    opened: await open(),
    sent: '{"userId":7}',
  }),
  "a secret is missing where a pass is due": async () => {
    const opened = await openWithSlots({ method: "passthrough" });
    await publish({ secrets: [] });
    onTestFinished(() => publish({}));
    return { opened };
  },
};

const ROW = /^\| (.+?) \| (?:`(\w+)`|(\d{3}) `([a-z-]+)`) \| (.*) ?\|$/gm;
const documented = [
  ...readFileSync(projectPath("docs/connectors/mobile.md"), "utf8").matchAll(ROW),
].map(([, name = "", token = null, status = "200", code = null]) => ({
  name,
  token,
  status: Number(status),
  code,
}));

test("the document lists the cases that are tried here", () => {
  expect(documented.map(({ name }) => name)).toEqual(Object.keys(CASES));
});

test.each(documented)("$name", async ({ name, token, status, code }) => {
  const {
    opened,
    sent = APP,
    shows,
  } = await (CASES[name] ?? (() => Promise.reject(new Error(name))))();
  const { settings } = opened;
  const reply = await enqueue(settings.eventId, sent);
  const answer = JSON.parse(reply.body);
  expect(reply.status).toBe(status);
  if (status !== 200) return expect(answer.code).toBe(code);
  expect(Object.keys(answer).sort()).toEqual(
    ["EventTargetUrl", "QueueId", "QueueUrl", "QueueUrlTTLInMinutes", "QueueitToken"].sort(),
  );
  expect(answer.EventTargetUrl).toBe(settings.targetUrl);
  const url = new URL(answer.QueueUrl);
  expect(url.searchParams.get("userId")).toBe("device 7");
  if (token !== "null") {
    const nowUnixSeconds = Math.floor(Date.now() / 1_000);
    const eventIds = [settings.eventId];
    const reading = verifyQueueToken(answer.QueueitToken, {
      secrets: [secret],
      eventIds,
      nowUnixSeconds,
    });
    expect(reading.valid).toBe(true);
    expect(/~rt_(.*?)~/.exec(answer.QueueitToken)?.[1]).toBe(token);
    return expect(answer.QueueId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect([answer.QueueitToken, answer.QueueId]).toEqual([null, null]);
  const page = await call("GET", `${url.pathname}${url.search}`);
  expect(page.headers.location ?? page.body).toMatch(shows ?? /^nothing$/);
});

test("the web view of somebody who is in goes on to the target, with the same pass", async () => {
  const targetUrl = "https://shop.example/app/done";
  const opened = await open({ queueAll: true, targetUrl });
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const form = { claim: id(), t: targetUrl };
  const entered = await call("POST", `${opened.base}/enter`, { headers: { cookie }, form });
  const { redirectUrl } = JSON.parse(entered.body);
  const { QueueUrl, EventTargetUrl } = JSON.parse(
    (await enqueue(opened.settings.eventId, APP)).body,
  );
  const { pathname, search } = new URL(QueueUrl);
  const shown = await call("GET", `${pathname}${search}`, {
    headers: { cookie: room.cookieOf(entered) },
  });
  expect([shown.status, shown.headers.location]).toEqual([302, redirectUrl]);
  const back = new URL(redirectUrl);
  expect(`${back.origin}${back.pathname}`).toBe(EventTargetUrl);
  expect(back.searchParams.get("queueittoken")).toContain("~rt_queue~");
});

test.each(["/rooms/queue", ""])(
  "a room under a path (asked by %j) names it in QueueUrl",
  async (asked) => {
    const opened = await underPath.open({ queueAll: true });
    const { eventId } = opened.settings;
    const path = `${asked}/api/mobileapp/queue/${underPath.customerId}/${eventId}/enqueue`;
    const headers = { "content-type": "application/json", host: "shop.test" };
    const reply = await underPath.call("POST", path, { headers, body: JSON.stringify(APP) });
    expect(reply.status).toBe(200);
    const url = new URL(JSON.parse(reply.body).QueueUrl);
    expect(`${url.origin}${url.pathname}`).toBe("http://shop.test/rooms/queue/");
    expect((await underPath.call("GET", `${url.pathname}${url.search}`)).status).toBe(200);
  },
);
