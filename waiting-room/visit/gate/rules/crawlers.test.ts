import { afterAll, beforeAll, expect, test } from "vitest";
import { startDnsServer, type TestRecords } from "@/test/dns-server";
import { type Crawlers, createCrawlers, type NameResolver } from "./crawlers";

const GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const V6 = "2001:db8:0:0:0:0:0:9";
const reverseV6 = "9.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa";

const records: TestRecords = new Map<string, readonly string[] | "fails" | "silent">([
  ["PTR 9.113.0.203.in-addr.arpa", ["crawl-9.googlebot.com"]],
  ["A crawl-9.googlebot.com", ["203.0.113.9"]],
  [`PTR ${reverseV6}`, ["crawl-v6.googlebot.com"]],
  ["AAAA crawl-v6.googlebot.com", [V6]],
  // Whoever has an address names it as they like; the name leads elsewhere.
  ["PTR 10.113.0.203.in-addr.arpa", ["crawl-9.googlebot.com"]],
  ["PTR 11.113.0.203.in-addr.arpa", ["googlebot.com.example.net"]],
  ["A googlebot.com.example.net", ["203.0.113.11"]],
  ["PTR 12.113.0.203.in-addr.arpa", ["crawl.search.msn.com"]],
  ["A crawl.search.msn.com", ["203.0.113.12"]],
  ["PTR 13.113.0.203.in-addr.arpa", "silent"],
  ["PTR 14.113.0.203.in-addr.arpa", "fails"],
  ["PTR 15.113.0.203.in-addr.arpa", ["fakegooglebot.com"]],
  ["A fakegooglebot.com", ["203.0.113.15"]],
]);

let asked: string[] = [];
let nowMs = 0;
let crawlers: Crawlers;
let close: () => Promise<void> = async () => undefined;
let resolver: NameResolver;

beforeAll(async () => {
  const server = await startDnsServer(records);
  close = server.close;
  const { resolver: real } = server;
  resolver = {
    resolvePtr: (name) => {
      asked.push(name);
      return real.resolvePtr(name);
    },
    resolve4: (host) => real.resolve4(host),
    resolve6: (host) => real.resolve6(host),
  };
  crawlers = createCrawlers(resolver, { limitMs: 300, nowMs: () => nowMs });
});
afterAll(() => close());

test.each([
  ["whose name leads back to it", "203.0.113.9", GOOGLE, true],
  ["the same over IPv6", V6, GOOGLE, true],
  ["whose name is another address's", "203.0.113.10", GOOGLE, false],
  ["whose name only begins like the engine's", "203.0.113.11", GOOGLE, false],
  ["whose name only ends like the engine's", "203.0.113.15", GOOGLE, false],
  ["of another engine", "203.0.113.12", GOOGLE, false],
  ["of the engine that it names", "203.0.113.12", "bingbot/2.0", true],
  ["without a name", "203.0.113.99", GOOGLE, false],
  ["whose name server fails", "203.0.113.14", GOOGLE, false],
  ["that is none", "nowhere", GOOGLE, false],
])("an address %s", async (_name, address, userAgent, isCrawler) => {
  expect(await crawlers.isCrawler({ address, userAgent })).toBe(isCrawler);
});

test("whoever names no search engine is asked nobody about", async () => {
  asked = [];
  expect(await crawlers.isCrawler({ address: "203.0.113.9", userAgent: "Firefox" })).toBe(false);
  expect(asked).toEqual([]);
});

test("what was found is remembered, also that there was nothing, and asked again after a while", async () => {
  asked = [];
  const own = createCrawlers(resolver, { limitMs: 2_000, nowMs: () => nowMs });
  const ask = (address: string) => own.isCrawler({ address, userAgent: GOOGLE });
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await ask("203.0.113.9")).toBe(true);
    expect(await ask("203.0.113.10")).toBe(false);
  }
  const [ninth, tenth] = ["9.113.0.203.in-addr.arpa", "10.113.0.203.in-addr.arpa"];
  expect(asked).toEqual([ninth, tenth]);
  nowMs += 11 * 60_000;
  await ask("203.0.113.9");
  await ask("203.0.113.10");
  expect(asked).toEqual([ninth, tenth, tenth]);
});

test("what a name server that fails leaves open is remembered for a moment only", async () => {
  asked = [];
  const own = createCrawlers(resolver, { limitMs: 2_000, nowMs: () => nowMs });
  const ask = () => own.isCrawler({ address: "203.0.113.14", userAgent: GOOGLE });
  expect([await ask(), await ask()]).toEqual([false, false]);
  expect(asked).toHaveLength(1);
  nowMs += 31_000;
  expect(await ask()).toBe(false);
  expect(asked).toHaveLength(2);
});

test("beyond fifty questions at once nobody is asked about, and nobody is one", async () => {
  asked = [];
  const answers = Array.from({ length: 60 }, (_, index) =>
    crawlers.isCrawler({ address: `198.51.100.${index}`, userAgent: GOOGLE }),
  );
  const found = await Promise.all(answers);
  expect(asked).toHaveLength(50);
  expect(found.slice(50)).toEqual(Array(10).fill(false));
});

test("nobody waits for a name server that is silent, and many who ask are one question", async () => {
  asked = [];
  const answers = Array.from({ length: 20 }, () =>
    crawlers.isCrawler({ address: "203.0.113.13", userAgent: GOOGLE }),
  );
  expect(await Promise.all(answers)).toEqual(answers.map(() => false));
  expect(asked).toEqual(["13.113.0.203.in-addr.arpa"]);
});
