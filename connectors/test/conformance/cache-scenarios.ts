import { expect } from "vitest";
import { sessionCookieName } from "../../src/core/index.ts";
import type { Scenarios } from "./scenario.ts";
import { ORIGIN_SAYS, type SiteAnswer, type SiteVisit } from "./site.ts";
import { freshSession, freshToken, visitWith } from "./world.ts";

/** What a site says to caches, and what of it a browser may still hear. */
const SAID: readonly [says: string, left: string][] = [
  ["Cache-Control: public, max-age=600", "max-age=600, private"],
  ["cache-control: PUBLIC,S-MaxAge=600 , immutable", "immutable, private"],
  ["Cache-Control: max-age=60|Cache-Control: proxy-revalidate, public", "max-age=60, private"],
  [`Cache-Control: private="x-a, public", max-age=9`, "max-age=9, private"],
  [`Cache-Control: no-cache="a, b", s-maxage="60"`, `no-cache="a, b", private`],
  ["Cache-Control: no-store", "no-store, private"],
  ["Expires: Fri, 01 Jan 2100 00:00:00 GMT", "private"],
  ["X-Own: 1", "private"],
];

/** Headers that speak to shared caches alone. */
const TO_SHARED_CACHES = [
  "surrogate-control",
  "cdn-cache-control",
  "cloudflare-cdn-cache-control",
  "edge-control",
  "x-litespeed-cache-control",
  "x-accel-expires",
];

function visitSaying(says: string, sessions: Readonly<Record<string, string>>): SiteVisit {
  const { headers } = visitWith(sessions);
  return { headers: { ...headers, [ORIGIN_SAYS]: says } };
}

const keepsSession = ({ setCookies }: SiteAnswer): boolean =>
  setCookies.some((cookie) => cookie.startsWith(`${sessionCookieName("sale")}=`));

const directives = ({ header }: SiteAnswer): readonly string[] =>
  (header("cache-control") ?? "").split(",").map((one) => one.trim());

/** Where a cookie goes along, no shared cache keeps the answer. */
export const CACHES: Scenarios = {
  "a shared cache keeps no answer with a session": async ({ site }) => {
    const shop = await site();
    for (const [says] of SAID) {
      const answer = await shop.send("/tickets", visitSaying(says, { sale: freshSession() }));
      expect([says, keepsSession(answer)]).toEqual([says, true]);
      expect([says, directives(answer)]).toEqual([says, expect.arrayContaining(["private"])]);
      expect(directives(answer).join()).not.toMatch(/public|s-maxage|proxy-revalidate|private=/i);
    }
    const headers = { [ORIGIN_SAYS]: "Cache-Control: public", "x-queueittoken": freshToken() };
    const started = await shop.send("/tickets", { method: "POST", headers });
    expect([keepsSession(started), directives(started)]).toEqual([true, ["private"]]);
  },
  "of what a site says to caches, an answer with a session keeps what is for browsers": async ({
    site,
  }) => {
    const shop = await site();
    const toThem = TO_SHARED_CACHES.map((name) => `${name}: max-age=600`).join("|");
    for (const [says, left] of SAID) {
      const visit = visitSaying(`${says}|${toThem}`, { sale: freshSession() });
      const { header } = await shop.send("/tickets", visit);
      expect([says, header("cache-control")]).toEqual([says, left]);
      expect(TO_SHARED_CACHES.map(header)).toEqual(TO_SHARED_CACHES.map(() => null));
    }
  },
  "a response that ends a visit is kept by no shared cache": async ({ site }) => {
    const shop = await site();
    const says = "Cache-Control: public, max-age=9|Stanchion-Session: end";
    const answer = await shop.send("/tickets", visitSaying(says, { sale: freshSession() }));
    expect([keepsSession(answer), directives(answer).at(-1)]).toEqual([true, "private"]);
  },
  "an answer without a cookie of ours is kept as the site says": async ({ site }) => {
    const shop = await site();
    const says = "Cache-Control: public, max-age=600|Surrogate-Control: max-age=900";
    for (const [path, visit] of [
      ["/", visitSaying(says, {})],
      ["/fixed", visitSaying(says, { sale: freshSession() })],
    ] as const) {
      const answer = await shop.send(path, visit);
      expect([answer.body, keepsSession(answer)]).toEqual(["origin", false]);
      expect(answer.header("cache-control")).toBe("public, max-age=600");
      expect(answer.header("surrogate-control")).toBe("max-age=900");
    }
  },
};
