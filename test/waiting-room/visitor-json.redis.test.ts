import { describe, expect, test, vi } from "vitest";
import type { VisitorStatus } from "@/lib/domain/visitor-api/visitor-api";
import { eventKeys } from "@/lib/line/keys";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, context, id, joinAndWait, open, redis, turnComes } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;
type Overrides = Parameters<typeof open>[0];

const TARGET = "https://shop.example/seats";
const statusIn = (reply: Reply): VisitorStatus => JSON.parse(reply.body);

type Question = { readonly path?: string; readonly place?: string };

function ask(
  opened: Opened,
  { path = `${opened.page}&t=${TARGET}`, place = "-" }: Question = {},
  more: Readonly<Record<string, string>> = {},
) {
  const headers = { accept: "application/json", "x-stanchion-place": place, ...more };
  return call("GET", path.replace("http://room.test", ""), { headers });
}

async function joined(opened: Opened) {
  const headers = { "x-stanchion-place": "-" };
  const reply = await call("POST", `${opened.base}/join`, { headers, form: { joinId: id() } });
  const cookie = String(reply.headers["set-cookie"]).split(";")[0] ?? "";
  return { place: String(JSON.parse(reply.body).kept), cookie };
}

const scheduled = (startsInMs: number, more: Overrides = {}): Overrides => ({
  kind: "scheduled",
  startAtMs: Date.now() + startsInMs,
  ...more,
});

describe("a visitor without a place is told", () => {
  test.each([
    ["to join", { queueAll: true }, "join", "join"],
    ["to join where nobody waits", {}, "join", "join"],
    ["to join in the pre-queue", scheduled(60_000), "join", "join"],
    ["to wait for the opening", scheduled(3_600_000, { preQueueMinutes: 5 }), "before", "wait"],
    ["to join while nobody goes in", { paused: true, pauseMessage: "A break." }, "join", "join"],
    ["that nobody is let in", { method: "reject", pauseMessage: "Closed." }, "rejected", "wait"],
    ["that it is over", scheduled(-120_000, { endAtMs: Date.now() - 60_000 }), "ended", "stop"],
    ["that it was stopped", { status: "stopped" }, "ended", "stop"],
    [
      "to open the page, which plays the lottery",
      {
        admission: {
          share: { type: "percentage", percent: 50 },
          holdSeconds: 60,
          identity: { by: "browser" },
        },
      },
      "lottery",
      "open",
    ],
  ] as const)("%s", async (_what, overrides, state, next) => {
    const opened = await open(overrides as Overrides);
    const status = statusIn(await ask(opened));
    expect(status).toMatchObject({ v: 1, state, next, place: null, wait: null, run: 1 });
    expect(status.event).toBe(opened.settings.name);
    expect(status.message).toBe(opened.settings.pauseMessage);
    const seconds = status.askAgainSeconds;
    if (next === "wait") expect(seconds).toBeGreaterThanOrEqual(1);
    else expect(seconds).toBeNull();
    if (status.next === "open") expect(status.url).toBe(status.links.page);
  });

  test("that as many wait as may wait", async () => {
    const opened = await open({ queueAll: true, lineLimit: 1 });
    await joined(opened);
    await (await context.lines.find(opened.settings))?.refresh();
    expect(statusIn(await ask(opened))).toMatchObject({ state: "full", next: "wait" });
  });

  test("that nothing is left", async () => {
    const opened = await open({ queueAll: true });
    const stock = await call(
      "POST",
      `/status/stock/${opened.settings.customerId}/${opened.settings.eventId}`,
      {
        headers: { "content-type": "application/json", "api-key": "stn_key" },
        body: JSON.stringify({ units: 0 }),
      },
    );
    expect(stock.status).toBeLessThan(300);
    await passTime(redis, opened.settings, 500);
    await (await context.lines.find(opened.settings))?.refresh();
    expect(statusIn(await ask(opened))).toMatchObject({ state: "sold-out", next: "wait" });
  });

  test("where to go after the end", async () => {
    const afterEvent = {
      show: { kind: "redirect", url: "https://shop.example/over" },
      protectedPages: "keep-out",
    } as const;
    const opened = await open(scheduled(-120_000, { endAtMs: Date.now() - 60_000, afterEvent }));
    const status = statusIn(await ask(opened, { path: opened.page }));
    expect(status).toMatchObject({
      state: "ended",
      next: "open",
      url: "https://shop.example/over",
    });
  });
});

describe("a visitor in line is told", () => {
  test("the number, who is ahead, for how long, and when to ask again", async () => {
    const opened = await open({ queueAll: true, outflowPerMinute: 6 });
    for (let before = 0; before < 30; before += 1) await joinAndWait(opened);
    const { place } = await joined(opened);
    await (await context.lines.find(opened.settings))?.refresh();
    const status = statusIn(await ask(opened, { place }));
    expect(status).toMatchObject({ state: "waiting", next: "wait", method: "fifo" });
    expect(status.place).toMatchObject({ order: "number", number: 31, ahead: 30 });
    expect(status.place?.supportCode).toMatch(/\w{4}/);
    // 31 visitors at 6 a minute take 310 seconds.
    expect(status.wait?.low).toBeLessThan(310);
    expect(status.wait?.high).toBeGreaterThan(310);
    expect(status.askAgainSeconds).toBeGreaterThan(1);
    expect(status.askAgainSeconds).toBeLessThanOrEqual(130);
  });

  test("in random order the chance instead of a number", async () => {
    const opened = await open({ method: "random", outflowPerMinute: 60 });
    const { place } = await joined(opened);
    const status = statusIn(await ask(opened, { place }));
    expect(status).toMatchObject({
      state: "waiting",
      place: { order: "random", chancePerMinute: null },
    });
    expect(status.place).not.toHaveProperty("number");
  });

  test("what an operator tells everybody, in the language of the visitor", async () => {
    const message = {
      sentAtMs: 1_767_225_600_000,
      texts: { en: "Ten minutes more.", de: "Noch zehn Minuten." },
    };
    const opened = await open({ queueAll: true, message });
    const { place } = await joined(opened);
    expect(statusIn(await ask(opened, { place }, { "accept-language": "de-AT" }))).toMatchObject({
      message: "Noch zehn Minuten.",
      messageAt: 1_767_225_600_000,
    });
    expect(statusIn(await ask(opened, { place })).message).toBe("Ten minutes more.");
  });

  test("that the turn has come, then the pass, the same one for as long as it is valid", async () => {
    const opened = await open({ queueAll: true });
    const { place, cookie } = await joined(opened);
    await turnComes(opened, cookie);
    const turn = statusIn(await ask(opened, { place }));
    expect(turn).toMatchObject({ state: "turn", next: "enter", askAgainSeconds: null });
    const headers = { "x-stanchion-place": place };
    const path = turn.links.enter.replace("http://room.test", "");
    const entered = JSON.parse(
      (await call("POST", path, { headers, form: { claim: id(), t: TARGET } })).body,
    );
    const inPlace = String(entered.kept);
    for (let again = 0; again < 4; again += 1) {
      const admitted = statusIn(await ask(opened, { place: inPlace }));
      expect(admitted).toMatchObject({ state: "admitted", next: "open", url: entered.redirectUrl });
    }
    await passTime(redis, opened.settings, 19 * 60_000);
    await (await context.lines.find(opened.settings))?.refresh();
    expect(statusIn(await ask(opened, { place: inPlace }))).toMatchObject({ state: "turn" });
    const left = await call("POST", turn.links.leave.replace("http://room.test", ""), {
      headers: { "x-stanchion-place": inPlace },
    });
    expect(JSON.parse(left.body)).toEqual({ status: "left", kept: "-" });
    expect(statusIn(await ask(opened, { place: inPlace })).state).toBe("join");
  });
});

describe("whoever asks by the links of the answers", () => {
  test("counts as one who waits, however often they ask", async () => {
    const opened = await open({ queueAll: true });
    const { place, cookie } = await joined(opened);
    await joinAndWait(opened);
    const line = await context.lines.find(opened.settings);
    const counted = async () => {
      await passTime(redis, opened.settings, 1_100);
      await line?.refresh();
      return line?.checkIns.counts;
    };
    let status = statusIn(await ask(opened, { place }));
    expect(await counted()).toBe("2");
    for (let again = 0; again < 5; again += 1) {
      status = statusIn(await ask(opened, { place, path: status.links.again }));
      expect(await counted()).toBe("2");
    }
    await turnComes(opened, cookie);
    status = statusIn(await ask(opened, { place, path: status.links.again }));
    expect(status.next).toBe("enter");
    const path = status.links.enter.replace("http://room.test", "");
    const headers = { "x-stanchion-place": place };
    const entered = await call("POST", path, { headers, form: { claim: id() } });
    expect(JSON.parse(entered.body).status).toBe("admitted");
    expect(await counted()).toBe("1");
  });

  test("says once that they are near, and again after a loss", async () => {
    const opened = await open({ queueAll: true, outflowPerMinute: 60 });
    const { place } = await joined(opened);
    const { confirmed, line } = eventKeys(opened.settings);
    const first = statusIn(await ask(opened, { place }));
    await vi.waitUntil(async () => (await redis.bitcount(confirmed)) === 1);
    await redis.del(confirmed);
    const second = statusIn(await ask(opened, { place, path: first.links.again }));
    await ask(opened, { place, path: second.links.again });
    // What was asked after it is answered: the one before would have been said by now.
    await joinAndWait(opened);
    expect(await redis.bitcount(confirmed)).toBe(0);
    await redis.hincrby(line, "losses", 1);
    await (await context.lines.find(opened.settings))?.refresh();
    await ask(opened, { place, path: second.links.again });
    await vi.waitUntil(async () => (await redis.bitcount(confirmed)) === 1);
  });

  test("keeps the target, the language and the layout", async () => {
    const opened = await open({ queueAll: true });
    const { links } = statusIn(
      await ask(opened, { path: `${opened.page}&t=${TARGET}&cid=de&l=dark` }),
    );
    expect(new URL(links.page).searchParams.get("t")).toBe(TARGET);
    expect(new URL(links.again).searchParams.get("cid")).toBe("de");
    expect(new URL(links.join).search).toBe(
      `?${new URLSearchParams({ t: TARGET, cid: "de", l: "dark" })}`,
    );
    expect(new URL(links.page).searchParams.has("seen")).toBe(false);
  });
});

test("a page is a page for whoever can show one, also where JSON is taken, too", async () => {
  const opened = await open({ queueAll: true });
  const html = await ask(opened, {}, { accept: "text/html, application/json" });
  expect(html.headers["content-type"]).toContain("text/html");
  const json = await ask(opened, {}, { accept: "Application/JSON, text/plain, */*" });
  expect(json.headers["content-type"]).toContain("application/json");
  expect(json.headers["cache-control"]).toBe("no-store");
});
