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

test("an ordinary address has one reading, and none has more than three", () => {
  for (const path of ["", "/", "/tickets", "/a/b-c_d~e.f/g.html", "/a?b=c/../d&e=;"]) {
    expect(readingsOf(`https://shop.example${path}`)).toEqual([`https://shop.example${path}`]);
  }
  const anything = fc.array(fc.constantFrom(..."/.%25cef;\\?#:a74")).map((all) => all.join(""));
  fc.assert(
    fc.property(anything, (rest) => {
      const readings = readingsOf(`https://shop.example${rest}`);
      expect(readings[0]).toBe(`https://shop.example${rest}`);
      expect(readings.length).toBeLessThanOrEqual(3);
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
