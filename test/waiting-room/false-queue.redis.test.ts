import type { Command } from "ioredis";
import { expect, test } from "vitest";
import type { AccessAction } from "@/lib/domain/access-rule/access-rule";
import type { EventSettings } from "@/lib/domain/event/settings";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import { eventKeys } from "@/lib/line/keys";
import { falseIdOfCode, mayBeFalseCode } from "@/lib/secrets/false-queue-id";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, context, cookieOf, id, open, redis } = room;

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const JSON_ONLY = { accept: "application/json" };
const AS_BOT = { "user-agent": "a bot" };
const AS_PERSON = { "user-agent": "a man" };

function protectionWith(action: AccessAction) {
  const bot = {
    subject: "user-agent",
    isNot: false,
    name: "",
    comparison: "contains",
    values: ["bot"],
    number: null,
    per: "minute",
  } as const;
  const rules = [{ id: 1, name: "bots", conditions: [bot], action }];
  return { ...UNPROTECTED, rules: { ...UNPROTECTED.rules, rules } };
}

const FALSELY: Partial<EventSettings> = {
  queueAll: true,
  protection: protectionWith({ type: "false-queue" }),
};

type Opened = Awaited<ReturnType<typeof open>>;
type Headers = Readonly<Record<string, string>>;

async function join({ base }: Opened, headers: Headers) {
  const reply = await call("POST", `${base}/join`, {
    headers: { ...JSON_ONLY, ...headers },
    form: { joinId: id() },
  });
  return { reply, cookie: cookieOf(reply), answer: JSON.parse(reply.body) };
}

/** Many wait, so that a number far back is nothing special. */
async function crowdOf({ settings }: Opened, count: number): Promise<void> {
  const line = await context.lines.find(settings);
  await redis.hset(eventKeys(settings).line, "last", count);
  await line?.refresh();
}

async function lineOf({ settings }: Opened) {
  const line = await context.lines.find(settings);
  if (line === null) throw new Error("The line is there.");
  return line;
}

/** The text with each number, sealed text and code replaced by as many signs. */
function withoutNumbers(text: string): string {
  return text
    .replace(/[A-Za-z0-9_-]{100,}/g, (sealed) => `sealed:${sealed.length}`)
    .replace(/(?<![\w-])[\w-]{22}(?![\w-])/g, "token")
    .replace(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, "code")
    .replace(/\d+(?:\.\d+)?/g, "0");
}

/** Each page says when it was served, under a seal. */
const withoutStamp = (body: string) => body.replace(/"served":"[\w.-]+"/, '"served":"…"');

function shapeOf(reply: Awaited<ReturnType<typeof call>>) {
  const { date: _date, ...headers } = reply.headers;
  return {
    status: reply.status,
    headers: withoutNumbers(JSON.stringify(headers)),
    body: withoutNumbers(withoutStamp(reply.body)),
  };
}

/** How often this room runs a script while something goes on: all that changes a line does. */
async function scriptsRun(run: () => Promise<void>): Promise<number> {
  let scripts = 0;
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command: Command, ...rest: []) => {
    if (command.name.startsWith("eval")) scripts += 1;
    return send(command, ...rest);
  };
  await run();
  redis.sendCommand = send;
  return scripts;
}

test("each answer and page of the false queue is like that of the line, but for numbers", async () => {
  const opened = await open(FALSELY);
  await crowdOf(opened, 50_000);
  const person = await join(opened, AS_PERSON);
  const bot = await join(opened, AS_BOT);
  expect(person.answer).toMatchObject({ status: "waiting", number: 50_001 });
  expect(shapeOf(bot.reply)).toEqual(shapeOf(person.reply));
  const { base, page } = opened;
  const questions: readonly (readonly ["GET" | "POST", string, Headers])[] = [
    ["GET", `${base}/status`, JSON_ONLY],
    ["GET", page, HTML],
    ["GET", page, JSON_ONLY],
    ["GET", `${base}/page`, HTML],
    ["POST", `${base}/near`, JSON_ONLY],
    ["POST", `${base}/join`, JSON_ONLY],
    ["POST", `${base}/enter`, JSON_ONLY],
    ["GET", `${base}/move`, HTML],
    ["POST", `${base}/move`, JSON_ONLY],
    ["GET", `${base}/notices`, HTML],
    ["POST", `${base}/leave`, JSON_ONLY],
  ];
  for (const [method, path, headers] of questions) {
    const ask = (visitor: { cookie: string }, agent: Headers) =>
      call(method, path, {
        headers: { ...headers, ...agent, cookie: visitor.cookie },
        ...(method === "POST" ? { form: { claim: id(), joinId: id() } } : {}),
      });
    const [truly, falsely] = [await ask(person, AS_PERSON), await ask(bot, AS_BOT)];
    expect({ path, ...shapeOf(falsely) }).toEqual({ path, ...shapeOf(truly) });
  }
});

test("nothing of the false queue reaches Redis or is counted", async () => {
  const opened = await open(FALSELY);
  await crowdOf(opened, 20_000);
  await join(opened, AS_PERSON);
  const line = await lineOf(opened);
  const scripts = await scriptsRun(async () => {
    for (let index = 0; index < 50; index += 1) {
      const { cookie, answer } = await join(opened, AS_BOT);
      expect(answer.status).toBe("waiting");
      for (const [method, path] of [
        ["GET", "status"],
        ["POST", "near"],
        ["POST", "enter"],
        ["POST", "leave"],
      ] as const) {
        const form = method === "POST" ? { form: { claim: id() } } : {};
        await call(method, `${opened.base}/${path}`, {
          headers: { ...JSON_ONLY, cookie },
          ...form,
        });
      }
    }
  });
  expect(scripts).toBe(0);
  expect(Number(line.checkIns.counts)).toBeLessThanOrEqual(1);
  expect(await redis.hget(eventKeys(opened.settings).line, "last")).toBe("20001");
});

test("no place of the false queue is ever called, however far the line comes, and its number moves on", async () => {
  const opened = await open({ ...FALSELY, outflowPerMinute: 6_000 });
  await crowdOf(opened, 3_000);
  const { cookie: first } = await join(opened, AS_BOT);
  const line = await lineOf(opened);
  let cookie = first;
  let before = 0;
  for (const serving of [0, 1_000, 3_000, 30_000, 100_000, 1_000_000]) {
    await redis.hset(eventKeys(opened.settings).line, { serving, last: serving + 10 });
    await line.refresh();
    for (const carried of [first, cookie]) {
      const headers = { ...JSON_ONLY, cookie: carried };
      const reply = await call("GET", `${opened.base}/status`, { headers });
      const seen = JSON.parse(reply.body);
      expect(seen).toMatchObject({ status: "waiting", turn: false });
      expect(seen.number).toBeGreaterThan(serving + seen.line.near);
      expect(seen.number).toBeGreaterThanOrEqual(before);
      before = seen.number;
      const entered = await call("POST", `${opened.base}/enter`, {
        headers,
        form: { claim: id() },
      });
      expect(JSON.parse(entered.body).status).toBe("wait");
      cookie = cookieOf(reply) || cookie;
    }
  }
});

test.each([
  ["paused", { paused: true }],
  ["where everybody goes through", { method: "passthrough" }],
  ["where nobody is let in", { method: "reject" }],
  ["stopped", { status: "stopped" }],
  ["in random order", { method: "random" }],
] as const)(
  "a place of the false queue looks like the others at an event %s",
  async (_name, then) => {
    const opened = await open(FALSELY);
    await crowdOf(opened, 50_000);
    const [person, bot] = [await join(opened, AS_PERSON), await join(opened, AS_BOT)];
    const line = await lineOf(opened);
    line.takeSettings({ ...line.settings, ...then });
    const status = (cookie: string) =>
      call("GET", `${opened.base}/status`, { headers: { ...JSON_ONLY, cookie } });
    const [falsely, truly] = [await status(bot.cookie), await status(person.cookie)];
    const bodies = [falsely, truly].map(({ body }) =>
      withoutNumbers(body).replace('"turn":true', '"turn":false'),
    );
    expect(bodies[0]).toBe(bodies[1]);
    const entered = await call("POST", `${opened.base}/enter`, {
      headers: { ...JSON_ONLY, cookie: bot.cookie },
      form: { claim: id() },
    });
    expect(JSON.parse(entered.body).status).not.toBe("admitted");
    const page = await call("GET", opened.page, { headers: { ...HTML, cookie: bot.cookie } });
    expect(page.headers.location).toBeUndefined();
  },
);

test("nobody of the false queue wins in random order, however often they ask", async () => {
  const opened = await open({ ...FALSELY, method: "random" });
  const { cookie } = await join(opened, AS_BOT);
  let carried = cookie;
  const line = await lineOf(opened);
  for (let turn = 0; turn < 20; turn += 1) {
    await passTime(redis, opened.settings, 15_000);
    await line.refresh();
    const headers = { ...JSON_ONLY, cookie: carried };
    const reply = await call("GET", `${opened.base}/status`, { headers });
    expect(JSON.parse(reply.body)).toMatchObject({ status: "waiting", turn: false });
    carried = cookieOf(reply) || carried;
  }
});

test("a full and a closed line say so to the false queue as well", async () => {
  const full = await open({ ...FALSELY, lineLimit: 1 });
  await join(full, AS_PERSON);
  const line = await lineOf(full);
  await line.refresh();
  expect((await join(full, AS_BOT)).answer.status).toBe("full");
  const closed = await open({ ...FALSELY, method: "reject" });
  expect((await join(closed, AS_BOT)).answer.status).toBe("closed");
});

test("while joins belong to a draw nobody gets a false place, and the place is marked", async () => {
  const draw = { commitment: "{}", hash: "0".repeat(64), signature: "0", publicKey: "0" };
  const startAtMs = Date.now() + 600_000;
  const opened = await open({ ...FALSELY, kind: "scheduled", startAtMs, draw });
  const line = await lineOf(opened);
  await line.refresh();
  const scripts = await scriptsRun(async () => void (await join(opened, AS_BOT)));
  expect(scripts).toBeGreaterThan(0);
  expect(await redis.hget(eventKeys(opened.settings).line, "last")).toBe("1");
});

test("who is released gets one place at the end of the line, whatever they bring back", async () => {
  const opened = await open(FALSELY);
  await crowdOf(opened, 20_000);
  const bot = await join(opened, AS_BOT);
  const other = await join(opened, AS_BOT);
  const reading = readSupportCode(bot.answer.supportCode, opened.settings.runId);
  if (!reading.ok || !mayBeFalseCode(reading.number)) throw new Error("The code names a place.");
  const key = context.eventKeys.of(opened.settings);
  const { queueId } = falseIdOfCode(key, opened.settings.runId, reading.number);
  const line = await lineOf(opened);
  line.takeSettings({ ...line.settings, releasedPlaces: [queueId] });
  const status = async (cookie: string) => {
    const reply = await call("GET", `${opened.base}/status`, { headers: { ...JSON_ONLY, cookie } });
    return { answer: JSON.parse(reply.body), cookie: cookieOf(reply) };
  };
  const released = await status(bot.cookie);
  expect(released.answer).toMatchObject({ status: "waiting", number: 20_001 });
  expect((await status(bot.cookie)).answer.number).toBe(20_001);
  expect((await status(released.cookie)).answer.number).toBe(20_001);
  await status(other.cookie);
  expect(await redis.hget(eventKeys(opened.settings).line, "last")).toBe("20001");
  await redis.hset(eventKeys(opened.settings).line, { serving: 20_001 });
  await line.refresh();
  expect((await status(released.cookie)).answer.turn).toBe(true);
  expect((await status(other.cookie)).answer.turn).toBe(false);
});
