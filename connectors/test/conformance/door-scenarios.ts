import { expect } from "vitest";
import { sessionCookieName } from "../../src/core/index.ts";
import type { Scenarios } from "./scenario.ts";
import { ORIGIN_COOKIE, type SiteVisit } from "./site.ts";
import { freshSession, freshToken, sentBack, visitWith } from "./world.ts";

const ROOM = "https://room.example/";
const PAGE = "https://www.shop.example";

/** What a browser asks before a script sends JSON to another host. */
const PREFLIGHT: SiteVisit = {
  method: "OPTIONS",
  headers: {
    origin: PAGE,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,x-queueit-ajaxpageurl",
  },
};

/** Every door that a request can come by: other spellings, hosts, methods and origins. */
export const DOORS: Scenarios = {
  "a rule for a folder holds however the address is spelled": async ({ site }) => {
    const shop = await site();
    for (const path of [
      ...["/folder", "/folder/", "/%2ffolder/", "/x/..%2ffolder/", "/folder%2f", "/folder;a=1/"],
      ...["/k%C3%B8b/", "/k%c3%b8b", "/x%2f;/..%2ffolder/"],
    ]) {
      const { header } = await shop.send(path);
      expect([path, header("location")?.split("?")[0]]).toEqual([path, ROOM]);
    }
  },
  "a rule for a host holds, and its visitors come back there": async ({ site }) => {
    const shop = await site();
    const { header } = await shop.send("/at-host?a=1");
    const location = new URL(header("location") ?? "");
    expect(location.href.startsWith(ROOM)).toBe(true);
    expect(location.searchParams.get("t")).toBe(`${shop.origin}/at-host?a=1`);
    const answer = await shop.send(`/at-host?queueittoken=${freshToken()}`);
    expect(answer.header("location")).toBe(`${shop.origin}/at-host`);
    const headers = { cookie: sentBack(answer.setCookies, sessionCookieName("sale")) };
    expect((await shop.send("/at-host", { headers })).body).toBe("origin");
  },
  "a rule for a method holds for that method alone": async ({ site }) => {
    const shop = await site();
    expect((await shop.send("/orders")).body).toBe("origin");
    for (const method of ["POST", "PUT"]) {
      const answer = await shop.send("/orders", { method });
      expect([answer.status, answer.header("location")?.split("?")[0]]).toEqual([302, ROOM]);
    }
    const visit = { ...visitWith({ sale: freshSession() }), method: "POST", body: "order" };
    expect((await shop.send("/orders", visit)).body).toBe("origin got order");
  },
  "a preflight goes on to the site, and nothing is added to its answer": async ({ site }) => {
    for (const shop of [await site(), await site({ allowedOrigins: [PAGE] })]) {
      const answer = await shop.send("/tickets", PREFLIGHT);
      expect([answer.status, answer.body, answer.setCookies]).toEqual([
        200,
        "origin",
        [ORIGIN_COOKIE],
      ]);
      const added = ["x-queueit-connector", "x-queueit-redirect", "access-control-allow-origin"];
      expect(added.map(answer.header)).toEqual([null, null, null]);
    }
  },
  "what no browser sends as a preflight is none": async ({ site }) => {
    const shop = await site();
    const { headers = {} } = PREFLIGHT;
    const { origin: _origin, ...withoutOrigin } = headers;
    const { "access-control-request-method": _method, ...withoutMethod } = headers;
    for (const visit of [
      { method: "GET", headers },
      { method: "POST", headers, body: "order" },
      { method: "OPTIONS", headers: withoutOrigin },
      { method: "OPTIONS", headers: withoutMethod },
      { method: "OPTIONS", headers: { ...headers, cookie: "a=1" } },
      { method: "OPTIONS", headers: { ...headers, authorization: "Basic eDp5" } },
    ]) {
      expect([visit, (await shop.send("/tickets", visit)).status]).toEqual([visit, 302]);
    }
  },
  "scripts of named origins can read where the line is, others cannot": async ({ site }) => {
    const shop = await site({ allowedOrigins: [PAGE] });
    const headers = { "x-queueit-ajaxpageurl": encodeURIComponent(`${PAGE}/cart`) };
    const named = await shop.send("/tickets", {
      method: "POST",
      headers: { ...headers, origin: PAGE },
    });
    expect(named.status).toBe(200);
    expect(decodeURIComponent(named.header("x-queueit-redirect") ?? "")).toContain(ROOM);
    expect(named.header("access-control-allow-origin")).toBe(PAGE);
    expect(named.header("access-control-allow-credentials")).toBe("true");
    expect(named.header("access-control-expose-headers")).toBe("x-queueit-redirect");
    expect(named.header("vary")).toBe("Origin");
    for (const origin of ["https://www.shop.example.evil", "null", `${PAGE}:8443`]) {
      const other = await shop.send("/tickets", {
        method: "POST",
        headers: { ...headers, origin },
      });
      expect([origin, other.header("access-control-allow-origin")]).toEqual([origin, null]);
    }
    // What goes on to the site is the site's to answer.
    const passed = await shop.send("/", { headers: { origin: PAGE } });
    expect(passed.header("access-control-allow-origin")).toBeNull();
  },
};
