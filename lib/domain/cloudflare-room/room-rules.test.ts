import { describe, expect, test } from "vitest";
import { matchesTriggers } from "@/connectors/src/core/triggers";
import { CLOUDFLARE_ROOM } from "@/test/cloudflare-room";
import type { CloudflareRoom } from "./room";
import { bypassOf, roomTriggers } from "./room-rules";

const ROOM: CloudflareRoom = {
  ...CLOUDFLARE_ROOM,
  moreRoutes: [{ host: "pay.example.com", path: "/" }],
};

const requestOf = (url: string, headers: Readonly<Record<string, string>> = {}) => ({
  url,
  method: "GET",
  header: (name: string) => headers[name],
});

const SHOP = "https://shop.example.com/shop";

describe("what leads to a room", () => {
  test.each([
    [SHOP, true],
    [`${SHOP}?a=b`, true],
    [`${SHOP}/`, true],
    [`${SHOP}/checkout`, true],
    ["https://SHOP.example.com/shop", true],
    ["https://pay.example.com/any/thing", true],
    ["https://shop.example.com/Shop", false],
    ["https://shop.example.com/shopping", false],
    ["https://shop.example.com/", false],
    ["https://shop.example.com/x/shop/", false],
    ["https://www.example.com/shop", false],
  ])("%s: %s", (url, leads) => {
    expect(matchesTriggers(roomTriggers(ROOM), requestOf(url))).toBe(leads);
  });
});

function ruled(expression: string, enabled = true): CloudflareRoom {
  const rule = {
    ...{ id: "0123456789abcdef0123456789abcdef", description: "", expression, enabled },
    ...{ version: 1, updatedAt: "2026-11-29T20:00:00.000Z" },
  };
  return { ...ROOM, rules: [rule] };
}

describe("whom a rule lets past", () => {
  test.each([
    ['http.request.uri.path eq "/shop/api"', `${SHOP}/api`, true],
    ['http.request.uri.path eq "/shop/api"', `${SHOP}/api2`, false],
    ['starts_with(http.request.uri.path, "/shop/a")', `${SHOP}/about`, true],
    ['starts_with(http.request.uri.path, "/shop/a")', `${SHOP}/b/shop/a`, false],
    ['http.request.uri.query contains "bypass=true"', `${SHOP}?bypass=true`, true],
    ['http.request.uri.path in {"/shop" "/shop/x"}', `${SHOP}/x`, true],
    ['not http.request.uri.path contains "/x"', `${SHOP}/x`, false],
    ['not (http.request.uri.path contains "/x" or http.request.method eq "GET")', SHOP, false],
    ['not (http.request.uri.path contains "/x" and http.request.method eq "GET")', SHOP, true],
    ['(http.request.uri.path contains "/x") || (http.user_agent contains "Probe")', SHOP, true],
    ['lower(http.user_agent) contains "probe" && http.request.method ne "POST"', SHOP, true],
    ['http.user_agent contains "probe"', SHOP, false],
    ['http.cookie contains "vip=1"', SHOP, true],
    ['http.request.cookies["vip"][0] eq "1"', SHOP, true],
    ['any(http.request.headers["x-team"][*] eq "qa")', SHOP, true],
    [String.raw`http.user_agent contains "\"Probe\""`, SHOP, false],
  ])("%s at %s: %s", (expression, url, passes) => {
    const { triggers, problems } = bypassOf(ruled(expression));
    expect([...problems.values()]).toEqual([]);
    const headers = { "user-agent": "Probe/1", cookie: "vip=1", "x-team": "qa" };
    expect(matchesTriggers(triggers, requestOf(url, headers))).toBe(passes);
  });

  test("a rule holds on the routes of its room alone", () => {
    const { triggers } = bypassOf(ruled('http.request.method eq "GET"'));
    expect(matchesTriggers(triggers, requestOf("https://other.example.com/shop"))).toBe(false);
  });

  test("one that is not enabled lets nobody past", () => {
    expect(bypassOf(ruled('http.request.method eq "GET"', false)).triggers).toEqual([]);
  });

  test("an address is looked at by the waiting room", () => {
    const { triggers, accessRules } = bypassOf(
      ruled('ip.src in {192.0.2.1 2001:db8::/32} and http.user_agent contains "Probe"'),
    );
    expect(triggers).toEqual([]);
    expect(accessRules).toMatchObject([
      {
        conditions: [
          { subject: "address", values: ["192.0.2.1", "2001:db8::/32"], isNot: false },
          { subject: "user-agent", comparison: "contains", values: ["Probe"] },
        ],
        action: { type: "let-by" },
      },
    ]);
  });
});

describe("what rules here cannot say is refused with the reason", () => {
  test.each([
    ['cf.threat_score eq "1"', "cf.threat_score"],
    ['http.request.uri.path matches "^/x"', "matches"],
    ['starts_with(http.user_agent, "x")', "only a path starts"],
    ['http.request.full_uri eq "https://shop.example.com/"', "what it contains"],
    ['ip.src eq 192.0.2.1 and http.request.method eq "GET"', "method"],
    ['http.request.uri.path eq "/x" and', "not complete"],
    ['http.request.uri.path eq "/x" "/y"', "not expected"],
    ["http.request.uri.path eq", "missing"],
    ["", "no expression"],
    ['http.request.uri.path eq "x', "no expression"],
    [Array(30).fill('http.host eq "a"').join(" or "), "alternatives"],
    [`${"(".repeat(40)}http.host eq "a"${")".repeat(40)}`, "too deep"],
  ])("%s", (expression, words) => {
    const [problem = ""] = bypassOf(ruled(expression)).problems.values();
    expect(problem).toContain(words);
  });
});
