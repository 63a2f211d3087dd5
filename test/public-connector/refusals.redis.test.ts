import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { mintQueueToken } from "@/connectors/src/core";
import { readSession, readToken } from "./protocol";
import { type Opened, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import type { Page, Visitor } from "./visitor";

const site = startPublicSite();
const { customerId, openFor, protect, secret, visitor, goThroughLine } = site;

const TICKETS = `${SHOP}/tickets`;
const HERE = "203.0.113.9";
const THERE = "198.51.100.7";

const withPass = (token: string) => `${TICKETS}?queueittoken=${token}`;
const passOf = (page: Page) =>
  new URL(page.hops[0] ?? page.url).searchParams.get("queueittoken") ?? "";
const forged = (token: string) => token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));

async function openProtected() {
  const opened = await openFor();
  await protect([opened], [queueRule(opened, "/tickets")], { isBehindProxy: true });
  return opened;
}

/** Refused by the connector, told why by the waiting room, and then in through the line. */
async function expectTurnedBack(
  person: Visitor,
  opened: Opened,
  refused: { readonly page: Page; readonly path: string; readonly says: string },
): Promise<Page> {
  const { page, path, says } = refused;
  expect([page.status, page.url.origin, page.url.pathname]).toEqual([403, ROOM, path]);
  expect(page.body).toContain(`<code>${says}</code>`);
  const again = await person.follow(page);
  const back = await goThroughLine(person, opened, again);
  expect([back.status, back.url.href]).toEqual([200, TICKETS]);
  return back;
}

/** A pass that is bound to an address, as the protocol has it. */
function boundPass({ settings }: Opened, address: string): string {
  const fields = {
    eventId: settings.eventId,
    queueId: crypto.randomUUID(),
    expiresUnixSeconds: Math.floor(Date.now() / 1_000) + 120,
    extendableCookie: true,
    redirectType: "queue",
    clientIp: address,
  };
  return mintQueueToken(fields, secret);
}

describe("the connector refuses", () => {
  test("a forged pass: a stranger reads why and waits like everybody", async () => {
    const opened = await openProtected();
    const token = forged(boundPass(opened, HERE));
    const person = visitor();
    const page = await person.open(withPass(token));
    const { eventId } = opened.settings;
    const man = encodeURIComponent("Queue /tickets");
    const common = `c=${customerId}&e=${eventId}&ver=javascript-5.0.1&cver=${site.version()}&man=${man}`;
    const [, before, ts] = /^(.*)&ts=(\d+)&t=/.exec(page.url.href) ?? [];
    expect(before).toMatch(`${ROOM}/error/hash/?${common}`);
    expect(before).toMatch(new RegExp(`&queueittoken=${token}$`));
    expect(Math.abs(Number(ts) - Date.now() / 1_000)).toBeLessThan(60);
    await expectTurnedBack(person, opened, { page, path: "/error/hash/", says: "token-hash" });
  });

  test("a pass that was cut on the way: its visitor gets it again and is in", async () => {
    const opened = await openProtected();
    const person = visitor();
    const first = await goThroughLine(person, opened, await person.open(TICKETS));
    person.forget(new URL(SHOP).hostname);
    const page = await person.open(withPass(forged(passOf(first))));
    expect([page.status, page.url.href]).toEqual([200, TICKETS]);
    expect(page.hops[0]?.pathname).toBe("/error/hash/");
    expect(page.hops[1]).toEqual(first.hops[0]);
  });

  test("a pass for another event of the same customer", async () => {
    const [opened, other] = [await openFor(), await openFor()];
    const rules = [queueRule(other, "/tickets/checkout"), queueRule(opened, "/tickets")];
    await protect([opened, other], rules);
    const person = visitor();
    const elsewhere = await person.open(`${SHOP}/tickets/checkout`);
    const token = passOf(await goThroughLine(person, other, elsewhere));
    const page = await person.open(withPass(token));
    const back = await expectTurnedBack(person, opened, {
      page,
      path: "/error/eventid/",
      says: "token-eventid",
    });
    expect(readToken(back.hops[0] ?? back.url, secret).eventId).toBe(opened.settings.eventId);
  });

  test("a pass that is bound to another address", async () => {
    const opened = await openProtected();
    const person = visitor({ dial: site.dial, address: THERE });
    const page = await person.open(withPass(boundPass(opened, HERE)));
    const reason = page.url.searchParams.get("icr") ?? "";
    expect(reason).toContain(`cip:${Buffer.from(THERE).toString("hex")}`);
    await expectTurnedBack(person, opened, { page, path: "/error/ip/", says: "token-ip" });
  });

  test("a session that moved to another address", async () => {
    const opened = await openProtected();
    const person = visitor({ dial: site.dial, address: HERE });
    const arrived = await person.open(withPass(boundPass(opened, HERE)));
    expect([arrived.status, arrived.url.href]).toEqual([200, TICKETS]);
    const hip = createHmac("sha256", secret).update(HERE).digest("hex");
    const { eventId } = opened.settings;
    expect(readSession(arrived.setCookies, eventId, secret)?.Hip).toBe(hip);
    expect((await person.open(TICKETS)).hops).toEqual([]);
    const moved = person.elsewhere({ dial: site.dial, address: THERE });
    const page = await moved.open(TICKETS);
    const path = "/error/connector/sessionstate/";
    await expectTurnedBack(moved, opened, { page, path, says: "session-state" });
    expect((await moved.open(TICKETS)).hops).toEqual([]);
  });
});
