import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainAddress } from "../src/core/address.ts";
import { type Decision, decide, matchesTriggers } from "../src/core/index.ts";
import { readingsOf } from "../src/core/readings.ts";
import {
  buildConfig,
  buildIntegration,
  buildOptions,
  buildRequest,
  compile,
  cookieHeader,
  pathContains,
  seal,
} from "./fixtures.ts";

const part = (UrlPart: string, Operator: string, ValueToCompare: string, IsNegative = false) => ({
  LogicalOperator: "And",
  TriggerParts: [
    {
      ...(pathContains("").TriggerParts[0] ?? expect.fail()),
      ...{ UrlPart, Operator, ValueToCompare, IsNegative, IsIgnoreCase: false },
    },
  ],
});
const onPath = part("PagePath", "Equals", "/tickets");
const onHost = part("HostName", "Equals", "shop.example");

/** By RFC 3986, by four servers, by pairs of them, and bare: with a fragment and a port each. */
const MOST_READINGS = 1 + 4 * (1 + 4 + 4 * 4 + 1);

/** The same page to one server or another. */
const SPELLINGS = [
  "/%74ickets",
  "/tick%65ts",
  "/%2ftickets",
  "/%2Ftickets",
  "//tickets",
  "/./tickets",
  "/free/../tickets",
  "/free/%2e%2e/tickets",
  "/free/..%2ftickets",
  "/free%2f..%2ftickets",
  "/free/..;/tickets",
  "/tickets/",
  "/tickets//",
  "/tickets;jsessionid=1",
  "/;x/tickets",
  "/%5ctickets",
  "/\\tickets",
  "/%2574ickets",
  "/%252ftickets",
  "/%ff/../%74ickets",
] as const;

describe("a rule for a page holds however its address is spelled:", () => {
  test.each(SPELLINGS)("%s", (path) => {
    const request = { url: `https://shop.example${path}`, header: () => undefined };
    expect(matchesTriggers([onPath], request)).toBe(true);
    expect(matchesTriggers([onPath], { ...request, url: `${request.url}?a=%20b` })).toBe(true);
    expect(matchesTriggers([onPath], request, true)).toBe(false);
    expect(matchesTriggers([part("PagePath", "Equals", "/free")], request)).toBe(false);
  });
});

describe("a rule for a folder holds however its address is spelled:", () => {
  const inFolder = pathContains("/queue/");
  test.each([
    "/queue",
    "/%2fqueue/",
    "/x/..%2fqueue/",
    "/queue%2f",
    "/queue;a=1/",
    "/queue/;a=1",
    "/queue;a=1",
    "/x%2f;/..%2fqueue/",
    "/queue%252f",
    "/x%3f%2fqueue%2f",
    "/%75queue/../queue/.",
    "/free#/../queue/",
    "/%u0071ueue/",
    "/x\\..\\queue/",
  ])("%s", (path) => {
    const request = { url: `https://shop.example${path}`, header: () => undefined };
    expect(matchesTriggers([inFolder], request)).toBe(true);
    expect(matchesTriggers([inFolder], { ...request, url: `http://10.0.0.1:80${path}` })).toBe(
      true,
    );
    const elsewhere = { ...request, url: request.url.replace(/ueue/g, "uest") };
    expect(matchesTriggers([inFolder], elsewhere)).toBe(false);
  });

  test("also behind a port that the rule does not name, and before a query", () => {
    const ruled = part("PageUrl", "Equals", "https://shop.example/queue/?a=1");
    for (const url of [
      "https://shop.example:443/queue/?a=1",
      "https://shop.example:443/x%2f..%2fqueue/?a=1",
      "https://shop.example/queue?a=1",
      "https://shop.example/queue;b/?%61=1",
    ]) {
      expect([url, matchesTriggers([ruled], { url, header: () => undefined })]).toEqual([
        url,
        true,
      ]);
    }
  });
});

test("an address is read as each server reads it, not as all of them together", () => {
  // nginx keeps the parameter, so that the dots take it away; a container of servlets drops it before.
  const request = { url: "https://shop.example/x%2f;/..%2fqueue", header: () => undefined };
  for (const path of ["/x/queue", "/queue"]) {
    expect(matchesTriggers([part("PagePath", "Equals", path)], request)).toBe(true);
  }
});

describe("a rule holds however its own text is spelled:", () => {
  test.each([
    ["/køb/", "/k%C3%B8b/"],
    ["/køb/", "/k%c3%b8b"],
    ["/køb/", "/k\u00c3\u00b8b/"],
    ["/k%C3%B8b/", "/x/..%2fk%C3%B8b/"],
    ["/k%c3%b8b/", "/k%C3%B8b/"],
    ["/a+b/", "/a%2Bb/"],
    ["/a%2bb/", "/a+b/"],
    ["/my page", "/my%20page"],
    ["/my%20page", "//my%20page;x"],
    ["/%74ickets", "/tickets"],
  ])("%s for %s", (value, path) => {
    const request = { url: `https://shop.example${path}`, header: () => undefined };
    expect(matchesTriggers([part("PagePath", "Contains", value)], request)).toBe(true);
    expect(matchesTriggers([part("PagePath", "Equals", value)], request)).toBe(true);
  });

  test("what is denied is denied as people write it, and no more than that", () => {
    const holds = (value: string, path: string): boolean => {
      const request = { url: `https://shop.example${path}`, header: () => undefined };
      return matchesTriggers([part("PagePath", "Contains", value, true)], request);
    };
    expect(holds("/hj%C3%A6lp/", "/hj%C3%A6lp/")).toBe(false);
    expect(holds("/free/", "/free/")).toBe(false);
    expect(holds("/a%2Fb", "/a/b")).toBe(true);
    expect(holds("/a%2Fb", "/a%2Fb")).toBe(true);
    expect(holds("/free/", "/tickets/..%2ffree/")).toBe(true);
  });
});

test.each([
  "shop.example:443",
  "shop.example.",
  "SHOP.example",
  "shop.example.:8443",
  "shop.example:",
])("a rule for a host holds for %s", (host) => {
  const request = { url: `https://${host}/tickets`, header: () => undefined };
  expect(matchesTriggers([onHost], request)).toBe(true);
  expect(matchesTriggers([onHost], request, true)).toBe(false);
  const other = { ...request, url: `https://${host.replace(/shop/i, "shop2")}/tickets` };
  expect(matchesTriggers([onHost], other)).toBe(false);
});

test("what a rule says letter by letter still holds letter by letter", () => {
  const request = { url: "https://Shop.example:8443/a%2Fb/?q=%41", header: () => undefined };
  const whole = part("PageUrl", "Equals", request.url);
  expect(matchesTriggers([whole], request)).toBe(true);
  expect(matchesTriggers([part("HostName", "Equals", "Shop.example:8443")], request)).toBe(true);
  expect(matchesTriggers([part("PagePath", "Equals", "/a%2Fb/")], request)).toBe(true);
});

test("letters beyond English may stand in a rule as people write them", () => {
  const request = { url: "https://shop.example/t%c3%BCr", header: () => undefined };
  expect(matchesTriggers([part("PagePath", "Equals", "/tür")], request)).toBe(true);
  expect(matchesTriggers([part("PagePath", "Equals", "/t%C3%BCr")], request)).toBe(true);
});

test("an ordinary address has one reading, and none has more than there are servers", () => {
  for (const path of ["", "/", "/tickets", "/a/b-c_d~e.f/g.html", "/a?b=c/../d&e=;"]) {
    expect(readingsOf(`https://shop.example${path}`)).toEqual([`https://shop.example${path}`]);
  }
  const anything = fc.array(fc.constantFrom(..."/.%25cef;\\?#:a74")).map((all) => all.join(""));
  fc.assert(
    fc.property(anything, (rest) => {
      const readings = readingsOf(`https://shop.example${rest}`);
      expect(readings[0]).toBe(`https://shop.example${rest}`);
      expect(readings.length).toBeLessThanOrEqual(MOST_READINGS);
    }),
  );
});

describe("where an address can be read as two protected pages,", () => {
  const easy = buildIntegration({
    Name: "Easy",
    EventId: "easy",
    Triggers: [pathContains("/easy")],
  });
  const hard = buildIntegration({
    Name: "Hard",
    EventId: "hard",
    Triggers: [part("PagePath", "Equals", "/hard")],
  });
  const free = buildIntegration({
    Name: "Free",
    ActionType: "Ignore",
    EventId: null,
    Triggers: [pathContains("/free")],
  });
  const config = compile(buildConfig(free, easy, hard));
  const decideFor = (path: string, ...eventIds: string[]): Decision => {
    const cookie = eventIds.map((eventId) => cookieHeader(seal({ eventId }), eventId)).join("; ");
    return decide(
      buildRequest(`https://shop.example${path}`, { cookie }),
      buildOptions({ config }),
    );
  };

  test("a session of one of them is not enough", () => {
    const path = "/easy/..%2fhard";
    expect(decideFor(path, "easy")).toMatchObject({ type: "redirect" });
    expect(decideFor(path, "hard")).toMatchObject({ type: "redirect" });
    expect(decideFor(path, "hard", "easy")).toMatchObject({ type: "pass" });
  });

  test("a rule that lets everybody through does not count", () => {
    expect(decideFor("/free/..%2fhard")).toMatchObject({ type: "redirect" });
    expect(decideFor("/free/..;/hard")).toMatchObject({ type: "redirect" });
    expect(decideFor("/free/tour")).toMatchObject({ type: "ignore", reason: "ignore-rule" });
  });

  test("the address to come back to stays as it was", () => {
    const { url } = decideFor("/%68ard?x=%41") as Extract<Decision, { type: "redirect" }>;
    expect(new URL(url).searchParams.get("t")).toBe("https://shop.example/%68ard?x=%41");
  });
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:ffff:cb00:7109", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:4711", "203.0.113.9"],
  ["203.0.113.9:4711", "203.0.113.9"],
  ["2001:DB8::1", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", "unknown"],
])("the address %s is compared as %s", (written, plain) => {
  expect(plainAddress(written)).toBe(plain);
});
