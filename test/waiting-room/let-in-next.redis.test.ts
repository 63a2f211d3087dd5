import { expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { letInName } from "@/lib/domain/line/let-in-name";
import { eventKeys } from "@/lib/line/keys";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, cookieOf, id, open, redis } = startTestRoom();

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const JSON_ONLY = { accept: "application/json" };
const CALLED = 10;

/** Two visitors who wait far behind the front; `letIn` lets the first one in next. */
async function waiting(own: Partial<EventSettings> = {}) {
  const opened = await open({ queueAll: true, outflowPerMinute: 6_000, ...own });
  const { line: key } = eventKeys(opened.settings);
  const line = await context.lines.find(opened.settings);
  if (line === null) throw new Error("The line is there.");
  await redis.hset(key, { last: 5_000, serving: CALLED });
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
      releasedPlaces: [letInName({ lane: 0, ...one })],
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
