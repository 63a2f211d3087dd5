import { describe, expect, test } from "vitest";
import { eventKeys } from "@/lib/line/keys";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, joinAndWait, open, redis } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

const COUNTED = ["last", "joined", "admitted", "outside"];
const countsOf = ({ settings }: Opened) => redis.hmget(eventKeys(settings).line, ...COUNTED);

/** A bot sends none of what a browser says about itself. */
const BOT = {
  accept: "*/*",
  "sec-fetch-mode": "",
  "sec-fetch-dest": "",
  "user-agent": "facebookexternalhit/1.1",
};
const LOOKERS = [
  ["a HEAD", "HEAD", {}],
  ["a prefetch", "GET", { "sec-purpose": "prefetch" }],
  ["a prerender", "GET", { "sec-purpose": "prefetch;prerender" }],
  ["a prefetch of an older browser", "GET", { purpose: "prefetch" }],
  ["a preview of an older browser", "GET", { "x-purpose": "preview" }],
  ["a prefetch of Firefox", "GET", { "x-moz": "prefetch" }],
  ["a script of a page", "GET", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
  ["a picture's address", "GET", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
  ["a link preview", "GET", BOT],
  [
    "a link preview that wants a page",
    "GET",
    { ...BOT, accept: "text/html,application/xhtml+xml" },
  ],
  [
    "a search engine",
    "GET",
    { ...BOT, "user-agent": "Googlebot/2.1", from: "googlebot(at)googlebot.com" },
  ],
  ["a program that wants JSON", "GET", { ...BOT, accept: "application/json" }],
  ["a program that wants only the head of JSON", "HEAD", { ...BOT, accept: "application/json" }],
] as const;

/** Where a person's navigation takes a number at once. */
async function openDormant(): Promise<Opened> {
  const opened = await open();
  await call("GET", `${opened.base}/1/line.json`);
  await passTime(redis, opened.settings, 900);
  return opened;
}

test("a person's navigation goes straight in at a dormant event", async () => {
  const opened = await openDormant();
  expect((await call("GET", opened.page)).status).toBe(302);
  expect((await countsOf(opened)).slice(0, 3)).toEqual(["1", "1", "1"]);
});

describe.each([
  ["dormant", openDormant],
  ["in use", () => open({ queueAll: true })],
  ["one in random order", () => open({ method: "random" })],
  ["scheduled and open", () => open({ kind: "scheduled", startAtMs: Date.now() - 60_000 })],
] as const)("an event that is %s", (_which, prepare) => {
  test.each(LOOKERS)("gives no number to %s", async (_who, method, sent) => {
    const opened = await prepare();
    const before = await countsOf(opened);
    const headers = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ""));
    const left = Object.fromEntries(Object.entries(sent).filter(([, value]) => value === ""));
    for (let again = 0; again < 3; again += 1) {
      const reply = await call(method, opened.page, { headers, without: Object.keys(left) });
      expect(reply.status).toBe(200);
      expect(reply.headers.location).toBeUndefined();
      expect(String(reply.headers["set-cookie"] ?? "")).not.toMatch(/(?:^|,)stanchion_/);
    }
    await (await context.lines.find(opened.settings))?.refresh();
    expect(await countsOf(opened)).toEqual(before);
    expect(JSON.parse((await joinAndWait(opened)).reply.body)).toMatchObject({ number: 1 });
  });
});

test("a place is neither checked in nor said to be near by who asks for the head only", async () => {
  const opened = await open({ absenceMinutes: 5 });
  const { cookie } = await joinAndWait(opened);
  const reply = await call("HEAD", opened.page, {
    headers: { cookie, accept: "application/json" },
  });
  expect([reply.status, reply.headers["set-cookie"]]).toEqual([200, undefined]);
});
