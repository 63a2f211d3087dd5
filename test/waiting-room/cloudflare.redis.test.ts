import { describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, context, customerId, open, redis } = room;

type Opened = Awaited<ReturnType<typeof open>>;

const openJson = (overrides: Partial<EventSettings> = {}) =>
  open({ cloudflareJson: true, queueAll: true, ...overrides });

/** A program that keeps cookies and repeats one GET, as clients of Cloudflare's Waiting Room do. */
function client(path: string, headers: Record<string, string> = {}) {
  const jar = new Map<string, string>();
  return {
    jar,
    ask: async (more: Record<string, string> = {}, method = "GET"): Promise<Reply> => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const accept = "application/json";
      const sent = { accept, ...headers, ...more, ...(cookie === "" ? {} : { cookie }) };
      const reply = await call(method, path, { headers: sent });
      for (const text of reply.headers["set-cookie"] ?? []) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return reply;
    },
  };
}

const statusOf = (reply: Reply) => JSON.parse(reply.body).cfWaitingRoom;

async function lineOf({ settings }: Opened) {
  const line = await context.lines.find(settings);
  await line?.refresh();
  return line;
}

async function joined(opened: Opened): Promise<string | null> {
  const { eventId } = opened.settings;
  return redis.hget(`wr:{${customerId}:${eventId}}:line`, "joined");
}

describe("a program that only repeats one GET", () => {
  test("waits instead of calculating while everybody is challenged, and then gets its place", async () => {
    const opened = await openJson({ softBlock: true });
    const { ask } = client(opened.page);
    for (let asked = 0; asked < 5; asked += 1) {
      expect(statusOf(await ask())).toMatchObject({ inWaitingRoom: true });
    }
    await passTime(redis, opened.settings, 10_000);
    await lineOf(opened);
    await ask();
    expect(await joined(opened)).toBe("0");
    await passTime(redis, opened.settings, 15_000);
    await lineOf(opened);
    await ask();
    expect(await joined(opened)).toBe("1");
  });

  test("gets a place with the cookie it brought back, waits, and is sent to the site in its turn", async () => {
    const opened = await openJson({ outflowPerMinute: 600, name: "Sale" });
    const { ask, jar } = client(`${opened.page}&t=https://shop.example/tickets`);
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      refresh: "1",
    });
    expect(Object.keys(statusOf(first))).toHaveLength(25);
    expect(statusOf(first)).toMatchObject({ inWaitingRoom: true, refreshIntervalSeconds: 1 });
    expect(await joined(opened)).toBe("0");
    const second = await ask();
    expect(statusOf(second)).toMatchObject({ waitTimeKnown: true, refreshIntervalSeconds: 5 });
    expect(await joined(opened)).toBe("1");
    let reply = second;
    for (let asked = 0; asked < 10 && reply.status !== 302; asked += 1) {
      await passTime(redis, opened.settings, 5_000);
      await lineOf(opened);
      reply = await ask();
    }
    expect(reply.headers.location).toMatch(/^https:\/\/shop\.example\/tickets\?queueittoken=/);
    expect(reply.headers.location).toContain("~rt_queue~");
    expect(await joined(opened)).toBe("1");
    const again = await ask();
    expect(again.headers.location).toBe(reply.headers.location);
    expect([...jar.keys()].join()).not.toContain("ticket");
  });

  test("a lost answer to the join leads to the same place", async () => {
    const opened = await openJson();
    const { ask, jar } = client(opened.page);
    await ask();
    const before = new Map(jar);
    await ask();
    for (const name of jar.keys()) if (!before.has(name)) jar.delete(name);
    for (const [name, value] of before) jar.set(name, value);
    await ask();
    expect(await joined(opened)).toBe("1");
  });

  test("at a dormant event it goes straight in once it brings the cookie back", async () => {
    const opened = await openJson({ queueAll: false });
    const { ask } = client(opened.page);
    await passTime(redis, opened.settings, 5_000);
    await lineOf(opened);
    expect(statusOf(await ask())).toMatchObject({ refreshIntervalSeconds: 1 });
    expect((await ask()).headers.location).toContain("~rt_safetynet~");
  });

  test("random order: each check-in seals the place anew, the winner goes in", async () => {
    const opened = await openJson({ method: "random", outflowPerMinute: 600 });
    const { ask } = client(opened.page);
    await ask();
    expect(statusOf(await ask())).toMatchObject({
      isRandomQueue: true,
      refreshIntervalSeconds: 20,
    });
    let reply = await ask();
    for (let asked = 0; asked < 10 && reply.status !== 302; asked += 1) {
      await passTime(redis, opened.settings, 20_000);
      await lineOf(opened);
      reply = await ask();
    }
    expect(reply.status).toBe(302);
  });
});

describe("nobody else takes a number", () => {
  test.each([
    ["who keeps no cookie", {}, "GET", false],
    ["HEAD", {}, "HEAD", true],
    ["a prefetch", { "sec-purpose": "prefetch" }, "GET", true],
    ["a page of another site", { "sec-fetch-site": "cross-site" }, "GET", true],
    ["a page of a neighbouring site", { "sec-fetch-site": "same-site" }, "GET", true],
  ])("%s", async (_, headers: Record<string, string>, method, keeps) => {
    for (const queueAll of [true, false]) {
      const opened = await openJson({ queueAll });
      const { ask, jar } = client(opened.page);
      if (keeps) await ask();
      for (let asked = 0; asked < 3; asked += 1) {
        const reply = await ask(headers, method);
        expect(reply.status).toBe(200);
        if (!keeps) jar.clear();
      }
      expect(await joined(opened)).toBe("0");
    }
  });

  test("an event without the setting, and any other Accept", async () => {
    const plain = await open({ queueAll: true });
    expect((await client(plain.page).ask()).body).not.toContain("cfWaitingRoom");
    const opened = await openJson();
    const { ask } = client(opened.page);
    await ask();
    for (const accept of ["application/json, text/html", "*/*", "application/json;q=1"]) {
      expect((await ask({ accept })).body).not.toContain("cfWaitingRoom");
    }
    expect(await joined(opened)).toBe("0");
  });
});

test("paused, full, rejected and before the start: the fields say so", async () => {
  const told = async (overrides: Partial<EventSettings>) => {
    const opened = await openJson(overrides);
    const { ask } = client(opened.page);
    await ask();
    const reply = await ask();
    return { ...statusOf(reply), refresh: reply.headers["refresh"] };
  };
  expect(await told({ paused: true })).toMatchObject({
    queueAll: true,
    waitTimeKnown: false,
    waitTimeFormatted: "unavailable",
    refresh: "5",
  });
  expect(await told({ method: "reject" })).toMatchObject({
    isRejectQueue: true,
    refreshIntervalSeconds: 0,
    refresh: undefined,
  });
  const startAtMs = Date.now() + 600_000;
  expect(await told({ kind: "scheduled", startAtMs, preQueueMinutes: 30 })).toMatchObject({
    isEventPrequeueing: true,
    timeUntilEventStart: 10,
    timeUntilEventStartFormatted: "10 minutes",
    refresh: "20",
  });
  const full = await openJson({ lineLimit: 1 });
  const holder = client(full.page);
  await holder.ask();
  await holder.ask();
  await lineOf(full);
  const late = client(full.page);
  await late.ask();
  expect(statusOf(await late.ask())).toMatchObject({ queueIsFull: true });
  expect(statusOf(await holder.ask())).toMatchObject({ queueIsFull: false });
});

test("who needs an invitation is told as programs are", async () => {
  const opened = await openJson({ inviteOnly: true });
  const reply = await client(opened.page).ask();
  expect(reply.status).toBe(403);
  expect(JSON.parse(reply.body)).toMatchObject({ code: "invitation-needed" });
});
