import { expect } from "vitest";
import { appendQueueToken, hmacSha256Hex, sessionCookieName } from "../../src/core/index.ts";
import { hmac, OTHER_SECRET, QUEUE_ID, SECRET } from "../fixtures.ts";
import type { Scenarios } from "./scenario.ts";
import { ORIGIN_COOKIE, type SiteAnswer } from "./site.ts";
import { freshSession, freshToken, nowSeconds, sentBack, visitWith } from "./world.ts";

const NAME = sessionCookieName("sale");
/** What a session's cookie has at a site besides what its rule says. */
const protectionAt = ({ origin }: { readonly origin: string }): string =>
  origin.startsWith("https:") ? "; Secure; SameSite=Lax" : "; SameSite=Lax";
const clearedAt = (shop: { readonly origin: string }): string =>
  `${NAME}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/${protectionAt(shop)}`;

function withoutVersion(url: string | null): string | undefined {
  return url?.replace(/([?&]ver=)[^&]+/, "$1VERSION");
}

function roomUrl(target: string, name: string = "Tickets"): string {
  return `https://room.example/?c=acme&e=sale&ver=VERSION&cver=7&man=${name}&t=${encodeURIComponent(target)}`;
}

function expectUncached(answer: SiteAnswer): void {
  expect(answer.header("cache-control")).toBe("no-cache, no-store, must-revalidate, max-age=0");
  expect(answer.header("pragma")).toBe("no-cache");
  // Some proxies mend the weekday.
  expect(answer.header("expires")).toMatch(/^(Fri|Mon), 01 Jan 1990 00:00:00 GMT$/);
}

function connectorCookies({ setCookies }: SiteAnswer): readonly string[] {
  return setCookies.filter((cookie) => cookie !== ORIGIN_COOKIE);
}

/** Who has to queue, and where they are sent. */
export const OUTSIDE: Scenarios = {
  "pages without a rule, and of ignore rules, are served": async ({ site }) => {
    const shop = await site();
    for (const path of ["/", "/tickets/faq", "/dance"]) {
      const answer = await shop.send(path);
      expect([answer.status, answer.body, answer.setCookies]).toEqual([
        200,
        "origin",
        [ORIGIN_COOKIE],
      ]);
      expect(answer.header("x-queueit-connector")).not.toBeNull();
    }
  },
  "a visitor without a session is sent to the queue, and no cache keeps that": async ({ site }) => {
    const shop = await site();
    const answer = await shop.send("/tickets?a=1&b=%C3%A4");
    expect([answer.status, answer.body, answer.setCookies]).toEqual([302, "", []]);
    expect(withoutVersion(answer.header("location"))).toMatch(
      /^https:\/\/room\.example\/\?c=acme&e=sale&ver=VERSION&cver=7&man=Tickets&t=/,
    );
    expectUncached(answer);
    expect(answer.header("x-queueit-connector")).not.toBeNull();
  },
  "the address to come back to is that of the visitor": async ({ site }) => {
    const shop = await site();
    const { header } = await shop.send("/tickets?a=1");
    expect(withoutVersion(header("location"))).toBe(roomUrl(`${shop.origin}/tickets?a=1`));
  },
  "a HEAD request is redirected, a POST request is, too": async ({ site }) => {
    const shop = await site();
    for (const method of ["HEAD", "POST"]) {
      const answer = await shop.send("/tickets", { method });
      expect([answer.status, answer.body]).toEqual([302, ""]);
    }
  },
  "a rule holds however the address is spelled": async ({ site }) => {
    const shop = await site();
    for (const path of ["/%74ickets", "/%2ftickets", "/free/..%2ftickets", "/free;a/tickets"]) {
      const { header } = await shop.send(path);
      expect([path, header("location")?.split("?")[0]]).toEqual([path, "https://room.example/"]);
    }
  },
  "a forced target and the event's own target": async ({ site }) => {
    const shop = await site();
    const forced = await shop.send("/forced");
    expect(withoutVersion(forced.header("location"))).toBe(
      roomUrl("https://shop.example/start", "Forced"),
    );
    const event = await shop.send("/event-target");
    expect(withoutVersion(event.header("location"))).toBe(
      "https://room.example/room/?c=acme&e=sale&ver=VERSION&cver=7&man=Event%20target",
    );
  },
  "an enqueue token of the site goes along": async ({ site }) => {
    const shop = await site({ enqueueToken: "head.body.sign" });
    const { header } = await shop.send("/tickets");
    expect(header("location")).toContain("&man=Tickets&enqueuetoken=head.body.sign&t=");
  },
  "a rule's lane goes along, signed, for each visitor anew": async ({ site }) => {
    const shop = await site();
    const rights = new Set<string>();
    for (let visitor = 0; visitor < 3; visitor += 1) {
      const location = (await shop.send("/members")).header("location") ?? "";
      const right = new URL(location).searchParams.get("lane") ?? "";
      const [, signed = "", signature] =
        /^(members~\d+~[a-z0-9]+)~([0-9a-f]{64})$/.exec(right) ?? [];
      expect(signature).toBe(hmac(SECRET, `lane:acme:sale:${signed}`));
      expect(nowSeconds() - Number(signed.split("~")[1])).toBeLessThan(60);
      rights.add(right);
    }
    expect(rights.size).toBe(3);
    expect((await shop.send("/tickets")).header("location")).not.toContain("lane=");
  },
  "a script is told where its page has to go": async ({ site }) => {
    const shop = await site();
    const page = "https://shop.example/page?x=ä";
    const headers = { "x-queueit-ajaxpageurl": encodeURIComponent(page) };
    const answer = await shop.send("/tickets/api", { headers });
    expect([answer.status, answer.body]).toEqual([200, ""]);
    const target = decodeURIComponent(answer.header("x-queueit-redirect") ?? "");
    expect(withoutVersion(target)).toBe(roomUrl(page));
    expect(answer.header("access-control-expose-headers")).toContain("x-queueit-redirect");
    expectUncached(answer);
  },
  "error hash: a forged token, and the bad session is cleared": async ({ site }) => {
    const shop = await site();
    const token = freshToken({}, OTHER_SECRET);
    const visit = visitWith({ sale: "EventId=sale" });
    const answer = await shop.send(`/tickets?queueittoken=${token}`, visit);
    const location = answer.header("location") ?? "";
    expect(location).toMatch(/^https:\/\/room\.example\/error\/hash\/\?c=acme&e=sale&/);
    expect(location).toContain(`&queueittoken=${token}&ts=`);
    expect(answer.setCookies).toEqual([clearedAt(shop)]);
    expectUncached(answer);
  },
  "error eventid: a token of another event": async ({ site }) => {
    const shop = await site();
    const answer = await shop.send(`/tickets?queueittoken=${freshToken({ eventId: "other" })}`);
    expect(answer.header("location")).toMatch(/^https:\/\/room\.example\/error\/eventid\/\?/);
  },
  "error timestamp: a token that has expired": async ({ site }) => {
    const shop = await site();
    const token = freshToken({ expiresUnixSeconds: nowSeconds() - 5 });
    const answer = await shop.send(`/tickets?queueittoken=${token}`);
    expect(answer.header("location")).toMatch(/^https:\/\/room\.example\/error\/timestamp\/\?/);
  },
  "error ip: a token of another address": async ({ site }) => {
    const shop = await site();
    const token = freshToken({ clientIp: "203.0.113.9" });
    const path = `/tickets?queueittoken=${token}`;
    const elsewhere = await shop.send(path, { clientIp: "198.51.100.7" });
    expect(elsewhere.header("location")).toMatch(
      /^https:\/\/room\.example\/error\/ip\/\?.*&icr=ip%2Ccip%3A3139382e/,
    );
    const answer = await shop.send(path, { clientIp: "203.0.113.9" });
    expect(answer.header("location")).toBe(`${shop.origin}/tickets`);
  },
  "error sessionstate: a session of another address": async ({ site }) => {
    const shop = await site();
    const hashedIp = hmacSha256Hex(SECRET, "203.0.113.9");
    const visit = visitWith({ sale: freshSession({ hashedIp }) });
    const elsewhere = await shop.send("/tickets", { ...visit, clientIp: "198.51.100.7" });
    expect(elsewhere.header("location")).toMatch(
      /^https:\/\/room\.example\/error\/connector\/sessionstate\/\?/,
    );
    expect((await shop.send("/tickets", { ...visit, clientIp: "203.0.113.9" })).body).toBe(
      "origin",
    );
  },
};

/** Who is in, for how long, and how they leave. */
export const INSIDE: Scenarios = {
  "a good token starts a session and leaves the address bar": async ({ site }) => {
    const shop = await site();
    const answer = await shop.send(appendQueueToken("/tickets?a=1", freshToken()));
    expect([answer.status, answer.body]).toEqual([302, ""]);
    expect(answer.header("location")).toBe(`${shop.origin}/tickets?a=1`);
    expect(answer.setCookies).toEqual([
      expect.stringMatching(
        `^${NAME}=EventId%3Dsale%26[^;]+; Expires=[^;]+ GMT; Max-Age=86400; Path=/${protectionAt(shop)}$`,
      ),
    ]);
    expectUncached(answer);
    const headers = { cookie: sentBack(answer.setCookies, NAME) };
    const next = await shop.send("/tickets?a=1", { headers });
    expect([next.status, next.body]).toEqual([200, "origin"]);
  },
  "a token beside a session is stripped, good or bad": async ({ site }) => {
    const shop = await site();
    const visit = visitWith({ sale: freshSession() });
    const answer = await shop.send("/tickets?queueittoken=bad&a=1", visit);
    expect([answer.status, answer.header("location")]).toEqual([302, `${shop.origin}/tickets?a=1`]);
  },
  "a POST request with a good token keeps its body": async ({ site }) => {
    const shop = await site();
    const path = `/tickets?queueittoken=${freshToken()}`;
    const answer = await shop.send(path, { method: "POST", body: "order=1" });
    expect([answer.status, answer.body]).toEqual([200, "origin got order=1"]);
    expect(connectorCookies(answer)).toEqual([expect.stringContaining(`${NAME}=EventId`)]);
  },
  "a token in the header x-queueittoken counts": async ({ site }) => {
    const shop = await site();
    const answer = await shop.send("/tickets", { headers: { "x-queueittoken": freshToken() } });
    expect([answer.status, answer.body]).toEqual([200, "origin"]);
    expect(connectorCookies(answer)).toEqual([expect.stringContaining(`${NAME}=EventId`)]);
  },
  "a script with a session is served": async ({ site }) => {
    const shop = await site();
    const { headers } = visitWith({ sale: freshSession() });
    const answer = await shop.send("/tickets", {
      headers: { ...headers, "x-queueit-ajaxpageurl": "https%3A%2F%2Fshop.example%2F" },
    });
    expect(answer.body).toBe("origin");
  },
  "a sliding session is extended, beside the site's own cookie": async ({ site }) => {
    const shop = await site();
    const answer = await shop.send("/tickets", visitWith({ sale: freshSession() }));
    expect(answer.body).toBe("origin");
    expect(answer.setCookies).toHaveLength(2);
    expect(answer.setCookies).toContain(ORIGIN_COOKIE);
    const issued = /IssueTime%3D(\d+)/.exec(connectorCookies(answer)[0] ?? "")?.[1];
    expect(Number(issued)).toBeGreaterThanOrEqual(nowSeconds() - 30);
  },
  "a fixed session is not extended, whoever fixed it": async ({ site }) => {
    const shop = await site();
    const byRule = await shop.send("/fixed", visitWith({ sale: freshSession() }));
    const byToken = freshSession({ fixedValidityMinutes: 3 });
    const answer = await shop.send("/tickets", visitWith({ sale: byToken }));
    expect([byRule.body, answer.body]).toEqual(["origin", "origin"]);
    expect([byRule.setCookies, answer.setCookies]).toEqual([[ORIGIN_COOKIE], [ORIGIN_COOKIE]]);
    const over = freshSession({ fixedValidityMinutes: 3, issuedUnixSeconds: nowSeconds() - 200 });
    expect((await shop.send("/tickets", visitWith({ sale: over }))).status).toBe(302);
  },
  "a session that is over leads to the queue and is cleared": async ({ site }) => {
    const shop = await site();
    const over = freshSession({ issuedUnixSeconds: nowSeconds() - 20 * 60 - 5 });
    const answer = await shop.send("/tickets", visitWith({ sale: over }));
    expect(answer.header("location")).toMatch(/^https:\/\/room\.example\/\?/);
    expect(answer.setCookies).toEqual([clearedAt(shop)]);
  },
  "a rule's cookie settings are obeyed": async ({ site }) => {
    const shop = await site();
    const answer = await shop.send(`/strict?queueittoken=${freshToken()}`);
    expect(answer.setCookies).toEqual([
      expect.stringMatching(/; Path=\/; Domain=shop\.example; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  },
  "several waiting rooms in one rule: any session or token counts": async ({ site }) => {
    const shop = await site();
    const late = visitWith({ late: freshSession({ eventId: "late" }) });
    expect((await shop.send("/several", late)).body).toBe("origin");
    const answer = await shop.send(`/several?queueittoken=${freshToken()}`);
    expect(answer.setCookies).toEqual([expect.stringContaining(`${NAME}=EventId%3Dsale`)]);
    const nobody = await shop.send("/several");
    expect(nobody.header("location")).toContain("/?c=acme&e=early&");
  },
  "leaving ends the session and tells the waiting room": async ({ site }) => {
    const shop = await site();
    const old = freshSession({ issuedUnixSeconds: nowSeconds() - 50_000 });
    const answer = await shop.send("/leave", visitWith({ sale: old }));
    expect(answer.status).toBe(302);
    expect(withoutVersion(answer.header("location"))).toBe(
      `https://room.example/cancel/acme/sale/${QUEUE_ID}?c=acme&e=sale&ver=VERSION&cver=7&man=Leave&r=${encodeURIComponent(`${shop.origin}/leave`)}`,
    );
    expect(answer.setCookies).toEqual([clearedAt(shop)]);
    expectUncached(answer);
    expect((await shop.send("/leave")).body).toBe("origin");
  },
  "a script that leaves is told where its page has to go": async ({ site }) => {
    const shop = await site();
    const { headers } = visitWith({ sale: freshSession() });
    const answer = await shop.send("/leave", {
      headers: { ...headers, "x-queueit-ajaxpageurl": "https%3A%2F%2Fshop.example%2F" },
    });
    expect(answer.status).toBe(200);
    expect(decodeURIComponent(answer.header("x-queueit-redirect") ?? "")).toContain(
      "/cancel/acme/",
    );
    expect(answer.setCookies).toEqual([clearedAt(shop)]);
  },
  "leaving several waiting rooms clears every session": async ({ site }) => {
    const shop = await site();
    const visit = visitWith({ early: freshSession({ eventId: "early" }), sale: freshSession() });
    const answer = await shop.send("/quit", visit);
    expect(answer.header("location")).toBe(
      `https://room.example/cancel/multiple/acme?wrl=early~${QUEUE_ID}_sale~${QUEUE_ID}&r=${encodeURIComponent(`${shop.origin}/quit`)}`,
    );
    expect(answer.setCookies).toHaveLength(2);
  },
};
