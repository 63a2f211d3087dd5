import { expect, test } from "vitest";
import type { AccessAction, AccessCondition } from "@/lib/domain/access-rule/access-rule";
import { readBlockCode } from "@/lib/domain/access-rule/block-code";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, cookieOf, id, open, redis } = startTestRoom(undefined, {
  trustedProxies: 1,
});

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const ADDRESS = "203.0.113.9";

function condition(given: Partial<AccessCondition>): AccessCondition {
  return {
    subject: "user-agent",
    isNot: false,
    name: "",
    comparison: "contains",
    values: [],
    number: null,
    per: "minute",
    ...given,
  };
}

const BOT = condition({ values: ["bot"] });
const AS_BOT = { "user-agent": "a Bot" };

function protectionWith(action: AccessAction, ...conditions: readonly AccessCondition[]) {
  const rules = [{ id: 7, name: "a rule", conditions, action }];
  const headers = { country: "cf-ipcountry", asn: "x-asn", botScore: "cf-bot-score" };
  return { ...UNPROTECTED, rules: { rules, headers } };
}

async function openWith(action: AccessAction, ...conditions: readonly AccessCondition[]) {
  return open({ queueAll: true, protection: protectionWith(action, ...conditions) });
}

type Opened = Awaited<ReturnType<typeof open>>;
type Headers = Readonly<Record<string, string>>;

function join({ base }: Opened, headers: Headers = {}, form: Record<string, string> = {}) {
  return call("POST", `${base}/join`, {
    headers: { accept: "application/json", "x-forwarded-for": ADDRESS, ...headers },
    form: { joinId: id(), ...form },
  });
}

async function lastNumber({ settings }: Opened): Promise<number> {
  return Number((await redis.hget(eventKeys(settings).line, "last")) ?? 0);
}

test("a blocked visitor reads why, gets a code to ask with, and no number", async () => {
  const opened = await openWith({ type: "block", reason: "Not from here." }, BOT);
  const page = await call("GET", opened.page, { headers: { ...HTML, ...AS_BOT } });
  expect(page.status).toBe(403);
  expect(page.body).toContain("Not from here.");
  const codes = [...page.body.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, code]) => code ?? "");
  expect(codes.map((code) => readBlockCode(code, Date.now())?.rule)).toContain(7);
  const asked = await join(opened, AS_BOT);
  expect(asked.status).toBe(403);
  expect(JSON.parse(asked.body)).toMatchObject({ code: "blocked", reason: "Not from here." });
  expect(await lastNumber(opened)).toBe(0);
  expect((await join(opened)).status).toBe(200);
  expect(await lastNumber(opened)).toBe(1);
});

test("who is let by gets a pass that is counted beside the line, from the page and from a join", async () => {
  const opened = await openWith({ type: "let-by" }, BOT);
  const page = await call("GET", opened.page, { headers: { ...HTML, ...AS_BOT } });
  expect(page.status).toBe(303);
  expect(page.headers.location).toContain("rt_bypass");
  const joined = await join(opened, AS_BOT);
  expect(JSON.parse(joined.body)).toMatchObject({ status: "admitted" });
  expect(await lastNumber(opened)).toBe(0);
  const line = await context.lines.find(opened.settings);
  await line?.refresh();
  expect(line?.state?.admittedLastMinute ?? 0).toBe(0);
});

test.each([
  ["an event that lets nobody in", { method: "reject" }],
  ["an event that the installation holds", { method: "fifo", suspension: "hold" }],
] as const)("nobody is let by at %s", async (_name, overrides) => {
  const protection = protectionWith({ type: "let-by" }, BOT);
  const opened = await open({ queueAll: true, protection, ...overrides });
  const page = await call("GET", opened.page, { headers: { ...HTML, ...AS_BOT } });
  expect(page.headers.location).toBeUndefined();
  expect(JSON.parse((await join(opened, AS_BOT)).body).status).toBe("closed");
});

test("who is sent away is told when to come again", async () => {
  const opened = await openWith({ type: "later", seconds: 600 }, BOT);
  const page = await call("GET", opened.page, { headers: { ...HTML, ...AS_BOT } });
  expect(page.status).toBe(503);
  expect(page.headers["retry-after"]).toBe("600");
  const asked = await join(opened, AS_BOT);
  expect([asked.status, asked.headers["retry-after"]]).toEqual([503, "600"]);
});

test("a header of a CDN counts only where it came through the proxies that are trusted", async () => {
  const country = condition({ subject: "country", values: ["DE"] });
  const opened = await openWith({ type: "block", reason: "No." }, country);
  const german = { "cf-ipcountry": "DE" };
  expect((await join(opened, german)).status).toBe(403);
  expect((await join(opened, { ...german, "x-forwarded-for": "" })).status).toBe(200);
  expect((await join(opened, { "cf-ipcountry": "FR" })).status).toBe(200);
});

test("the path is that of the address on the site, as far as the event allows it", async () => {
  const path = condition({ subject: "path", comparison: "starts-with", values: ["/vip"] });
  const opened = await openWith({ type: "block", reason: "No." }, path);
  expect((await join(opened, {}, { t: "https://shop.example/vip/1" })).status).toBe(403);
  expect((await join(opened, {}, { t: "https://elsewhere.example/vip" })).status).toBe(200);
});

test("joins of an address count from the first one on", async () => {
  const joins = condition({ subject: "joins", number: 2, per: "run" });
  const opened = await openWith({ type: "block", reason: "No." }, joins);
  const seen = [];
  for (let index = 0; index < 5; index += 1) seen.push((await join(opened)).status);
  expect(seen).toEqual([200, 200, 200, 403, 403]);
  expect((await join(opened, { "x-forwarded-for": "203.0.113.10" })).status).toBe(200);
});

test("rules count from the moment on in which the room knows of them, also while it runs", async () => {
  const opened = await open({ queueAll: true });
  expect((await join(opened, AS_BOT)).status).toBe(200);
  const protection = protectionWith({ type: "block", reason: "No." }, BOT);
  await publishEvent(redis, { ...opened.settings, version: 2, protection }, null);
  const line = await context.lines.find(opened.settings);
  await line?.refresh();
  await context.lines.find(opened.settings);
  expect(line?.settings.version).toBe(2);
  expect((await join(opened, AS_BOT)).status).toBe(403);
});

test("how often each rule has decided is counted by minute", async () => {
  const opened = await openWith({ type: "block", reason: "No." }, BOT);
  for (let index = 0; index < 3; index += 1) await join(opened, AS_BOT);
  const line = await context.lines.find(opened.settings);
  await line?.refresh();
  await line?.refresh();
  const minutes = await redis.hgetall(eventKeys(opened.settings).minutes);
  const counted = Object.entries(minutes).filter(([field]) => field.endsWith(":rule-h"));
  expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3);
  expect(cookieOf(await join(opened))).toContain("stanchion_");
});
