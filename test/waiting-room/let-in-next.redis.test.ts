import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { letInName } from "@/lib/domain/line/let-in-name";
import { readAdmissions } from "@/lib/line/commands/admissions";
import { addGrants } from "@/lib/line/commands/limits";
import { eventKeys } from "@/lib/line/keys";
import { testLanes } from "@/test/lanes";
import { copyOf, passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, cookieOf, id, open, redis } = startTestRoom();

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const JSON_ONLY = { accept: "application/json" };
const CALLED = 10;

/** Two visitors who wait far behind the front of a lane; `letIn` lets the first one in next. */
async function waiting(own: Partial<EventSettings> = {}, lane = 0) {
  const opened = await open({ queueAll: true, outflowPerMinute: 6_000, ...own });
  const { line: key } = eventKeys(opened.settings);
  const line = await context.lines.find(opened.settings);
  if (line === null) throw new Error("The line is there.");
  const ofLane = (field: string) => (lane === 0 ? field : `${field}.${lane}`);
  await redis.hset(key, { [ofLane("last")]: 5_000, [ofLane("serving")]: CALLED });
  await line.refresh();
  const join = async () => {
    const form = { joinId: id() };
    const reply = await call("POST", `${opened.base}/join`, { headers: JSON_ONLY, form });
    const { number } = JSON.parse(reply.body);
    return { cookie: cookieOf(reply), number: Number(number) };
  };
  const [one, other] = [await join(), await join()];
  const letIn = (changes: Partial<EventSettings> = {}) =>
    line.takeSettings({
      ...line.settings,
      releasedPlaces: [letInName({ lane, ...one })],
      ...changes,
    });
  const ask = async (path: string, cookie: string, form?: Readonly<Record<string, string>>) => {
    const headers = { ...JSON_ONLY, cookie };
    const options = form === undefined ? { headers } : { headers, form };
    const reply = await call(
      form === undefined ? "GET" : "POST",
      `${opened.base}/${path}`,
      options,
    );
    return JSON.parse(reply.body);
  };
  return { opened, line, key, one, other, letIn, ask };
}

test("who is let in next has a turn when the page asks, and enters once, with the same claim again", async () => {
  const { ask, letIn, one, other, opened } = await waiting();
  expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "wait" });
  letIn();
  expect(await ask("status", one.cookie)).toMatchObject({ status: "waiting", turn: true });
  expect(await ask("status", other.cookie)).toMatchObject({ status: "waiting", turn: false });
  const claim = id();
  const entered = await ask("enter", one.cookie, { claim });
  expect(entered).toMatchObject({ status: "admitted" });
  expect(entered.redirectUrl).toContain("queueittoken=");
  expect(await ask("enter", one.cookie, { claim })).toMatchObject(entered);
  // A copy of the cookie in another browser has another claim.
  expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "used" });
  expect(await ask("enter", other.cookie, { claim: id() })).toMatchObject({ status: "wait" });
  expect(await redis.getbit(eventKeys(opened.settings).spent, one.number)).toBe(1);
});

test("it is worth one entry: the cookie of before gives no token once the visit is over", async () => {
  const { ask, letIn, line, one, opened } = await waiting();
  letIn();
  const claim = id();
  expect(await ask("enter", one.cookie, { claim })).toMatchObject({ status: "admitted" });
  for (let minute = 0; minute < 60; minute += 1) {
    await passTime(redis, opened.settings, 60_000);
    await line.refresh();
  }
  for (const shown of [claim, id()]) {
    const again = await ask("enter", one.cookie, { claim: shown });
    expect(again).not.toHaveProperty("redirectUrl");
    expect(["spent", "used"]).toContain(again.status);
  }
  expect(await streamed(opened)).toEqual([[one.number, true]]);
});

test("the page itself lets nobody in: a copied cookie is worth nothing there", async () => {
  const { letIn, one, opened } = await waiting();
  letIn();
  const query = new URLSearchParams({ c: opened.settings.customerId, e: opened.settings.eventId });
  const reply = await call("GET", `/?${query}`, { headers: { ...HTML, cookie: one.cookie } });
  expect(reply.status).toBe(200);
  expect(await redis.getbit(eventKeys(opened.settings).spent, one.number)).toBe(0);
});

test("it is an admission like any other: counted, and nobody who waits is counted twice", async () => {
  const { ask, key, letIn, one } = await waiting();
  letIn();
  await ask("enter", one.cookie, { claim: id() });
  expect(await redis.hmget(key, "admitted", "gone", "serving")).toEqual(["1", "1", String(CALLED)]);
  expect(await redis.hget(key, "outside")).toBe("0");
});

test("those who stand before lose one slot, no matter how many of them ask", async () => {
  const { ask, line, letIn, one } = await waiting({ outflowPerMinute: 60 });
  const called = Array.from({ length: CALLED }, (_, index) => index + 1);
  const enter = (number: number) =>
    line.enter({ lane: 0, number, rank: number, queueId: `q${number}`, claim: "ab" });
  // They take what there is, and the rest of them are waited for.
  const outcomes = await Promise.all(called.map(enter));
  expect(outcomes.map(({ type }) => type)).toContain("wait");
  letIn();
  await expect
    .poll(() => ask("enter", one.cookie, { claim: "abcdefghijklmnopqrstuv" }), { timeout: 20_000 })
    .toMatchObject({ status: "admitted" });
});

test("of those who ask in the same moment they get the slot, and the order of the others stays", async () => {
  const { key, line, one } = await waiting({ outflowPerMinute: 60 });
  const enter = (number: number, isLetIn = false) =>
    line.enter({ lane: 0, number, rank: number, queueId: `q${number}`, claim: "ab", isLetIn });
  await redis.hset(key, { tokens: 1 });
  const outcomes = await Promise.all([enter(2), enter(1), enter(one.number, true)]);
  expect(outcomes.map(({ type }) => type)).toEqual(["wait", "wait", "admitted"]);
  await redis.hset(key, { tokens: 1 });
  const others = await Promise.all([enter(2), enter(1)]);
  expect(others.map(({ type }) => type)).toEqual(["wait", "admitted"]);
});

test("never beyond the cap, and not while the event is paused or stopped", async () => {
  const { ask, letIn, line, one } = await waiting({ activeCap: 1 });
  const first = { lane: 0, number: 1, rank: 1, queueId: "first", claim: "ab" };
  await expect.poll(() => line.enter(first)).toMatchObject({ type: "admitted" });
  letIn();
  expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "wait" });
  letIn({ paused: true });
  expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "wait" });
  letIn({ paused: false, status: "stopped" });
  expect(await ask("enter", one.cookie, { claim: id() })).not.toHaveProperty("redirectUrl");
});

test("who has left, or was cancelled, is not let in any more", async () => {
  const { ask, letIn, line, one } = await waiting();
  letIn();
  await line.leave({ lane: 0, number: one.number, queueId: "" });
  expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "spent" });
});

/** Admissions on the stream: their numbers, and whether they say that they were out of turn. */
async function streamed({ settings }: Awaited<ReturnType<typeof waiting>>["opened"]) {
  const { admissions } = await readAdmissions(redis, settings, "0-0", 1_000);
  return admissions.map(({ queueNumber, isOutOfTurn }) => [queueNumber, isOutOfTurn]);
}

describe("the admission", () => {
  test("says that it was out of turn, and an ordinary one keeps its form", async () => {
    const { ask, letIn, line, one, opened } = await waiting();
    const ordinary = { lane: 0, number: 1, rank: 1, queueId: "first", claim: "ab" };
    await expect.poll(() => line.enter(ordinary)).toMatchObject({ type: "admitted" });
    letIn();
    await ask("enter", one.cookie, { claim: id() });
    expect(await streamed(opened)).toEqual([
      [1, false],
      [one.number, true],
    ]);
    const entries = await redis.xrange(eventKeys(opened.settings).admissions, "-", "+");
    expect(entries.map(([, fields]) => fields.includes("o"))).toEqual([false, true]);
  });

  test("says so again when a loss of Redis has undone it", async () => {
    const { ask, letIn, line, one, opened } = await waiting();
    const restore = await copyOf(redis, opened.settings);
    letIn();
    await ask("enter", one.cookie, { claim: id() });
    await restore();
    expect(await streamed(opened)).toEqual([]);
    for (let step = 0; step < 7; step += 1) {
      await passTime(redis, opened.settings, 500);
      await line.refresh();
    }
    expect(await streamed(opened)).toEqual([[one.number, true]]);
  });
});

describe("in an event with lanes", () => {
  test.each(["ordered", "weighted"] as const)(
    "the next slot, whoever stands before in another lane: %s",
    async (mode) => {
      const lanes = { ...testLanes(mode, 2), defaultLane: "lane1" };
      const { ask, letIn, line, one, other, opened } = await waiting(
        { lanes, outflowPerMinute: 60 },
        1,
      );
      for (let index = 0; index < 8; index += 1) {
        const joined = await line.join({ lane: 0, joinId: randomBytes(16) });
        if (joined.type !== "joined") throw new Error(`The line is ${joined.type}.`);
        await line.confirmPresence({ lane: 0, number: joined.number });
      }
      for (let step = 0; step < 6; step += 1) {
        await passTime(redis, opened.settings, 500);
        await line.refresh();
      }
      expect(line.servingNumber(0)).toBeGreaterThan(0);
      // A number of the same name in another lane is somebody else's.
      const namesake = { lane: 0, number: one.number, rank: 1, queueId: "x", claim: "ab" };
      letIn();
      expect(await line.enter(namesake)).toMatchObject({ type: "early" });
      expect(await ask("enter", other.cookie, { claim: id() })).toMatchObject({ status: "wait" });
      expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "admitted" });
    },
  );
});

describe("in random order", () => {
  test("without winning first, and nobody else", async () => {
    const { ask, letIn, one, other } = await waiting({ method: "random" });
    expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "wait" });
    letIn();
    expect(await ask("status", one.cookie)).toMatchObject({ status: "waiting", turn: true });
    expect(await ask("enter", other.cookie, { claim: id() })).toMatchObject({ status: "wait" });
    const claim = id();
    const entered = await ask("enter", one.cookie, { claim });
    expect(entered).toMatchObject({ status: "admitted" });
    expect(await ask("enter", one.cookie, { claim: id() })).toMatchObject({ status: "used" });
  });
});

describe("never beyond", () => {
  test("the stock: while the last unit is reserved it waits, and when it is sold it says so", async () => {
    const { ask, letIn, line, one } = await waiting();
    await line.reportStock({ kind: "units", units: 1, sales: [] });
    const first = { lane: 0, number: 1, rank: 1, queueId: "first", claim: "ab" };
    await expect.poll(() => line.enter(first)).toMatchObject({ type: "admitted" });
    letIn();
    const enter = () => ask("enter", one.cookie, { claim: id() });
    expect(await enter()).toMatchObject({ status: "wait" });
    await line.reportStock({ kind: "", units: 0, sales: [{ queueId: "first", units: 1 }] });
    await expect.poll(enter, { timeout: 5_000 }).toMatchObject({ status: "soldout" });
  });

  test("the slots that are given by hand", async () => {
    const { ask, letIn, one, opened } = await waiting();
    await addGrants(redis, opened.settings, 0, null);
    letIn();
    const enter = () => ask("enter", one.cookie, { claim: id() });
    expect(await enter()).toMatchObject({ status: "wait" });
    await addGrants(redis, opened.settings, 1, null);
    await expect.poll(enter, { timeout: 5_000 }).toMatchObject({ status: "admitted" });
  });
});
