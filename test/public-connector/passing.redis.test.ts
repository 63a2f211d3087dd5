import { expect, test } from "vitest";
import { makeStaffLink } from "@/lib/secrets/staff-link";
import { readSession, readToken } from "./protocol";
import { ignoreRule, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import { offers } from "./visitor";

const site = startPublicSite();
const { customerId, openFor, protect, secret, visitor, goThroughLine } = site;

const TICKETS = `${SHOP}/tickets/checkout?show=lyon&seats=3`;

test("a visitor is sent to the line, waits, and comes back with a pass to the page that was asked for", async () => {
  const opened = await openFor();
  const { eventId } = opened.settings;
  await protect([opened], [queueRule(opened, "/tickets")]);
  const person = visitor();

  const page = await person.open(TICKETS);
  const man = encodeURIComponent("Queue /tickets");
  const common = `c=${customerId}&e=${eventId}&ver=javascript-5.0.1&cver=${site.version()}&man=${man}`;
  expect(page.url.href).toBe(`${ROOM}/?${common}&t=${encodeURIComponent(TICKETS)}`);
  expect(page.status).toBe(200);

  const back = await goThroughLine(person, opened, page);
  const [withPass, without] = back.hops;
  const token = readToken(withPass ?? page.url, secret);
  expect(withPass?.href).toMatch(`${TICKETS}&queueittoken=e_`);
  expect(token).toMatchObject({ eventId, redirectType: "queue", validityMinutes: null });
  expect(without?.href).toBe(TICKETS);
  expect([back.status, back.hops.length]).toEqual([200, 2]);
  expect(back.body).toContain("You waited your turn.");
  expect(readSession(back.setCookies, eventId, secret)).toMatchObject({
    EventId: eventId,
    QueueId: token.queueId,
    RedirectType: "queue",
  });

  const other = await person.open(`${SHOP}/tickets`);
  expect([other.status, other.hops]).toEqual([200, []]);
  const stranger = await visitor().open(TICKETS);
  expect(offers(stranger, "join")).toBe(true);
});

test("a site that loses the session that it just started gets its visitor back with the same pass", async () => {
  const opened = await openFor();
  await protect([opened], [queueRule(opened, "/tickets")]);
  const person = visitor();
  const first = await goThroughLine(person, opened, await person.open(TICKETS));
  person.forget(new URL(SHOP).hostname);
  const second = await person.open(TICKETS);
  expect([second.status, second.url.href]).toEqual([200, TICKETS]);
  const passes = [first, second].map(({ hops }) =>
    hops.filter(({ search }) => search.includes("queueittoken")),
  );
  expect(passes[1]).toEqual(passes[0]);
});

/** Every way past the line gives a pass that the connector takes. */
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
] as const)("who does not have to wait (%s) is let in at once", async (redirectType, overrides) => {
  const opened = await openFor(overrides);
  await protect([opened], [queueRule(opened, "/tickets", { alwaysWait: false })]);
  const page = await visitor().open(TICKETS);
  expect([page.status, page.url.href, page.hops.length]).toEqual([200, TICKETS, 3]);
  expect(readToken(page.hops[1] ?? page.url, secret)).toMatchObject({ redirectType });
  const { eventId } = opened.settings;
  expect(readSession(page.setCookies, eventId, secret)?.RedirectType).toBe(redirectType);
});

test("who has a staff link is let in past the line", async () => {
  const opened = await openFor({ targetUrl: `${SHOP}/tickets` });
  await protect([opened], [queueRule(opened, "/tickets")]);
  const { eventId } = opened.settings;
  const claims = { id: "stf_1", expiresUnixSeconds: Math.floor(Date.now() / 1_000) + 600 };
  const link = makeStaffLink(site.master, { customerId, eventId }, claims);
  const person = visitor();
  const page = await person.submit(
    await person.open(`${ROOM}/staff/${customerId}/${eventId}?link=${link}`),
  );
  expect([page.status, page.url.href]).toEqual([200, `${SHOP}/tickets`]);
  expect(readToken(page.hops[0] ?? page.url, secret)).toMatchObject({ redirectType: "bypass" });
});

test.each([
  ["ForcedTargetUrl", `${SHOP}/tickets?first=1`, `${SHOP}/tickets?first=1`],
  ["EventTargetUrl", null, `${SHOP}/tickets?event=1`],
] as const)(
  "after the line everybody goes where the rule says (%s)",
  async (logic, forced, end) => {
    const opened = await openFor({ targetUrl: `${SHOP}/tickets?event=1` });
    const action = { RedirectLogic: logic, ForcedTargetUrl: forced };
    await protect([opened], [queueRule(opened, "/tickets", action)]);
    const person = visitor();
    const page = await person.open(TICKETS);
    expect(page.url.searchParams.get("t")).toBe(forced);
    const back = await goThroughLine(person, opened, page);
    expect([back.status, back.url.href]).toEqual([200, end]);
  },
);

test.each(["public", "ours"] as const)(
  "a session of one event counts at another whose rule names it, and nowhere else (%s)",
  async (connector) => {
    const [first, second] = [await openFor(), await openFor()];
    const rules = [
      queueRule(second, "/tickets/checkout", { InvolvedWaitingRoomIds: [first.settings.eventId] }),
      queueRule(second, "/tickets/account"),
      queueRule(first, "/tickets"),
    ];
    await protect([first, second], rules, { connector });
    const person = visitor();
    await goThroughLine(person, first, await person.open(`${SHOP}/tickets`));
    const checkout = await person.open(`${SHOP}/tickets/checkout`);
    expect([checkout.status, checkout.hops]).toEqual([200, []]);
    const account = await person.open(`${SHOP}/tickets/account`);
    expect(account.url.searchParams.get("e")).toBe(second.settings.eventId);
    const stranger = await visitor().open(`${SHOP}/tickets/checkout`);
    expect(stranger.url.searchParams.get("e")).toBe(second.settings.eventId);
  },
);

test("pages that a rule before leaves out need no pass and start no session", async () => {
  const opened = await openFor();
  await protect([opened], [ignoreRule("/checkout"), queueRule(opened, "/tickets")]);
  const page = await visitor().open(TICKETS);
  expect([page.status, page.hops, page.setCookies]).toEqual([200, [], []]);
  expect((await visitor().open(`${SHOP}/tickets`)).hops).toHaveLength(1);
});

test("a script is told where its page has to go, and the page comes back with a pass", async () => {
  const opened = await openFor();
  await protect([opened], [queueRule(opened, "/tickets")]);
  const person = visitor();
  const pageUrl = `${SHOP}/?shown=1`;
  const ajax = { "x-queueit-ajaxpageurl": encodeURIComponent(pageUrl) };
  const told = await person.open(TICKETS, ajax);
  expect([told.status, told.hops, told.body]).toEqual([200, [], ""]);
  expect(told.headers["access-control-expose-headers"]).toBe("x-queueit-redirect");
  const header = told.headers["x-queueit-redirect"];
  const address = decodeURIComponent(String(header)).replace("&t=", "&_jsar=1&t=");
  const page = await person.open(address);
  expect(page.url.searchParams.get("t")).toBe(pageUrl);
  const back = await goThroughLine(person, opened, page);
  const pass = readToken(back.hops[0] ?? page.url, secret);
  expect(pass.redirectType).toBe("queue");
  // The page itself is not protected: its script sends the pass along with the next call.
  const search = back.hops[0]?.search.slice(1).replace("shown=1&", "") ?? "";
  const call = await person.open(`${TICKETS}&${search}`, ajax);
  expect([call.status, call.url.href]).toEqual([200, TICKETS]);
  expect((await person.open(TICKETS, ajax)).body).toContain("You waited your turn.");
});
