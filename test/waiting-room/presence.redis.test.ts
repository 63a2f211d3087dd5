import { expect, test } from "vitest";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";
import { readAnswer } from "@/waiting-room/client/answer";
import type { Question } from "@/waiting-room/client/ask";
import { keepsakesOf } from "@/waiting-room/client/keepsakes";
import { isPageData, type PageData } from "@/waiting-room/client/page-data";
import { startSession } from "@/waiting-room/client/session";

const room = startTestRoom();
const { call, context, cookieOf, redis } = room;
const HTML = { accept: "text/html" };

type Opened = Awaited<ReturnType<typeof room.open>>;

function dataOf(html: string): PageData {
  const [, json = ""] = /id="stanchion">([^<]*)<\/script>/.exec(html) ?? [];
  const data: unknown = JSON.parse(json);
  if (!isPageData(data)) throw new Error("The page has no data.");
  return data;
}

/** The page's own client, as the server sent it, in a tab with a cookie and a clock of its own. */
function openTab(page: PageData, hidden: boolean) {
  const cookies = new Map<string, string>();
  const asked: string[] = [];
  const gone: string[] = [];
  const kept = new Map<string, string>();
  let nowMs = 0;
  let due: { readonly atMs: number; readonly run: () => void } | null = null;
  let isAsking = false;

  async function ask({ step, path, form }: Question) {
    asked.push(step);
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const reply = await call(form === null ? "GET" : "POST", path, {
      headers,
      ...(form === null ? {} : { form: { ...form } }),
    });
    for (const pair of cookieOf(reply).split("; ")) {
      const [name = "", ...value] = pair.split("=");
      if (name !== "") cookies.set(name, value.join("="));
    }
    return readAnswer(step, reply.status, JSON.parse(reply.body));
  }
  const session = startSession(page, {
    nowMs: () => nowMs,
    random: () => 0.5,
    ask: async (question) => {
      isAsking = true;
      try {
        return await ask(question);
      } finally {
        isAsking = false;
      }
    },
    after: (ms, run) => {
      const mine = { atMs: nowMs + ms, run };
      due = mine;
      return () => {
        if (due === mine) due = null;
      };
    },
    show: () => {},
    go: (url) => void gone.push(url),
    keptPlace: { read: () => null, keep: () => {}, forget: () => {} },
    keepsakes: keepsakesOf(
      "tab",
      { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) },
      () => room.id(),
    ),
  });
  if (hidden) session.wake(true);
  const settle = async () => {
    do await new Promise((resolve) => setTimeout(resolve, 5));
    while (isAsking);
  };
  /** Lets the tab's time pass; it asks what is due meanwhile. */
  async function pass(ms: number): Promise<void> {
    const endMs = nowMs + ms;
    for (;;) {
      const next: { readonly atMs: number; readonly run: () => void } | null = due;
      if (next === null || next.atMs > endMs) break;
      due = null;
      nowMs = Math.max(nowMs, next.atMs);
      next.run();
      await settle();
    }
    nowMs = endMs;
  }
  return { session, asked, gone, pass, settle };
}

/** Time passes for the line, which is refreshed after each step. */
async function passLineTime({ settings }: Opened, ms: number, stepMs = 500): Promise<void> {
  const line = await context.lines.find(settings);
  for (let passed = 0; passed < ms; passed += stepMs) {
    await passTime(redis, settings, stepMs);
    await line?.refresh();
  }
}

async function enterNow(opened: Opened): Promise<string> {
  const { cookie } = await room.joinAndWait(opened);
  await room.turnComes(opened, cookie);
  const form = { claim: room.id() };
  const reply = await call("POST", `${opened.base}/enter`, { form, headers: { cookie } });
  return JSON.parse(reply.body).status;
}

test("a hidden page whose visitor has to be there takes no slot, and goes in minutes later by a press", async () => {
  const opened = await room.open({
    outflowPerMinute: 600,
    queueAll: true,
    turn: { confirm: "hidden", seconds: 120 },
  });
  const page = dataOf((await call("GET", opened.page, { headers: HTML })).body);
  expect(page.turn).toEqual({ confirm: "hidden", seconds: 120 });
  const tab = openTab(page, true);
  await tab.pass(0);
  expect(tab.session.visitor().place).toMatchObject({ kind: "waiting", number: 1 });

  await passLineTime(opened, 10_000);
  await tab.pass(130_000);
  expect(tab.session.visitor()).toMatchObject({ isHere: false, place: { number: 1 } });
  expect(tab.session.visitor().calledAtMs).not.toBeNull();
  expect(tab.asked).not.toContain("near");
  expect(tab.asked).not.toContain("enter");

  // Nobody waits for it, and it costs nobody a slot.
  expect(await enterNow(opened)).toBe("admitted");
  await passLineTime(opened, 5 * 60_000, 10_000);
  expect(await enterNow(opened)).toBe("admitted");
  await tab.pass(5 * 60_000);
  expect(tab.asked).not.toContain("enter");

  tab.session.sayHere();
  await tab.pass(10_000);
  expect(tab.gone).toEqual([expect.stringContaining("queueittoken=")]);
});

test("without the setting the same page goes in by itself", async () => {
  const opened = await room.open({ outflowPerMinute: 600, queueAll: true });
  const page = dataOf((await call("GET", opened.page, { headers: HTML })).body);
  const tab = openTab(page, true);
  await tab.pass(0);
  for (let step = 0; step < 20 && tab.gone.length === 0; step += 1) {
    await passLineTime(opened, 1_000);
    await tab.pass(10_000);
  }
  expect(tab.gone).toEqual([expect.stringContaining("queueittoken=")]);
});

test("a visit that has ended is said to have ended, and nobody joins by loading the page", async () => {
  const opened = await room.open({ outflowPerMinute: 600, queueAll: true, sessionMinutes: 1 });
  const { cookie } = await room.joinAndWait(opened);
  await room.turnComes(opened, cookie);
  const form = { claim: room.id() };
  const entered = await call("POST", `${opened.base}/enter`, { form, headers: { cookie } });
  expect(JSON.parse(entered.body).status).toBe("admitted");
  await passLineTime(opened, 15 * 60_000, 60_000);
  const headers = { ...HTML, cookie: cookieOf(entered) };
  const again = await call("GET", opened.page, { headers });
  expect(again.body).toContain("<title>Your visit has ended");
  expect(again.body).toContain(">Rejoin the line</button>");
  const tab = openTab(dataOf(again.body), false);
  await tab.pass(60_000);
  expect(tab.asked).toEqual([]);
  tab.session.joinAgain();
  await tab.pass(1_000);
  expect(tab.session.visitor().place).toMatchObject({ kind: "waiting", number: 2 });
});

test("who says to be near hears of the line in their language, and need not ask for it", async () => {
  const opened = await room.open({
    outflowPerMinute: 600,
    queueAll: true,
    paused: true,
    pauseMessage: "Back at ten.",
  });
  const { cookie } = await room.joinAndWait(opened);
  const path = `${opened.base}/near?language=de`;
  const near = await call("POST", path, { form: {}, headers: { cookie } });
  const document = await call("GET", `${opened.base}/1/line.json?language=de`);
  const { now, ...line } = JSON.parse(document.body);
  const answer = readAnswer("near", near.status, JSON.parse(near.body));
  expect(answer).toMatchObject({ kind: "noted", line: { ...line, message: "Back at ten." } });
  expect(line.speedSoon).toBe(line.speed);
});
