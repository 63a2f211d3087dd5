import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parseMasterKey } from "@/lib/secrets/seal";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import { createPlaceSealer, newPlace } from "@/waiting-room/place/place";

const newKey = () => parseMasterKey(randomBytes(32).toString("base64url"));
const [former, current] = [newKey(), newKey()];
const room = startTestRoom(current, { masters: [current, former] });
const { call, cookieOf, context, id, open, redis } = room;

const NOTHING_KEPT = "-";
const bodyOf = (reply: Reply) => JSON.parse(reply.body);

type Opened = Awaited<ReturnType<typeof open>>;

const keeping = (kept: string, cookie = "") => ({
  headers: { "x-stanchion-place": kept, ...(cookie === "" ? {} : { cookie }) },
});
const join = (opened: Opened, kept = NOTHING_KEPT, cookie = "") =>
  call("POST", `${opened.base}/join`, { ...keeping(kept, cookie), form: { joinId: id() } });
const status = (opened: Opened, kept: string, cookie = "") =>
  call("GET", `${opened.base}/status`, keeping(kept, cookie));
const enter = (opened: Opened, kept: string, claim = id()) =>
  call("POST", `${opened.base}/enter`, { ...keeping(kept), form: { claim } });

/** A visitor who has joined, with what their page has kept and their cookie. */
async function joined(opened: Opened) {
  const reply = await join(opened);
  const body = bodyOf(reply);
  return { number: body.number, kept: String(body.kept), cookie: cookieOf(reply) };
}

async function called(opened: Opened, kept: string): Promise<void> {
  await call("POST", `${opened.base}/near`, keeping(kept));
  const line = await context.lines.find(opened.settings);
  for (let step = 0; step < 4; step += 1) {
    await passTime(redis, opened.settings, 500);
    await line?.refresh();
  }
}

const last = async ({ settings }: Opened) =>
  Number(await redis.hget(`wr:{${settings.customerId}:${settings.eventId}}:line`, "last"));

describe("a browser that lost its cookie", () => {
  test("shows what it kept, and has its number and its cookie again", async () => {
    const opened = await open();
    const visitors = [await joined(opened), await joined(opened)];
    for (const { number, kept, cookie } of visitors) {
      for (const reply of [await join(opened, kept), await status(opened, kept)]) {
        expect(bodyOf(reply)).toMatchObject({ status: "waiting", number });
        expect(cookieOf(reply)).toBe(cookie);
        expect(bodyOf(reply).kept).toBeUndefined();
      }
    }
    expect(await last(opened)).toBe(2);
  });

  test("goes the whole way without any cookie: one place, one admission", async () => {
    const opened = await open();
    const { kept } = await joined(opened);
    await called(opened, kept);
    const claim = id();
    const first = bodyOf(await enter(opened, kept, claim));
    expect(first.status).toBe("admitted");
    expect(bodyOf(await enter(opened, kept, claim)).redirectUrl).toBe(first.redirectUrl);
    expect(bodyOf(await enter(opened, kept)).status).toBe("used");
    expect(bodyOf(await enter(opened, first.kept, claim)).status).toBe("admitted");
    expect(await last(opened)).toBe(1);
  });

  test("is not sent round and round by a site that keeps no cookie either", async () => {
    const opened = await open();
    let { kept } = await joined(opened);
    await called(opened, kept);
    kept = bodyOf(await enter(opened, kept)).kept;
    const told: string[] = [];
    for (let back = 0; back < 4; back += 1) {
      const body = bodyOf(await status(opened, kept));
      told.push(body.status);
      kept = body.kept ?? kept;
      if (body.status === "inside") {
        const page = await call("GET", body.pageUrl, { headers: { accept: "text/html" } });
        expect(page.body).toContain("Please allow cookies");
      }
    }
    expect(told).toEqual(["admitted", "admitted", "inside", "inside"]);
  });

  test("gives the place back by what it kept", async () => {
    const opened = await open();
    const { kept } = await joined(opened);
    const left = await call("POST", `${opened.base}/leave`, { form: { place: kept } });
    expect(bodyOf(left)).toEqual({ status: "left", kept: "-" });
    await called(opened, kept);
    expect(bodyOf(await enter(opened, kept)).status).toBe("spent");
  });
});

test("the page is told its place once, and again where it changes or is another", async () => {
  const opened = await open({ absenceMinutes: 30 });
  const { kept, cookie } = await joined(opened);
  await passTime(redis, opened.settings, 1_000);
  await (await context.lines.find(opened.settings))?.refresh();
  const seen = bodyOf(await status(opened, kept, cookie));
  expect([typeof seen.kept, seen.kept === kept]).toEqual(["string", false]);
  expect(bodyOf(await join(opened, seen.kept)).kept).toBeUndefined();
  expect(bodyOf(await status(opened, NOTHING_KEPT, cookie)).kept).toBeDefined();
  const silent = await call("GET", `${opened.base}/status`, { headers: { cookie } });
  expect(bodyOf(silent).kept).toBeUndefined();
});

describe("of a cookie and what the page kept", () => {
  test("the lower number counts, whichever has it", async () => {
    const opened = await open();
    const [first, second] = [await joined(opened), await joined(opened)];
    for (const reply of [
      await status(opened, first.kept, second.cookie),
      await status(opened, second.kept, first.cookie),
    ]) {
      expect(bodyOf(reply)).toMatchObject({ status: "waiting", number: 1 });
    }
  });

  test("the newer copy counts: an older one neither ends an absence nor begins one", async () => {
    const opened = await open({ absenceMinutes: 10 });
    const { kept: oldest, cookie } = await joined(opened);
    const line = await context.lines.find(opened.settings);
    await passTime(redis, opened.settings, 6 * 60_000);
    await line?.refresh();
    const newer = await status(opened, oldest, cookie);
    await passTime(redis, opened.settings, 6 * 60_000);
    await line?.refresh();
    expect(bodyOf(await status(opened, oldest))).toEqual({ status: "none" });
    for (const reply of [
      await status(opened, oldest, cookieOf(newer)),
      await status(opened, bodyOf(newer).kept, cookie),
    ]) {
      expect(bodyOf(reply)).toMatchObject({ status: "waiting", number: 1 });
    }
  });

  test("one place is one, before its draw and after it", async () => {
    const opened = await open();
    const line = await context.lines.find(opened.settings);
    const sealer = createPlaceSealer([current]);
    const { settings } = opened;
    const own = { runId: 1, lane: 0, joinedAtMs: line?.lineNow() ?? 0 };
    const before = newPlace({ ...own, number: 3, queueId: "a" });
    const drawn = { ...before, number: 500, drawIndex: 3 };
    const other = newPlace({ ...own, number: 40, queueId: "b" });
    Object.assign(line ?? {}, { drawn: { lastIndex: 900, numberOf: () => 500 } });
    const cookie = `stanchion_${settings.customerId}_${settings.eventId}=${sealer.seal(settings, other)}`;
    for (const place of [before, drawn]) {
      const kept = sealer.seal(settings, place);
      const named = cookie.replace(/=.*/, `=${kept}`);
      expect(bodyOf(await status(opened, kept))).toMatchObject({ number: 500 });
      expect(bodyOf(await status(opened, sealer.seal(settings, drawn), named)).number).toBe(500);
    }
    Object.assign(line ?? {}, { drawn: null });
    // It is drawn by its own index: the lowest number before the draw is not the lowest after it.
    Object.assign(line ?? {}, { drawn: { lastIndex: 39, numberOf: () => 500 } });
    expect(bodyOf(await status(opened, sealer.seal(settings, before), cookie)).number).toBe(40);
  });
});

describe("what a page kept is worth no more than the cookie would be", () => {
  test.each([
    ["a made-up text", "forged"],
    ["an empty one", ""],
    ["a very long one", "x".repeat(4_000)],
    ["one that is no base64", "AAAA%00"],
  ])("%s is nothing", async (_what, kept) => {
    const opened = await open();
    expect(bodyOf(await status(opened, kept))).toEqual({ status: "none" });
    expect(bodyOf(await join(opened, kept))).toMatchObject({ status: "waiting", number: 1 });
  });

  test("one that was altered, of another event or of another run is nothing", async () => {
    const [opened, other] = [await open(), await open()];
    const { kept } = await joined(other);
    const altered = `${kept.slice(0, 20)}${kept[20] === "A" ? "B" : "A"}${kept.slice(21)}`;
    const run = newPlace({ runId: 9, lane: 0, number: 1, joinedAtMs: 1, queueId: id() });
    const ofAnotherRun = createPlaceSealer([current]).seal(other.settings, run);
    for (const [event, text] of [
      [opened, kept],
      [other, altered],
      [other, ofAnotherRun],
    ] as const) {
      expect(bodyOf(await status(event, text))).toEqual({ status: "none" });
    }
  });

  test("a copy that somebody else got enters once at most: 50 browsers, one admission", async () => {
    const opened = await open();
    const { kept } = await joined(opened);
    await called(opened, kept);
    const replies = await Promise.all(Array.from({ length: 50 }, () => enter(opened, kept)));
    const told = replies.map((reply) => bodyOf(reply).status);
    expect(told.filter((one) => one === "admitted")).toHaveLength(1);
    const line = await context.lines.find(opened.settings);
    await line?.refresh();
    expect(line?.state?.admitted).toBe(1);
  });

  test("one of a key that is not known here is kept: 503, and nothing replaces it", async () => {
    const opened = await open();
    const { settings } = opened;
    const place = newPlace({ runId: 1, lane: 0, number: 1, joinedAtMs: 1, queueId: id() });
    const reply = await join(opened, createPlaceSealer([newKey()]).seal(settings, place));
    expect([reply.status, cookieOf(reply)]).toEqual([503, ""]);
    const held = await joined(opened);
    const both = await status(
      opened,
      createPlaceSealer([newKey()]).seal(settings, place),
      held.cookie,
    );
    expect(bodyOf(both)).toMatchObject({ status: "waiting", number: held.number });
  });

  test("one of a former key is sealed anew for page and cookie", async () => {
    const opened = await open();
    const { settings } = opened;
    const joinedAtMs = (await context.lines.find(settings))?.lineNow() ?? 0;
    const place = newPlace({ runId: 1, lane: 0, number: 7, joinedAtMs, queueId: id() });
    const reply = await status(opened, createPlaceSealer([former]).seal(settings, place));
    const { kept } = bodyOf(reply);
    expect(createPlaceSealer([current]).open(settings, kept)).toMatchObject({ place });
    expect(cookieOf(reply)).toContain(kept);
  });
});

test("a join that is sent again is the same visitor: the same number and the same queue id", async () => {
  const opened = await open({ method: "random" });
  const form = { joinId: id() };
  const sealer = createPlaceSealer([current]);
  const places = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { kept } = bodyOf(await call("POST", `${opened.base}/join`, { ...keeping("-"), form }));
      const seen = sealer.open(opened.settings, kept);
      return seen.type === "place" ? `${seen.place.number} ${seen.place.queueId}` : seen.type;
    }),
  );
  expect(new Set(places).size).toBe(1);
  const others = new Set([places[0], `${(await joined(opened)).number}`]);
  expect(others.size).toBe(2);
});
