import { expect, test } from "vitest";
import { CALM, type Protection } from "@/lib/domain/protection/protection";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, context, id, joinAndWait, open, redis } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;
const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const SHOP = `&t=${encodeURIComponent("https://shop.example/seats")}`;

/** Somebody waits already, so that nobody goes straight in. */
async function busy(settings: Parameters<typeof open>[0] = {}) {
  const opened = await open({ outflowPerMinute: 60, ...settings });
  await joinAndWait(opened);
  return opened;
}

/** A browser that keeps its cookies, and opens the page. */
function browserAt(opened: Opened) {
  const jar = new Map<string, string>();
  const send = async (
    method: "GET" | "POST",
    path: string,
    more: Record<string, string> = {},
    form?: Record<string, string>,
  ) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await call(method, path, {
      headers: { ...HTML, ...(cookie === "" ? {} : { cookie }), ...more },
      ...(form ? { form } : {}),
    });
    keep(reply);
    return reply;
  };
  const keep = (reply: Reply) => {
    for (const cookie of reply.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
  };
  const look = (query = "", more: Record<string, string> = {}) =>
    send("GET", `${opened.page}${SHOP}${query}`, more);
  const post = (form: Record<string, string>) =>
    call("POST", `${opened.base}/join`, {
      headers: { cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
      form,
    });
  return { jar, look, keep, post, send };
}

const numberIn = ({ body }: Reply) => Number(/id="number">([^<]*)</.exec(body)?.[1] || 0);
const waitIn = ({ body }: Reply) => /id="wait">([^<]*)</.exec(body)?.[1];
const joinIdIn = ({ body }: Reply) => /"joinId":"([\w-]{22})"/.exec(body)?.[1] ?? "";
async function lastNumber({ settings }: Opened): Promise<number> {
  const line = await context.lines.find(settings);
  await line?.refresh();
  return line?.lane(0)?.lastNumber ?? 0;
}

test("a browser that brings its cookie back has number and estimate in the page itself, once", async () => {
  const opened = await busy();
  const browser = browserAt(opened);
  const first = await browser.look();
  expect([numberIn(first), first.body.includes('"placed":true')]).toEqual([0, false]);
  const second = await browser.look();
  expect([numberIn(second), second.body.includes('"placed":true')]).toEqual([2, true]);
  expect(waitIn(second)).toMatch(/minute/);
  expect(numberIn(await browser.look())).toBe(2);
  expect(await lastNumber(opened)).toBe(2);
});

test("a page that is loaded again while it joins gets the number of that join", async () => {
  const opened = await busy();
  const browser = browserAt(opened);
  const joinId = joinIdIn(await browser.look());
  // Neither answer comes in time: the browser has no place yet when it asks for the page again.
  const [joined, again] = await Promise.all([
    browser.post({ joinId }),
    call("GET", `${opened.page}${SHOP}`, {
      headers: { ...HTML, cookie: [...browser.jar].map((pair) => pair.join("=")).join("; ") },
    }),
  ]);
  expect([JSON.parse(joined.body).number, numberIn(again)]).toEqual([2, 2]);
  expect(numberIn(await browser.look())).toBe(2);
  expect(await lastNumber(opened)).toBe(2);
});

test("a place that only the page has kept wins over the new one", async () => {
  const opened = await busy();
  const joined = await call("POST", `${opened.base}/join`, {
    headers: { "x-stanchion-place": "-" },
    form: { joinId: id() },
  });
  const { number, kept } = JSON.parse(joined.body);
  // All cookies are gone, and the page is loaded again before its script has brought the place.
  const browser = browserAt(opened);
  await browser.look();
  const page = await browser.look();
  expect([numberIn(page), page.body.includes('"isNew":true')]).toEqual([3, true]);
  const more = { accept: "application/json", "x-stanchion-place": kept };
  const answer = await browser.send("GET", `${opened.base}/status`, more);
  expect(JSON.parse(answer.body).number).toBe(number);
  expect(numberIn(await browser.look())).toBe(2);
});

test("whoever has left joins anew, and not as before", async () => {
  const opened = await busy();
  const browser = browserAt(opened);
  await browser.look();
  expect(numberIn(await browser.look())).toBe(2);
  await browser.send("POST", `${opened.base}/leave`, {}, { sure: "1" });
  const again = await browser.look("&again=1");
  expect(again.status).toBe(302);
  expect(numberIn(await browser.look())).toBe(0);
  expect(numberIn(await browser.look())).toBe(3);
});

test("a new run has a new number, and the cookie of the run before joins it", async () => {
  const opened = await busy();
  const browser = browserAt(opened);
  await browser.look();
  expect(numberIn(await browser.look())).toBe(2);
  const { runId, version } = opened.settings;
  const settings = { ...opened.settings, runId: runId + 1, version: version + 1 };
  await createRun(redis, settings);
  await publishEvent(redis, settings, null);
  const line = await context.lines.find(settings);
  while (line?.settings.runId !== settings.runId) await line?.refresh();
  expect(numberIn(await browser.look())).toBe(1);
});

test.each([
  ["a prefetch", { "sec-purpose": "prefetch" }],
  ["a page that is rendered ahead", { "sec-purpose": "prefetch;prerender" }],
  ["an old prefetch", { purpose: "prefetch" }],
  ["a script", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
  ["what says nothing of itself", { "sec-fetch-mode": "", "sec-fetch-dest": "" }],
])("%s takes no number, whatever it brings", async (_, headers) => {
  const opened = await busy();
  const browser = browserAt(opened);
  await browser.look();
  expect(numberIn(await browser.look("", headers))).toBe(0);
  expect(await lastNumber(opened)).toBe(1);
});

const protectedBy = (changes: Partial<Protection>) => ({ protection: { ...CALM, ...changes } });

test.each([
  ["a challenge", protectedBy({ challenge: { ...CALM.challenge, when: "always" } })],
  ["a key of the browser", protectedBy({ possession: { isAsked: true } })],
])("where the event asks for %s the page joins", async (_, settings) => {
  const opened = await busy({ protection: CALM });
  const asking = await open({ outflowPerMinute: 60, ...settings });
  const browser = browserAt(asking);
  await browser.look();
  expect(numberIn(await browser.look())).toBe(0);
  const calm = browserAt(opened);
  await calm.look();
  expect(numberIn(await calm.look())).toBe(2);
});

test("beyond the limit of an address the page joins, and is asked for a proof", async () => {
  const limits = { ...CALM.limits, address: { perMinute: 2, perRun: 2 } };
  const opened = await busy(protectedBy({ limits }));
  const browsers = [browserAt(opened), browserAt(opened)] as const;
  for (const browser of browsers) await browser.look();
  expect(numberIn(await browsers[0].look())).toBe(2);
  const held = await browsers[1].look();
  expect([held.status, numberIn(held)]).toEqual([200, 0]);
  const answer = JSON.parse((await browsers[1].post({ joinId: id() })).body);
  expect(answer.status).toBe("challenge");
  expect(await lastNumber(opened)).toBe(2);
});

test("a full line shows that it is full", async () => {
  const opened = await busy({ lineLimit: 1 });
  const browser = browserAt(opened);
  await browser.look();
  const page = await browser.look();
  expect([page.status, numberIn(page)]).toEqual([200, 0]);
  expect(await lastNumber(opened)).toBe(1);
});

test("whoever joins with the page counts as one who waits", async () => {
  const opened = await busy();
  const browser = browserAt(opened);
  await browser.look();
  await browser.look();
  const line = await context.lines.find(opened.settings);
  // What happens in a second counts from the next one on.
  await passTime(redis, opened.settings, 2_000);
  await line?.refresh();
  expect(line?.checkIns.counts).toBe("2");
});
