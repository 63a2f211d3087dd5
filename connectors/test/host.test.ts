import { describe, expect, test, vi } from "vitest";
import {
  createMemoryReplayStore,
  type Decision,
  hmacSha256Hex,
  type ReplayStore,
  sessionCookieName,
} from "../src/core/index.ts";
import type { Fetch, HttpRequest, Runtime, SiteRequest } from "../src/host/index.ts";
import {
  type ConnectorOptions,
  createActivityReporter,
  createConnector,
} from "../src/host/index.ts";
import { nowSeconds } from "./conformance/world.ts";
import {
  buildConfig,
  buildIntegration,
  cookieHeader,
  hmac,
  mint,
  QUEUE_ID,
  SECRET,
  seal,
} from "./fixtures.ts";

const NEVER: Fetch = () => Promise.reject(new Error("no network"));
const RUNTIME: Runtime = {
  name: "stanchion-test",
  version: "1.0.0",
  platform: "test",
  fetch: NEVER,
  hmac,
};
const SHOP = "https://shop.example/tickets";

function start(options: Partial<ConnectorOptions> = {}) {
  const config = buildConfig(buildIntegration());
  return createConnector(
    { customerId: "acme", secrets: [SECRET], failOpen: false, config, ...options },
    RUNTIME,
  );
}

function visit(url: string, cookie = ""): SiteRequest {
  return { url, method: "GET", header: (name) => (name === "cookie" ? cookie : undefined) };
}

function freshToken(): string {
  return mint({ expiresUnixSeconds: nowSeconds() + 60 });
}

describe("a replay store in memory", () => {
  test("knows a token until it expires, and then makes room for others", () => {
    let now = 1000;
    const store = createMemoryReplayStore(2, () => now);
    expect([store.firstUse("a", 1010), store.firstUse("a", 1010)]).toEqual([true, false]);
    expect(store.firstUse("b", 1020)).toBe(true);
    now = 1015;
    expect(store.firstUse("c", 1030)).toBe(true);
    expect([store.size(), store.forgotten()]).toEqual([2, 0]);
    expect(store.firstUse("b", 1020)).toBe(false);
  });

  test("never holds more than it may, and counts what it had to forget", () => {
    const store = createMemoryReplayStore(100, () => 0);
    for (let index = 0; index < 1000; index += 1) store.firstUse(`t${index}`, 60);
    expect([store.size(), store.forgotten()]).toEqual([100, 900]);
    expect(store.firstUse("t999", 60)).toBe(false);
  });
});

/** What makes an object that can be waited for, without being a promise of the language. */
const OWN_THEN: PropertyDescriptorMap = {
  // biome-ignore lint/suspicious/noThenProperty: it is one on purpose.
  then: { value: (tell: (isFirst: boolean) => void) => tell(false) },
};

describe("a replay store that is shared", () => {
  test("is asked once for a token that would admit, and never else", async () => {
    const firstUse = vi.fn(async () => true);
    const connector = start({ replay: { firstUse } });
    await connector.check(visit(SHOP));
    await connector.check(visit(`${SHOP}?queueittoken=bad`));
    await connector.check(visit("https://shop.example/"));
    const session = cookieHeader(seal({ issuedUnixSeconds: nowSeconds() }));
    const token = freshToken();
    await connector.check(visit(`${SHOP}?queueittoken=${token}`, session));
    expect(firstUse).not.toHaveBeenCalled();
    const verdict = await connector.check(visit(`${SHOP}?queueittoken=${token}`));
    expect(verdict.answer?.headers).toContainEqual(["Location", SHOP]);
    expect(firstUse.mock.calls).toEqual([[token.slice(-64), expect.any(Number)]]);
  });

  test("refuses a token that was used elsewhere", async () => {
    const connector = start({ replay: { firstUse: async () => false } });
    const verdict = await connector.check(visit(`${SHOP}?queueittoken=${freshToken()}`));
    const location = verdict.answer?.headers.find(([name]) => name === "Location")?.[1];
    expect(location).toMatch(/^https:\/\/room\.example\/error\/qidlimit\/\?/);
    expect(verdict.headers.some(([name]) => name === "Set-Cookie")).toBe(false);
  });

  test.each([
    ["says nothing", () => undefined],
    ["says null, as Redis does", async () => null],
    ["has promises of its own kind", () => Object.create(null, OWN_THEN)],
  ])("that %s lets nobody in", async (_name, firstUse) => {
    // Plain JavaScript may do what the types forbid.
    const replay = { firstUse } as unknown as ReplayStore;
    const url = `${SHOP}?queueittoken=${freshToken()}`;
    const verdict = await start({ replay }).check(visit(url));
    const location = verdict.answer?.headers.find(([name]) => name === "Location")?.[1];
    expect(location).toContain("/error/qidlimit/");
  });

  test("that fails lets nobody in: the visitor tries again", async () => {
    const onProblem = vi.fn();
    const replay = { firstUse: () => Promise.reject(new Error("store is down")) };
    const connector = start({ replay, onProblem });
    const verdict = await connector.check(visit(`${SHOP}?queueittoken=${freshToken()}`));
    expect(verdict.answer?.status).toBe(503);
    expect(onProblem.mock.calls).toEqual([[new Error("store is down")]]);
  });
});

describe("a host that listens", () => {
  test("hears why, and no secret, token or cookie is in the diagnosis", async () => {
    const heard: Decision[] = [];
    const connector = start({ onDecision: (decision) => heard.push(decision) });
    const old = seal({ issuedUnixSeconds: nowSeconds() - 50_000 });
    const token = mint({ expiresUnixSeconds: nowSeconds() - 5 });
    await connector.check(visit(`${SHOP}?queueittoken=${token}`, cookieHeader(old)));
    await connector.check(visit("https://shop.example/"));
    expect(heard.map(({ reason, diagnosis }) => ({ reason, ...diagnosis }))).toEqual([
      { reason: "timestamp", rule: "Tickets", session: "expired", token: "timestamp" },
      { reason: "no-rule", rule: null, session: "none", token: "none" },
    ]);
  });

  test("and throws changes nothing but is told", async () => {
    const onProblem = vi.fn();
    const onDecision = () => {
      throw new Error("log is full");
    };
    const connector = start({ onDecision, onProblem });
    expect((await connector.check(visit(SHOP))).answer?.status).toBe(302);
    expect(onProblem.mock.calls).toEqual([[new Error("log is full")]]);
  });
});

describe("sessions of events with similar names", () => {
  const NAME = sessionCookieName("sale");
  const isIn = async (value: string) => {
    const cookie = `${NAME}=${encodeURIComponent(value)}`;
    return (await start().check(visit(SHOP, cookie))).answer === null;
  };
  const now = nowSeconds();

  test.each([
    ["a longer name gives its end to the queue id", "sale2", `2${QUEUE_ID}`],
    ["a shorter name takes the queue id's beginning", "sal", QUEUE_ID],
  ])("do not count for each other: %s", async (_name, eventId, queueId) => {
    const text = eventId === "sal" ? `e${QUEUE_ID.slice(1)}` : QUEUE_ID;
    const genuine = seal({ eventId, queueId: text, issuedUnixSeconds: now });
    const hash = genuine.split("Hash=")[1];
    const claimed = eventId === "sal" ? QUEUE_ID.slice(1) : queueId;
    const forged = `EventId=sale&QueueId=${claimed}&RedirectType=queue&IssueTime=${now}&Hash=${hash}`;
    // The forgery is one: its signed text is that of the other event.
    expect(hash).toBe(hmacSha256Hex(SECRET, `sale${claimed}queue${now}`));
    expect(await isIn(forged)).toBe(false);
  });
});

describe("reports of activity", () => {
  const session = (queueId: string) =>
    cookieHeader(seal({ queueId, issuedUnixSeconds: nowSeconds() - 60 }));
  const idOf = (index: number): string =>
    `3f1c9c7e-5d2a-4b1e-9f60-${String(index).padStart(12, "0")}`;

  function startReporting(send: Fetch, maxWaiting?: number) {
    const onProblem = vi.fn();
    const activity = createActivityReporter({
      activityUrl: "https://room.example/status/activity/acme",
      apiKey: "key-1",
      fetch: send,
      maxWaiting,
      onProblem,
    });
    return { connector: start({ activity }), activity, onProblem };
  }
  const bodiesOf = (requests: readonly HttpRequest[]) =>
    requests.map(({ body = "{}" }) => JSON.parse(body));
  const answering =
    (status: number, requests: HttpRequest[]): Fetch =>
    async (_url, request) => {
      requests.push(request);
      return { status, headers: { get: () => null }, text: async () => "{}" };
    };

  test("are bounded: the oldest is dropped, and counted", async () => {
    const requests: HttpRequest[] = [];
    const { connector, activity } = startReporting(answering(200, requests), 10);
    for (let index = 0; index < 25; index += 1)
      await connector.check(visit(SHOP, session(idOf(index))));
    expect(activity.counts()).toEqual({ reported: 0, dropped: 15, waiting: 10 });
    await activity.close();
    const [body] = bodiesOf(requests);
    expect(body.active).toEqual(Array.from({ length: 10 }, (_, index) => idOf(15 + index)));
    expect(activity.counts()).toEqual({ reported: 10, dropped: 15, waiting: 0 });
  });

  test("name a visitor once, and at most a thousand at a time", async () => {
    const requests: HttpRequest[] = [];
    const { connector, activity } = startReporting(answering(200, requests));
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 1200; index += 1) {
        await connector.check(visit(SHOP, session(idOf(index))));
      }
    }
    await connector.runDueWork();
    await activity.close();
    expect(bodiesOf(requests).map(({ active }) => active.length)).toEqual([1000, 200]);
  });

  test("that fail are repeated as they were", async () => {
    const requests: HttpRequest[] = [];
    const { connector, activity, onProblem } = startReporting(answering(500, requests));
    await connector.check(visit(`${SHOP}?queueittoken=${freshToken()}`));
    await connector.runDueWork();
    expect(onProblem).toHaveBeenCalledTimes(1);
    await activity.close();
    const [first, second] = bodiesOf(requests);
    expect(first).toMatchObject({ active: [QUEUE_ID], used: [{ e: "sale", q: QUEUE_ID }] });
    expect(second).toEqual(first);
  });
});
