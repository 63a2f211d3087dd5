import { expect, test } from "vitest";
import { readToken } from "./protocol";
import { cancelRule, type Opened, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import { offers, type Page } from "./visitor";

const site = startPublicSite();
const { call, customerId, openFor, protect, secret, visitor, goThroughLine } = site;

const [TICKETS, CHECKOUT, BYE] = [`${SHOP}/tickets`, `${SHOP}/tickets/checkout`, `${SHOP}/?bye=1`];

async function seatsTaken({ settings }: Opened): Promise<number> {
  const reply = await call("POST", `/status/activity/${customerId}/${settings.eventId}`, {
    headers: { "content-type": "application/json", "api-key": "stn_key" },
    body: "{}",
  });
  return JSON.parse(reply.body).seatsTaken;
}

const queueIdOf = (page: Page) => readToken(page.hops[0] ?? page.url, secret).queueId;

test("who leaves gives the seat back at once, is shown the page, and would have to wait again", async () => {
  const opened = await openFor({ activeCap: 5 });
  const { eventId } = opened.settings;
  await protect([opened], [queueRule(opened, "/tickets"), cancelRule(opened, "bye=")]);
  const person = visitor();
  const inside = await goThroughLine(person, opened, await person.open(TICKETS));
  expect(await seatsTaken(opened)).toBe(1);
  const page = await person.open(BYE);
  const cancel = `${ROOM}/cancel/multiple/${customerId}?wrl=${eventId}~${queueIdOf(inside)}`;
  expect(page.hops.map(({ href }) => href)).toEqual([
    `${cancel}&r=${encodeURIComponent(BYE)}`,
    BYE,
  ]);
  expect(page.status).toBe(200);
  expect(await seatsTaken(opened)).toBe(0);
  expect(offers(await person.open(TICKETS), "join")).toBe(true);
});

test("who is in at two events leaves both with one step", async () => {
  const [first, second] = [await openFor({ activeCap: 5 }), await openFor({ activeCap: 5 })];
  const rules = [
    queueRule(second, "/checkout"),
    queueRule(first, "/tickets"),
    cancelRule(first, "bye=", { InvolvedWaitingRoomIds: [second.settings.eventId] }),
  ];
  await protect([first, second], rules);
  const person = visitor();
  const ids = [
    queueIdOf(await goThroughLine(person, first, await person.open(TICKETS))),
    queueIdOf(await goThroughLine(person, second, await person.open(CHECKOUT))),
  ];
  expect([await seatsTaken(first), await seatsTaken(second)]).toEqual([1, 1]);
  const page = await person.open(BYE);
  const wrl = [first, second].map(({ settings }, at) => `${settings.eventId}~${ids[at]}`).join("_");
  expect(page.hops[0]?.searchParams.get("wrl")).toBe(wrl);
  expect([page.status, page.url.href]).toEqual([200, BYE]);
  expect([await seatsTaken(first), await seatsTaken(second)]).toEqual([0, 0]);
  expect(offers(await person.open(CHECKOUT), "join")).toBe(true);
});

test("a stranger who opens the page for leaving leaves nothing", async () => {
  const opened = await openFor({ activeCap: 5 });
  await protect([opened], [queueRule(opened, "/tickets"), cancelRule(opened, "bye=")]);
  const person = visitor();
  await goThroughLine(person, opened, await person.open(TICKETS));
  const page = await visitor().open(BYE);
  expect([page.status, page.hops, await seatsTaken(opened)]).toEqual([200, [], 1]);
});
