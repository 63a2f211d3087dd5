import { expect, test } from "vitest";
import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import type { Lanes } from "@/lib/domain/lane/lane";
import { passTime } from "@/test/line";
import { compiled, publishOwnPage } from "@/test/own-html";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, context, cookieOf, id, open, redis } = room;

const byParameter: AdmissionSetting = {
  share: { type: "percentage", percent: 30 },
  holdSeconds: 60,
  identity: { by: "parameter", name: "member" },
};
const html = { accept: "text/html", "sec-fetch-mode": "navigate" };

type Opened = Awaited<ReturnType<typeof open>>;

const ask = ({ page }: Opened, query = "", cookie = "") =>
  call("GET", `${page}${query}`, { headers: { ...html, cookie } });

test("a share of the visitors goes in, and asking again in the hold changes nothing", async () => {
  const admission = { ...byParameter, holdSeconds: 3_600 };
  const opened = await open({ admission, outflowPerMinute: 60_000 });
  await ask(opened, "&member=warm-up");
  await passTime(redis, opened.settings, 900);
  const members = Array.from({ length: 60 }, (_, index) => `&member=m${index}`);
  const first = await Promise.all(members.map((query) => ask(opened, query)));
  expect(first.filter(({ status }) => status === 302).length).toBeGreaterThan(0);
  // Whoever wins and finds no slot asks again in five seconds; who loses waits for the end of the hold.
  const secondsOf = (reply: (typeof first)[number] | undefined) =>
    Number(reply?.headers["refresh"]);
  const won = first.filter((reply) => reply.status === 302 || secondsOf(reply) === 5).length;
  expect(won).toBeGreaterThan(3);
  expect(won).toBeLessThan(36);
  // Each hold ends at a moment of its own: those that end while this test runs may bring another ticket.
  const held = members.filter((_, index) => secondsOf(first[index]) > 60);
  const again = await Promise.all(held.map((query) => ask(opened, query)));
  expect(again.length).toBeGreaterThan(20);
  for (const reply of again) {
    expect(reply.status).toBe(200);
    expect(secondsOf(reply)).toBeLessThanOrEqual(3_600);
    expect(secondsOf(reply)).toBeGreaterThan(5);
    expect(reply.body).toContain("A moment, please");
  }
});

test("whoever is told apart by browser is the same visitor with the cookie that they got", async () => {
  const admission = { ...byParameter, identity: { by: "browser" } } as const;
  const opened = await open({
    admission: { ...admission, share: { type: "percentage", percent: 0 } },
  });
  const first = await ask(opened);
  const cookie = cookieOf(first);
  expect(cookie).toContain("stanchion-claim");
  const again = await ask(opened, "", cookie);
  expect(cookieOf(again)).toBe("");
  expect(
    Math.abs(Number(again.headers["refresh"]) - Number(first.headers["refresh"])),
  ).toBeLessThan(3);
});

test("whoever is held gets the status code of the waiting page", async () => {
  const share = { type: "percentage", percent: 0 } as const;
  const opened = await open({ admission: { ...byParameter, share }, waitingStatusCode: 429 });
  expect((await ask(opened, "&member=me")).status).toBe(429);
});

test("whoever is held sees the page that the customer has written, and it loads again by itself", async () => {
  const html =
    "<h1>Hold on</h1><p>{{headline}}</p>{{#inWaitingRoom}}in{{/inWaitingRoom}}{{{status}}}";
  await publishOwnPage(room, compiled(html));
  const share = { type: "percentage", percent: 0 } as const;
  const opened = await open({
    ...{ admission: { ...byParameter, share }, waitingStatusCode: 503, theme: "own" },
  });
  const { status, headers, body } = await ask(opened, "&member=me");
  expect(status).toBe(503);
  expect(Number(headers["refresh"])).toBeGreaterThan(0);
  expect(body).toContain("<h1>Hold on</h1><p>A moment, please</p>in<div");
  expect(body).not.toContain("<script");
});

test("whoever is told apart by a cookie of the site is one visitor in every browser", async () => {
  const admission = {
    ...byParameter,
    share: { type: "percentage", percent: 0 },
    identity: { by: "cookie", name: "Member" },
  } as const;
  const opened = await open({ admission });
  const seconds = async (cookie: string) =>
    Number((await ask(opened, "", cookie)).headers["refresh"]);
  const replies = Array.from({ length: 8 }, (_, index) => ask(opened, "", `Member=m${index}`));
  expect((await Promise.all(replies)).map(cookieOf).join("")).toBe("");
  const [first, again] = [await seconds("Member=me"), await seconds("a=b; Member=me")];
  expect(Math.abs(first - again)).toBeLessThan(3);
  expect(cookieOf(await ask(opened, "", "member=me"))).toContain("stanchion-claim");
});

test("the cap still holds for those who are let in", async () => {
  const share = { type: "percentage", percent: 100 } as const;
  const opened = await open({ admission: { ...byParameter, share }, activeCap: 2 });
  await ask(opened, "&member=warm-up");
  await passTime(redis, opened.settings, 900);
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ask(opened, `&member=m${index}`)),
  );
  expect(replies.filter(({ status }) => status === 302).length).toBeLessThanOrEqual(2);
});

test("near the cap the share falls as soon as the site has filled, within the same hold", async () => {
  const share = { type: "sigmoid", midpointPercent: 50, steepness: 100 } as const;
  const admission = { ...byParameter, share, holdSeconds: 3_600 };
  const opened = await open({ admission, activeCap: 1, outflowPerMinute: 60_000 });
  const early = await ask(opened, "&member=early");
  await passTime(redis, opened.settings, 900);
  const first = await ask(opened, "&member=first");
  expect([early.status, first.status].sort()).toEqual([200, 302]);
  const seconds = async () => Number((await ask(opened, "&member=second")).headers["refresh"]);
  // Who wins and finds no seat asks again in five seconds; who is held waits for the end of the hold.
  expect(await seconds()).toBe(5);
  await context.lines.known(opened.settings)?.refresh();
  expect(await seconds()).toBeGreaterThan(5);
});

const lane = (key: string) => ({ key, name: key, weight: 10, fromRelativeQuality: null });
const LANES: Lanes = {
  ...{ mode: "ordered", defaultLane: "main" },
  lanes: [lane("drawn"), lane("main")],
};

/** The lane of somebody who joins a scheduled event with a lottery beside its line. */
async function joining(percent: number, startsInMs: number) {
  const startAtMs = Date.now() + startsInMs;
  const opened = await open({
    ...{ kind: "scheduled", startAtMs, preQueueMinutes: 15, lanes: LANES, waitingStatusCode: 429 },
    admission: {
      ...{ share: { type: "percentage", percent }, holdSeconds: 60, lane: "drawn" },
      identity: { by: "cookie", name: "Member" },
    },
  });
  const join = async (member: string, joinId = id()) => {
    const options = { form: { joinId }, headers: { cookie: `Member=${member}` } };
    const { body } = await call("POST", `${opened.base}/join`, options);
    const { number, line } = JSON.parse(body);
    return { number, lane: line?.lane };
  };
  return { opened, join };
}

test("beside a line those who are drawn take their lane, and nobody is held", async () => {
  const [nobody, everybody] = [await joining(0, -60_000), await joining(100, -60_000)];
  expect(await nobody.join("me")).toEqual({ number: 1, lane: 1 });
  expect(await everybody.join("me")).toEqual({ number: 1, lane: 0 });
  const page = await ask(nobody.opened);
  expect({ status: page.status, refresh: page.headers["refresh"] }).toEqual({
    ...{ status: 429, refresh: undefined },
  });
});

test("beside a line a visitor has one ticket in a run, before the start as after it", async () => {
  const { join } = await joining(50, 600_000);
  const members = Array.from({ length: 30 }, (_, index) => `m${index}`);
  const lanesOf = async () =>
    (await Promise.all(members.map((one) => join(one)))).map((one) => one.lane);
  const first = await lanesOf();
  expect(new Set(first)).toEqual(new Set([0, 1]));
  expect(await lanesOf()).toEqual(first);
});

test("beside a line a join that is sent again without any cookie keeps its lane and number", async () => {
  const { join } = await joining(50, -60_000);
  const joinIds = Array.from({ length: 12 }, () => id());
  const joined = () => Promise.all(joinIds.map((joinId) => join("", joinId)));
  const first = await joined();
  expect(new Set(first.map((one) => one.lane))).toEqual(new Set([0, 1]));
  expect(await joined()).toEqual(first);
});
