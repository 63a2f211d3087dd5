import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeStaffLink } from "@/lib/secrets/staff-link";
import { passTime } from "../line";
import { readSession, readToken } from "./protocol";
import { type Opened, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import { offers, type Visitor } from "./visitor";

const site = startPublicSite({ trustedProxies: 1 });
const { call, cookieOf, customerId, id, joinAndWait, openFor, protect, secret, turnComes } = site;

const TICKETS = `${SHOP}/tickets`;
const HERE = "203.0.113.9";
const THERE = "198.51.100.7";

const hashOf = (address: string) => createHmac("sha256", secret).update(address).digest("hex");
const at = (address: string) => site.visitor({ dial: site.dial, address });
const moved = (person: Visitor, address: string) => person.elsewhere({ dial: site.dial, address });

describe.each(["public", "ours"] as const)("behind the %s connector", (connector) => {
  async function openBound(): Promise<Opened> {
    const opened = await openFor({ bindsToAddress: true });
    const rules = [queueRule(opened, "/tickets")];
    await protect([opened], rules, { isBehindProxy: true, connector });
    return opened;
  }

  test("who comes from the address that waited is let in, and stays in from there", async () => {
    const opened = await openBound();
    const person = at(HERE);
    const back = await site.goThroughLine(person, opened, await person.open(TICKETS));
    expect([back.status, back.url.href]).toEqual([200, TICKETS]);
    expect(readToken(back.hops[0] ?? back.url, secret).hashedIp).toBe(hashOf(HERE));
    const { eventId } = opened.settings;
    expect(readSession(back.setCookies, eventId, secret)?.Hip).toBe(hashOf(HERE));
    expect((await person.open(TICKETS)).hops).toEqual([]);
  });

  test("the same pass at another address is refused, and its place is worth nothing there", async () => {
    const opened = await openBound();
    const person = at(HERE);
    const back = await site.goThroughLine(person, opened, await person.open(TICKETS));
    const pass = back.hops[0] ?? back.url;
    person.forget(new URL(SHOP).hostname);
    for (const other of [at(THERE), moved(person, THERE)]) {
      const page = await other.open(pass);
      expect([page.status, page.url.origin, page.url.pathname]).toEqual([403, ROOM, "/error/ip/"]);
      expect(page.body).toContain("<code>token-ip</code>");
      const again = await other.follow(page);
      const in2 = await site.goThroughLine(other, opened, again);
      expect([in2.status, in2.url.href]).toEqual([200, TICKETS]);
      expect(readToken(in2.hops[0] ?? in2.url, secret).hashedIp).toBe(hashOf(THERE));
    }
    expect((await person.open(pass)).url.href).toBe(TICKETS);
  });

  test("a session that moved to another address ends", async () => {
    const opened = await openBound();
    const person = at(HERE);
    await site.goThroughLine(person, opened, await person.open(TICKETS));
    const page = await moved(person, THERE).open(TICKETS);
    expect(page.url.pathname).toBe("/error/connector/sessionstate/");
    expect(page.body).toContain("<code>session-state</code>");
  });

  test("a site that sees its visitors elsewhere than the line does lets nobody in, and is told why", async () => {
    const opened = await openFor({ bindsToAddress: true });
    await protect([opened], [queueRule(opened, "/tickets")], { connector });
    const person = at(HERE);
    const page = await site.goThroughLine(person, opened, await person.open(TICKETS));
    expect([page.status, page.url.pathname]).toEqual([403, "/error/ip/"]);
    expect(page.body).toContain("<code>token-ip</code>");
    // Whoever runs the site looks the code up.
    expect((await call("GET", "/errors/token-ip")).body).toContain("at different addresses");
  });
});

describe("a token is bound", () => {
  const navigate = { "sec-fetch-mode": "navigate", "x-forwarded-for": HERE };
  const locationOf = (reply: Awaited<ReturnType<typeof call>>) =>
    new URL(reply.headers.location ?? "");

  /** Its first visitor of all finds no slot yet. */
  async function goStraightIn(opened: Opened) {
    await call("GET", opened.page, { headers: navigate });
    await protect([opened], [queueRule(opened, "/tickets", { alwaysWait: false })]);
    await passTime(site.redis, opened.settings, 900);
    await site.refresh(opened);
    return call("GET", `${opened.page}&t=${encodeURIComponent(TICKETS)}`, { headers: navigate });
  }

  test.each([
    ["safetynet", {}],
    ["disabled", { method: "passthrough" }],
    [
      "afterevent",
      {
        kind: "scheduled",
        startAtMs: Date.now() - 120_000,
        endAtMs: Date.now() - 60_000,
        afterEvent: { show: { kind: "page", message: null }, protectedPages: "let-through" },
      },
    ],
  ] as const)("also of those who did not have to wait (%s)", async (redirectType, overrides) => {
    const opened = await openFor({ bindsToAddress: true, ...overrides });
    const reply = await goStraightIn(opened);
    const token = readToken(locationOf(reply), secret);
    expect(token).toMatchObject({ redirectType, hashedIp: hashOf(HERE) });
    const app = `/api/mobileapp/queue/${customerId}/${opened.settings.eventId}/enqueue`;
    const headers = { "content-type": "application/json", "x-forwarded-for": HERE };
    await passTime(site.redis, opened.settings, 900);
    const answer = await call("POST", app, { headers, body: "{}" });
    const { QueueitToken } = JSON.parse(answer.body);
    const target = new URL(`${SHOP}/?queueittoken=${QueueitToken}`);
    expect(readToken(target, secret).hashedIp).toBe(hashOf(HERE));
  });

  test("also by a staff link", async () => {
    const opened = await openFor({ bindsToAddress: true });
    const { eventId } = opened.settings;
    const claims = { id: "stf_1", expiresUnixSeconds: Math.floor(Date.now() / 1_000) + 600 };
    const link = makeStaffLink(site.master, { customerId, eventId }, claims);
    const reply = await call("POST", `/staff/${customerId}/${eventId}`, {
      headers: { "x-forwarded-for": HERE },
      form: { link },
    });
    const token = readToken(locationOf(reply), secret);
    expect(token).toMatchObject({ redirectType: "bypass", hashedIp: hashOf(HERE) });
  });

  test("to the address that entered: another gets nothing for the same place and claim", async () => {
    const opened = await openFor({ bindsToAddress: true });
    const { cookie } = await joinAndWait(opened);
    await turnComes(opened, cookie);
    const form = { claim: id() };
    const enter = (address: string, held = cookie) =>
      call("POST", `${opened.base}/enter`, {
        headers: { cookie: held, "x-forwarded-for": address },
        form,
      });
    const first = await enter(HERE);
    const told = JSON.parse(first.body);
    expect(told.status).toBe("admitted");
    expect(JSON.parse((await enter(THERE)).body)).toEqual({ status: "used" });
    expect(JSON.parse((await enter(HERE)).body).redirectUrl).toBe(told.redirectUrl);
    const admitted = cookieOf(first);
    expect(JSON.parse((await enter(THERE, admitted)).body)).toEqual({ status: "none" });
    const status = (address: string) =>
      call("GET", `${opened.base}/status`, {
        headers: { cookie: admitted, "x-forwarded-for": address },
      });
    expect(JSON.parse((await status(HERE)).body).redirectUrl).toContain(hashOf(HERE));
    expect(JSON.parse((await status(THERE)).body)).toEqual({ status: "none" });
  });

  test("and one of an event that does not ask for it counts from everywhere", async () => {
    const opened = await openFor();
    const reply = await goStraightIn(opened);
    expect(readToken(locationOf(reply), secret).hashedIp).toBeNull();
    const cookie = cookieOf(reply);
    const again = await call("GET", `${opened.page}&t=${encodeURIComponent(TICKETS)}`, {
      headers: { ...navigate, cookie, "x-forwarded-for": THERE },
    });
    expect(again.headers.location).toBe(reply.headers.location);
  });

  test("for the browser connector as well", async () => {
    const opened = await openFor({ bindsToAddress: true, method: "passthrough" });
    const reply = await call("GET", opened.page, { headers: navigate });
    const ask = async (query: Readonly<Record<string, string>>, address: string) => {
      const path = `/javascriptqueue/${customerId}/${opened.settings.eventId}/1`;
      const headers = { "x-forwarded-for": address };
      const answer = await call("GET", `${path}?${new URLSearchParams(query)}`, { headers });
      return JSON.parse(/enqueue\((.*?)\);/.exec(answer.body)?.[1] ?? "");
    };
    const page = { t: locationOf(reply).href };
    const refused = await ask(page, THERE);
    expect(refused).toMatchObject({ redirect: true, isError: true });
    expect(new URL(refused.redirectUrl).pathname).toBe("/error/ip/");
    const { cookieValue } = await ask(page, HERE);
    expect(cookieValue).toContain(`&Hip=${hashOf(HERE)}&`);
    expect(await ask({ _cval: cookieValue }, HERE)).toMatchObject({ redirect: false });
    expect(await ask({ _cval: cookieValue }, THERE)).toMatchObject({ redirect: true });
  });
});

test("an address counts the same over IPv4 and IPv6", async () => {
  const opened = await openFor({ bindsToAddress: true, method: "passthrough" });
  const headers = { "sec-fetch-mode": "navigate", "x-forwarded-for": `::ffff:${HERE}` };
  const reply = await call("GET", opened.page, { headers });
  const location = new URL(reply.headers.location ?? "");
  expect(readToken(location, secret).hashedIp).toBe(hashOf(HERE));
});

test("a visitor who waits may change the address, and keeps the place", async () => {
  const opened = await openFor({ bindsToAddress: true });
  await protect([opened], [queueRule(opened, "/tickets")], { isBehindProxy: true });
  const person = at(HERE);
  const joined = await person.submit(await person.open(TICKETS));
  expect(offers(joined, "join")).toBe(false);
  const later = await moved(person, THERE).open(joined.url);
  expect(offers(later, "join")).toBe(false);
});
