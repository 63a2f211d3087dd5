import { beforeAll, describe, expect, test } from "vitest";
import { createListBuilder } from "@/lib/domain/address-list/list-builder";
import type { EventSettings } from "@/lib/domain/event/settings";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { MARKS, namesOf } from "@/lib/domain/score/marks";
import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { hashOfList, writePublishedList } from "@/lib/line/commands/published-address-lists";
import { eventKeys } from "@/lib/line/keys";
import { startTestRoom } from "@/test/waiting-room";
import { solveWork } from "@/tools/shared/solve-work";
import { servedStamp, sinceServed } from "./served-stamp";

const room = startTestRoom(undefined, { trustedProxies: 1 });

/** What the page's script sends as a browser, in one that a person uses. */
const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "x-stanchion-place": "-",
  "sec-fetch-site": "same-origin",
  "sec-fetch-mode": "cors",
  "accept-language": "en",
  origin: "http://room.test",
};
const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

const held: Partial<EventSettings> = { queueAll: true, protection: UNPROTECTED };
type Opened = Awaited<ReturnType<typeof room.open>>;

/** The stamp of a page that was served so long ago. */
async function stampOf(opened: Opened, ageMs: number): Promise<string> {
  const line = await room.context.lines.find(opened.settings);
  if (!line) throw new Error("The event is open.");
  return servedStamp(room.context, opened.settings, line.lineNow() - ageMs);
}

let next = 0;
async function marksAfter(
  opened: Opened,
  headers: Record<string, string>,
  form: Record<string, string> = {},
): Promise<readonly string[]> {
  next += 1;
  const reply = await room.call("POST", `${opened.base}/join`, {
    headers: { "x-forwarded-for": `192.0.2.${next}`, ...headers },
    form: { joinId: room.id(), ...form },
  });
  expect(reply.status).toBe(200);
  const { number } = JSON.parse(reply.body) as { number: number };
  const bytes = await room.redis.getrangeBuffer(eventKeys(opened.settings).marks, number, number);
  return namesOf(bytes[0] ?? 0);
}

describe("a browser that a person uses has no mark", () => {
  test.each([
    ["Chrome", {}],
    [
      "Firefox",
      { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" },
    ],
    [
      "an old phone",
      {
        "user-agent":
          "Mozilla/5.0 (Linux; Android 5.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3729.157 Mobile Safari/537.36",
        "sec-fetch-site": "",
        "sec-fetch-mode": "",
      },
    ],
    ["one that names no language", { "accept-language": "" }],
    ["one without a name", { "user-agent": "" }],
    [
      "a reader for the blind",
      {
        "user-agent":
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 NVDA",
      },
    ],
  ])("%s", async (_name, headers) => {
    const opened = await room.open(held);
    const served = await stampOf(opened, 3_000);
    const sent = Object.entries({ ...BROWSER, ...headers }).filter(([, value]) => value !== "");
    expect(await marksAfter(opened, Object.fromEntries(sent), { served })).toEqual([]);
  });

  test("an app, a script of the customer's site, and a form without JavaScript", async () => {
    const opened = await room.open({ ...held, apiOrigins: ["https://shop.example"] });
    const served = await stampOf(opened, 3_000);
    expect(await marksAfter(opened, { "user-agent": "ShopApp/7 okhttp/4.12" })).toEqual([]);
    expect(await marksAfter(opened, { ...BROWSER, origin: "https://shop.example" })).toEqual([]);
    const { "x-stanchion-place": _, ...form } = BROWSER;
    expect(await marksAfter(opened, form, { served })).toEqual([]);
  });
});

describe("a program", () => {
  test.each([
    ["that steers a browser", BROWSER, { driven: "1" }],
    [
      "that calls itself one",
      { ...BROWSER, "user-agent": "Mozilla/5.0 HeadlessChrome/142.0.0.0" },
      {},
    ],
    ["that is a library", { "user-agent": "python-requests/2.32" }, {}],
    ["with a browser's name and nothing else of it", { "user-agent": BROWSER["user-agent"] }, {}],
  ])("%s is marked as headless", async (_name, headers, form) => {
    const opened = await room.open(held);
    const served = await stampOf(opened, 3_000);
    expect(await marksAfter(opened, headers, { served, ...form })).toEqual(["headless"]);
  });

  test("that brings a wrong answer to a challenge is marked for it", async () => {
    const opened = await room.open(held);
    const served = await stampOf(opened, 3_000);
    expect(await marksAfter(opened, BROWSER, { served, proof: "made-up" })).toEqual([
      "failedChallenges",
    ]);
    expect(await marksAfter(opened, BROWSER, { served, proof: "" })).toEqual([]);
  });

  test("that joins without a page, at once, or with a stamp of its own or of another event is marked", async () => {
    const opened = await room.open(held);
    const other = await room.open(held);
    const foreign = await stampOf(other, 3_000);
    // Clocks differ: it is as young as one can be.
    const served = await stampOf(opened, -1_000);
    expect(await marksAfter(opened, BROWSER)).toEqual(["joinedFast"]);
    expect(await marksAfter(opened, BROWSER, { served })).toEqual(["joinedFast"]);
    expect(await marksAfter(opened, BROWSER, { served: foreign })).toEqual(["joinedFast"]);
    expect(await marksAfter(opened, BROWSER, { served: "0.aaaaaaaaaaaa" })).toEqual(["joinedFast"]);
  });

  test("has the stamp of a page that it has loaded", async () => {
    const opened = await room.open(held);
    const { body } = await room.call("GET", opened.page, { headers: NAVIGATION });
    const served = /"served":"([^"]+)"/.exec(body)?.[1] ?? "";
    const line = await room.context.lines.find(opened.settings);
    const lineNowMs = (line?.lineNow() ?? 0) + 60_000;
    const sinceMs = sinceServed(room.context, opened.settings, { stamp: served, lineNowMs });
    expect(sinceMs).toBeGreaterThanOrEqual(60_000);
  });

  test("is not marked at an event that holds nobody back", async () => {
    const opened = await room.open({ queueAll: true });
    const page = await room.call("GET", opened.page, { headers: NAVIGATION });
    expect(page.body).not.toContain('"served"');
    expect(await marksAfter(opened, { "user-agent": "python-requests/2.32" })).toEqual([]);
  });
});

describe("an address list that counts", () => {
  const addressOf = (address: string) => ({ ...BROWSER, "x-forwarded-for": address });

  beforeAll(async () => {
    const { customerId, redis } = room;
    const builder = createListBuilder();
    builder.addRange("198.51.100.0/24");
    const bytes = builder.build()?.bytes ?? new Uint8Array();
    await writePublishedList(redis, customerId, bytes);
    const ref = { hash: hashOfList(bytes), bytes: bytes.length };
    await room.publish({ addressLists: { bad: { ...ref, counts: true } } });
  });

  test("marks whom it names, and nobody else; one that does not count marks nobody", async () => {
    const opened = await room.open(held);
    const served = await stampOf(opened, 3_000);
    expect(await marksAfter(opened, addressOf("198.51.100.255"), { served })).toEqual(["listed"]);
    expect(await marksAfter(opened, addressOf("198.51.101.0"), { served })).toEqual([]);
    const customer = await room.context.customers.find(room.customerId);
    const [ref] = Object.values(customer?.addressLists ?? {});
    if (ref === undefined) throw new Error("The list is published.");
    await room.publish({ addressLists: { bad: { ...ref, counts: false } } });
    expect(await marksAfter(opened, addressOf("198.51.100.255"), { served })).toEqual([]);
  });
});

describe("what follows from a score alone", () => {
  const DRIVEN = { ...BROWSER, "user-agent": "Mozilla/5.0 HeadlessChrome/142.0.0.0" };
  async function joinWith(score: { challengeFrom: number | null; refuseFrom: number | null }) {
    const opened = await room.open({ ...held, protection: { ...UNPROTECTED, score } });
    next += 1;
    const headers = { ...DRIVEN, "x-forwarded-for": `192.0.2.${next}` };
    const form = { joinId: room.id(), served: "0.aaaaaaaaaaaa" };
    return room.call("POST", `${opened.base}/join`, { headers, form });
  }

  test("is nothing, a challenge or a refusal, as the customer has set it", async () => {
    expect(MARKS.headless + MARKS.joinedFast).toBeGreaterThan(0);
    const free = await joinWith({ challengeFrom: null, refuseFrom: null });
    expect(JSON.parse(free.body)).toMatchObject({ status: "waiting", number: 1 });
    const asked = await joinWith({ challengeFrom: 60, refuseFrom: null });
    expect(JSON.parse(asked.body)).toMatchObject({ status: "challenge" });
    const refused = await joinWith({ challengeFrom: 60, refuseFrom: 65 });
    expect(refused.status).toBe(403);
    const below = await joinWith({ challengeFrom: 90, refuseFrom: 95 });
    expect(JSON.parse(below.body)).toMatchObject({ status: "waiting", number: 1 });
  });

  test("asks whoever has passed a challenge again once their two more joins are used", async () => {
    const score = { challengeFrom: 60, refuseFrom: null };
    const challenge = { ...UNPROTECTED.challenge, difficulty: 8 };
    const opened = await room.open({ ...held, protection: { ...UNPROTECTED, challenge, score } });
    next += 1;
    const headers = { ...DRIVEN, "x-forwarded-for": `192.0.2.${next}` };
    const join = (form: Record<string, string>, cookie = {}) =>
      room.call("POST", `${opened.base}/join`, { headers: { ...headers, ...cookie }, form });
    const joinId = room.id();
    const asked = JSON.parse((await join({ joinId })).body) as { challenge: WorkChallenge };
    const solved = await join({ joinId, proof: solveWork(asked.challenge) });
    const passed = solved.headers["set-cookie"]?.find((text) => text.includes("stanchion-passed"));
    const cookie = { cookie: passed?.split(";")[0] ?? "" };
    const told: string[] = [];
    for (let more = 0; more < 4; more += 1) {
      const { body } = await join({ joinId: room.id() }, cookie);
      told.push((JSON.parse(body) as { status: string }).status);
    }
    expect(told).toEqual(["waiting", "waiting", "challenge", "challenge"]);
  });
});
