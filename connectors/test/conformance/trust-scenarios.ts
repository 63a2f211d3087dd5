import { expect } from "vitest";
import { hmacSha256Hex, sessionCookieName } from "../../src/core/index.ts";
import { OTHER_SECRET, QUEUE_ID, SECRET } from "../fixtures.ts";
import type { Scenarios } from "./scenario.ts";
import type { AdapterSite } from "./site.ts";
import { freshSession, freshToken, sentBack, until, visitWith } from "./world.ts";

const NAME = sessionCookieName("sale");
const ERROR = /^https:\/\/room\.example\/error\/([a-z/]+)\/\?/;

async function errorOf(site: AdapterSite, path: string): Promise<string | undefined> {
  return ERROR.exec((await site.send(path)).header("location") ?? "")?.[1];
}

function debugFields(setCookies: readonly string[]): ReadonlyMap<string, string> {
  const value = decodeURIComponent(sentBack(setCookies, "queueitdebug").split("=")[1] ?? "");
  return new Map(
    value.split("|").map((field): [string, string] => {
      const equals = field.indexOf("=");
      return [field.slice(0, equals), field.slice(equals + 1)];
    }),
  );
}

/** Which secrets count, and what a token is worth the second time. */
export const TRUST: Scenarios = {
  "secrets can be rotated: all verify, the first signs": async ({ site }) => {
    const shop = await site({ secrets: [OTHER_SECRET, SECRET] });
    const answer = await shop.send("/tickets", visitWith({ sale: freshSession({}, SECRET) }));
    expect(answer.body).toBe("origin");
    const headers = { cookie: sentBack(answer.setCookies, NAME) };
    const rotated = await site({ secrets: [OTHER_SECRET] });
    expect((await rotated.send("/tickets", { headers })).body).toBe("origin");
  },
  "an event with secrets of its own is closed to the customer's secret": async ({ site }) => {
    const shop = await site({ eventSecrets: { sale: [OTHER_SECRET] } });
    expect(await errorOf(shop, `/tickets?queueittoken=${freshToken()}`)).toBe("hash");
    expect((await shop.send("/tickets", visitWith({ sale: freshSession() }))).status).toBe(302);
    const token = freshToken({}, OTHER_SECRET);
    const answer = await shop.send(`/tickets?queueittoken=${token}`);
    const headers = { cookie: sentBack(answer.setCookies, NAME) };
    expect((await shop.send("/tickets", { headers })).body).toBe("origin");
  },
  "an event's own secret opens no other event": async ({ site }) => {
    const shop = await site({ eventSecrets: { sale: [OTHER_SECRET] } });
    const early = freshToken({ eventId: "early" }, OTHER_SECRET);
    expect(await errorOf(shop, `/several?queueittoken=${early}`)).toBe("hash");
    const good = freshToken({ eventId: "early" });
    expect((await shop.send(`/several?queueittoken=${good}`)).header("location")).toBe(
      `${shop.origin}/several`,
    );
  },
  "address binding can be left out": async ({ site }) => {
    const shop = await site({ bindsToAddress: false });
    const token = freshToken({ clientIp: "203.0.113.9" });
    const visit = { clientIp: "198.51.100.7" };
    const answer = await shop.send(`/tickets?queueittoken=${token}`, visit);
    expect(answer.setCookies).toEqual([expect.not.stringContaining("Hip")]);
    const hashedIp = hmacSha256Hex(SECRET, "203.0.113.9");
    const bound = { ...visitWith({ sale: freshSession({ hashedIp }) }), ...visit };
    expect((await shop.send("/tickets", bound)).body).toBe("origin");
  },
  "diagnostics say why, and admit nobody": async ({ site }) => {
    const shop = await site();
    const token = freshToken({ redirectType: "debug" });
    const answer = await shop.send(`/tickets?queueittoken=${token}`);
    expect(answer.header("location")).toMatch(/^https:\/\/room\.example\/\?c=acme&/);
    const fields = debugFields(answer.setCookies);
    expect(fields.get("Decision")).toBe("redirect:queue");
    expect(fields.get("MatchedConfig")).toBe("Tickets");
    expect(fields.get("ConfigVersion")).toBe("7");
    expect(fields.get("PureUrl")).toBe(`${shop.origin}/tickets`);
    const outside = await shop.send(`/?queueittoken=${token}`);
    expect(outside.body).toBe("origin");
    expect(debugFields(outside.setCookies).get("MatchedConfig")).toBe("NULL");
  },
  "diagnostics are for those who know a secret": async ({ site }) => {
    const shop = await site();
    const token = freshToken({ redirectType: "debug" }, OTHER_SECRET);
    const answer = await shop.send(`/tickets?queueittoken=${token}`);
    expect(answer.header("location")).toMatch(ERROR);
    expect(answer.setCookies).toEqual([]);
  },
  "a token admits once, and its visitor may reload": async ({ site }) => {
    const shop = await site({ replay: true });
    const token = freshToken({ queueId: "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e99" });
    const path = `/tickets?queueittoken=${token}`;
    const first = await shop.send(path);
    expect(first.header("location")).toBe(`${shop.origin}/tickets`);
    const headers = { cookie: sentBack(first.setCookies, NAME) };
    const reload = await shop.send(path, { headers });
    expect(reload.header("location")).toBe(`${shop.origin}/tickets`);
    expect((await shop.send("/tickets", { headers })).body).toBe("origin");
    expect(await errorOf(shop, path)).toBe("qidlimit");
  },
  "a token that is written in another way is the same token": async ({ site }) => {
    const shop = await site({ replay: true });
    const token = freshToken({ queueId: "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e98" });
    const [signed = "", hash = ""] = token.split("~h_");
    const [first = "", ...rest] = signed.split("~");
    const rewritten = [first, `h_${hash}`, ...rest].join("~");
    expect(await errorOf(shop, `/tickets?queueittoken=${token}`)).toBeUndefined();
    expect(await errorOf(shop, `/tickets?queueittoken=${rewritten}`)).toBe("qidlimit");
    const encoded = token.replace(/~/g, "%7E").replace("e_sale", "e_%73ale");
    expect(await errorOf(shop, `/tickets?queueittoken=${encoded}`)).toBe("qidlimit");
  },
  "activity is reported, and a place that was taken back counts no more": async ({ alone }) => {
    const own = { queueId: "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e97" };
    const { site, room } = await alone(({ activityUrl }) => ({ activityUrl }));
    const token = freshToken(own);
    const { setCookies } = await site.send(`/tickets?queueittoken=${token}`);
    const headers = { cookie: sentBack(setCookies, NAME) };
    await site.send("/leave", visitWith({ sale: freshSession() }));
    await until(async () => {
      await site.send("/tickets", { headers });
      return room.reports.some(({ body }) => body.over.length > 0);
    });
    room.refuse([own.queueId]);
    const later = { cookie: visitWith({ sale: freshSession() }).headers?.["cookie"] ?? "" };
    await until(async () => {
      await site.send("/tickets", { headers: later });
      const answer = await site.send("/tickets", { headers });
      return ERROR.exec(answer.header("location") ?? "")?.[1] === "qidlimit";
    });
    const bodies = room.reports.map(({ body }) => body);
    expect(room.reports[0]?.path).toBe("/status/activity/acme/sale");
    expect(bodies.flatMap(({ over }) => over)).toEqual([QUEUE_ID]);
    expect(bodies.flatMap(({ used }) => used)).toEqual([
      { e: "sale", q: own.queueId, h: token.slice(-64, -48) },
    ]);
    expect(bodies.flatMap(({ active }) => active)).toContain(own.queueId);
    expect(await errorOf(site, `/tickets?queueittoken=${freshToken(own)}`)).toBe("qidlimit");
  },
};

/** Requests that nobody sends by accident. */
export const HOSTILE: Scenarios = {
  "broken escapes, NULs and halves of characters lead to one clean redirect": async ({ site }) => {
    const shop = await site();
    const tokens = [
      "%E0%A4%A",
      "%00",
      "%ED%A0%80",
      "%0d%0aSet-Cookie:x=1",
      "~_~h_",
      "a".repeat(3000),
    ];
    for (const token of tokens) {
      const answer = await shop.send(`/tickets?x=%E0%A4%A&queueittoken=${token}`);
      expect(answer.status).toBe(302);
      expect(answer.header("location")).toMatch(/^https:\/\/room\.example\/error\/hash\/\?[!-~]+$/);
      expect(answer.setCookies).toEqual([]);
    }
  },
  "of two tokens the first counts, and both are stripped": async ({ site }) => {
    const shop = await site();
    const good = freshToken();
    expect(await errorOf(shop, `/tickets?queueittoken=bad&queueittoken=${good}`)).toBe("hash");
    const path = `/tickets?queueittoken=${good}&QueueITToken=${good}&%71ueueittoken=x&a=1`;
    expect((await shop.send(path)).header("location")).toBe(`${shop.origin}/tickets?a=1`);
  },
  "of two cookies of a name the good one counts, a fourth is not read": async ({ site }) => {
    const shop = await site();
    const cookieOf = (value: string): string => `${NAME}=${encodeURIComponent(value)}`;
    const good = cookieOf(freshSession());
    const bad = cookieOf("EventId=sale");
    const send = (...cookies: readonly string[]) =>
      shop.send("/tickets", { headers: { cookie: cookies.join("; ") } });
    expect((await send(bad, good)).body).toBe("origin");
    expect((await send(bad, bad, bad, good)).status).toBe(302);
  },
  "a changed session, a huge one and another event's do not count": async ({ site }) => {
    const shop = await site();
    const session = freshSession();
    const values = [
      session.replace("RedirectType=queue", "RedirectType=idle"),
      session.replace("EventId=sale", "EventId=SALE2"),
      session.replace(/Hash=./, "Hash=g"),
      `${session}&Hash=${"0".repeat(64)}`,
      `${session}&x=${"y".repeat(4_000)}`,
      freshSession({ eventId: "early" }),
      freshSession({}, OTHER_SECRET),
      "%E0%A4%A",
      "",
    ];
    for (const value of values) {
      const answer = await shop.send("/tickets", visitWith({ sale: value }));
      expect([value, answer.status]).toEqual([value, 302]);
    }
  },
  "names that every object has are no headers or cookies": async ({ site }) => {
    const shop = await site();
    const headers = { cookie: "__proto__=1; constructor=2; =; ;;", "x-queueittoken": "__proto__" };
    const answer = await shop.send("/tickets?__proto__=1", { headers });
    expect(answer.header("location")).toMatch(ERROR);
  },
};
