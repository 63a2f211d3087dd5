import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Decision } from "../src/core/index.ts";
import { rememberAnswers } from "../src/host/answers.ts";
import {
  type ConnectorOptions,
  createConnector,
  type Hmac,
  type SiteRequest,
  secretsOfEvents,
} from "../src/host/index.ts";
import {
  buildConfig,
  buildIntegration,
  cookieHeader,
  hmac,
  mint,
  NOW_SECONDS,
  OTHER_SECRET,
  pathContains,
  SECRET,
  seal,
} from "./fixtures.ts";

const SHOP = "https://shop.example/tickets";
const IP = "203.0.113.9";
const CONFIG = buildConfig(
  buildIntegration({ InvolvedWaitingRoomIds: ["early"] }),
  buildIntegration({ Name: "Leave", ActionType: "Cancel", Triggers: [pathContains("/leave")] }),
);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_SECONDS * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connector, and all that it asked and decided. */
function start(hmacOf: Hmac, firstUse: (hash: string) => boolean | Promise<boolean>) {
  const asked: string[] = [];
  const decided: Decision[] = [];
  const note = <Asked extends unknown[], Answer>(kind: string, put: (...a: Asked) => Answer) => {
    return (...question: Asked): Answer => {
      asked.push(`${kind} ${question.join(" ")}`);
      return put(...question);
    };
  };
  const options: ConnectorOptions = {
    customerId: "acme",
    secrets: [OTHER_SECRET, SECRET],
    eventSecrets: secretsOfEvents({ Early: [SECRET] }),
    failOpen: false,
    config: CONFIG,
    replay: { firstUse: note("use", firstUse) },
    enqueueToken: note("enqueue", () => "right-to-join"),
    onDecision: (decision) => decided.push(decision),
  };
  const connector = createConnector(options, {
    name: "stanchion-test",
    version: "1.0.0",
    fetch: () => Promise.reject(new Error("no network")),
    hmac: note("hmac", hmacOf),
  });
  return { asked, decided, check: connector.check };
}

function visit(url: string, cookie = ""): SiteRequest {
  const header = (name: string) => (name === "cookie" ? cookie : undefined);
  return { url, method: "GET", header, clientIp: IP };
}

const older = { issuedUnixSeconds: NOW_SECONDS - 60 };
const hashedIp = hmac(SECRET, IP);
const elsewhere = hmac(SECRET, "198.51.100.7");
const withToken = (token: string) => `${SHOP}?queueittoken=${token}`;

const VISITS: readonly [string, SiteRequest][] = [
  ["nothing", visit(SHOP)],
  ["a session to be extended", visit(SHOP, cookieHeader(seal(older)))],
  ["a session and a token beside it", visit(withToken(mint()), cookieHeader(seal(older)))],
  [
    "a session of an involved event",
    visit(SHOP, cookieHeader(seal({ ...older, eventId: "early" }), "early")),
  ],
  [
    "a session bound to this address",
    visit(withToken(mint()), cookieHeader(seal({ ...older, hashedIp }))),
  ],
  [
    "a session bound to another",
    visit(SHOP, cookieHeader(seal({ ...older, hashedIp: elsewhere }))),
  ],
  ["a forged session", visit(SHOP, cookieHeader(seal({}, "another secret")))],
  ["a good token", visit(withToken(mint({ clientIp: IP })))],
  ["a token of another address", visit(withToken(mint({ clientIp: "198.51.100.7" })))],
  ["a forged token", visit(withToken(mint({}, "another secret")))],
  ["a session to be given back", visit("https://shop.example/leave", cookieHeader(seal()))],
];

test.each(VISITS)(
  "what takes time is asked and decided as what does not: %s",
  async (_name, request) => {
    const atOnce = start(hmac, () => true);
    const verdict = await atOnce.check(request);
    const later = start(
      async (key, message) => hmac(key, message),
      async () => true,
    );
    expect(await later.check(request)).toEqual(verdict);
    expect(later.decided).toEqual(atOnce.decided);
    expect(later.decided).toHaveLength(1);
    expect(new Set(later.asked)).toEqual(new Set(atOnce.asked));
    expect(later.asked).toHaveLength(new Set(later.asked).size);
  },
);

test.each(VISITS.slice(1))(
  "nobody is in before the last answer is there: %s",
  async (_name, request) => {
    const open: (() => void)[] = [];
    const wait = <Answer>(answer: Answer): Promise<Answer> =>
      new Promise((resolve) => open.push(() => resolve(answer)));
    const site = start(
      (key, message) => wait(hmac(key, message)),
      () => wait(true),
    );
    const verdict = Promise.resolve(site.check(request));
    let isSettled = false;
    void verdict.then(() => {
      isSettled = true;
    });
    for (let round = 0; round < 30 && !isSettled; round += 1) {
      expect(open.length).toBeLessThanOrEqual(1);
      expect(site.decided).toEqual([]);
      expect(site.asked.some((question) => question.startsWith("enqueue"))).toBe(false);
      open.pop()?.();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
    await verdict;
    expect(site.decided).toHaveLength(1);
  },
);

test.each(["hmac", "use"])("a rejected answer (%s) lets nobody in, and is told", async (kind) => {
  const fail = () => Promise.reject(new Error("no answer"));
  const site = start(
    kind === "hmac" ? fail : async (key, message) => hmac(key, message),
    kind === "use" ? fail : () => true,
  );
  const verdict = await site.check(visit(withToken(mint())));
  expect(verdict.answer?.status).toBe(503);
  expect(verdict.headers.some(([name]) => name === "Set-Cookie")).toBe(false);
  expect(site.decided).toEqual([]);
});

test("a text is an answer at once, and nothing else is asked while one is open", async () => {
  const open: Promise<unknown>[] = [];
  const question = vi.fn((subject: string): string | Promise<string> =>
    subject === "slow" ? Promise.resolve("late") : "now",
  );
  const ask = rememberAnswers(question, open);
  expect([ask("quick"), ask("slow"), ask("quick"), ask("slow")]).toEqual(["now", "", "", ""]);
  expect(question.mock.calls.map(([subject]) => subject)).toEqual(["quick", "slow"]);
  await open.pop();
  expect([ask("slow"), ask("quick")]).toEqual(["late", "now"]);
  expect(question).toHaveBeenCalledTimes(3);
});
