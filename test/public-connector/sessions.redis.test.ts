import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { passTime } from "../line";
import { readSession, readToken } from "./protocol";
import { type Opened, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import { offers, type Page } from "./visitor";

const site = startPublicSite();
const { openFor, protect, refresh, secret, visitor, goThroughLine } = site;

const TICKETS = `${SHOP}/tickets`;
const MINUTE_SECONDS = 60;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets minutes pass at the site and in the line. */
async function passMinutes(opened: Opened, minutes: number): Promise<void> {
  vi.setSystemTime(Date.now() + minutes * 60_000);
  await passTime(site.redis, opened.settings, minutes * 60_000);
  await refresh(opened);
}

async function goIn(overrides: Partial<EventSettings> = {}) {
  const opened = await openFor(overrides);
  await protect([opened], [queueRule(opened, "/tickets")]);
  const person = visitor();
  const page = await goThroughLine(person, opened, await person.open(TICKETS));
  expect([page.status, page.url.href]).toEqual([200, TICKETS]);
  return { opened, person, page };
}

const sessionOf = ({ setCookies }: Page, { settings }: Opened) =>
  readSession(setCookies, settings.eventId, secret);
const issuedAt = (page: Page, opened: Opened) => Number(sessionOf(page, opened)?.IssueTime);

test("each visit extends a sliding session; who stays away for longer stands in line again", async () => {
  const { opened, person, page } = await goIn({ sessionMinutes: 20, sessionMode: "sliding" });
  expect(sessionOf(page, opened)?.FixedValidityMins).toBeUndefined();
  let last = issuedAt(page, opened);
  for (let visit = 0; visit < 3; visit += 1) {
    await passMinutes(opened, 19);
    const again = await person.open(TICKETS);
    expect([again.status, again.hops]).toEqual([200, []]);
    expect(issuedAt(again, opened) - last).toBe(19 * MINUTE_SECONDS);
    last = issuedAt(again, opened);
  }
  await passMinutes(opened, 21);
  const gone = await person.open(TICKETS);
  expect(gone.url.href.startsWith(`${ROOM}/?`)).toBe(true);
  expect((await goThroughLine(person, opened, gone)).url.href).toBe(TICKETS);
});

test.each([
  ["fixed by the event", { sessionMode: "fixed" }],
  ["fixed because of the active cap", { sessionMode: "sliding", activeCap: 50 }],
] as const)("a session that is %s ends when it has to", async (_name, overrides) => {
  const { opened, person, page } = await goIn({ sessionMinutes: 20, ...overrides });
  const pass = readToken(page.hops[0] ?? page.url, secret);
  expect(pass).toMatchObject({ isExtendable: false, validityMinutes: 20 });
  expect(sessionOf(page, opened)?.FixedValidityMins).toBe("20");
  await passMinutes(opened, 19);
  const again = await person.open(TICKETS);
  expect([again.status, again.hops, again.setCookies]).toEqual([200, [], []]);
  await passMinutes(opened, 2);
  const over = await person.open(TICKETS);
  expect([over.url.origin, over.body.includes("Your visit has ended")]).toEqual([ROOM, true]);
  await passMinutes(opened, 3);
  const gone = await person.open(TICKETS);
  expect(offers(gone, "join")).toBe(true);
  expect((await goThroughLine(person, opened, gone)).url.href).toBe(TICKETS);
});

test("who arrives with a pass that is over gets a new one, without a new place", async () => {
  const { opened, person, page } = await goIn();
  const late = page.hops[0] ?? page.url;
  const first = readToken(late, secret);
  person.forget(new URL(SHOP).hostname);
  await passMinutes(opened, 3);
  const refused = await person.open(late);
  expect(refused.hops.map(({ pathname }) => pathname)).toEqual(["/error/timestamp/"]);
  expect(offers(refused, "enter")).toBe(true);
  const back = await person.submit(refused);
  const second = readToken(back.hops[0] ?? page.url, secret);
  expect([back.status, back.url.href]).toEqual([200, TICKETS]);
  expect(second.queueId).toBe(first.queueId);
  expect(second.expiresUnixSeconds).toBeGreaterThan(first.expiresUnixSeconds);
});

test("a site whose clock is fast lets nobody in, and nobody is sent in circles", async () => {
  const opened = await openFor();
  await protect([opened], [queueRule(opened, "/tickets")]);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  const person = visitor();
  const page = await goThroughLine(person, opened, await person.open(TICKETS));
  expect(page.url.href.startsWith(`${ROOM}/error/timestamp/?`)).toBe(true);
  expect(page.body).toContain("<code>pass-refused</code>");
});
