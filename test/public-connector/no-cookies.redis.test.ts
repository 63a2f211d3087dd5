import { describe, expect, test } from "vitest";
import { type AccessRule, NO_RULES } from "@/lib/domain/access-rule/access-rule";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { eventKeys } from "@/lib/line/keys";
import { HttpClient, type Reply } from "@/rehearsal/crowd/http-client";
import { passTime } from "../line";
import { type Opened, queueRule, ROOM, SHOP, startPublicSite } from "./public-site";
import { type Page, Visitor } from "./visitor";

const site = startPublicSite();
const { call, dial, openFor, protect, redis, visitor } = site;

const TICKETS = `${SHOP}/tickets`;
const ANYBODY = { share: { type: "percentage", percent: 100 }, holdSeconds: 60 } as const;
const BY_ADDRESS = { identity: { by: "address" } } as const;
const BY_BROWSER = { identity: { by: "browser" } } as const;

/** A browser that takes no cookie of anybody. */
class Cookieless extends HttpClient {
  override async send(...sent: Parameters<HttpClient["send"]>): Promise<Reply> {
    const reply = await super.send(...sent);
    this.forget(sent[1].hostname);
    return reply;
  }
}

/** Lets everybody by who does not say that they are a robot. */
const LET_BY = {
  id: 7,
  name: "a rule",
  action: { type: "let-by" },
  conditions: [
    {
      ...{ subject: "user-agent", isNot: true, comparison: "contains", values: ["robot"] },
      ...{ name: "", number: null, per: "minute" },
    },
  ],
} as const satisfies AccessRule;

/** What lets visitors in without the page, and what it may cost that nobody keeps anything. */
const EVENTS = {
  "an event that is dormant": {},
  "an event that lets everybody through": { method: "passthrough" },
  "an event with a lottery by address": { admission: { ...ANYBODY, ...BY_ADDRESS } },
  "an event with a lottery by browser": { admission: { ...ANYBODY, ...BY_BROWSER } },
  "an event that is over": {
    status: "ended",
    afterEvent: { show: { kind: "page", message: null }, protectedPages: "let-through" },
  },
  "an event with a rule that lets by": {
    queueAll: true,
    protection: { ...UNPROTECTED, rules: { ...NO_RULES, rules: [LET_BY] } },
  },
} as const satisfies Readonly<Record<string, Parameters<typeof openFor>[0]>>;

async function openProtected(
  overrides: Parameters<typeof openFor>[0],
  connector: "public" | "ours" = "public",
): Promise<Opened> {
  const opened = await openFor({ outflowPerMinute: 60_000, ...overrides });
  await protect([opened], [queueRule(opened, "/tickets", { alwaysWait: false })], { connector });
  await call("GET", `${opened.base}/1/line.json`);
  await passTime(redis, opened.settings, 900);
  return opened;
}

/** Numbers, slots, and ways past the line that were taken. */
async function takenOf({ settings }: Opened): Promise<readonly number[]> {
  const taken = await redis.hmget(eventKeys(settings).line, "joined", "admitted", "outside");
  return taken.map(Number);
}

function expectToldOf({ url, status, body }: Page): void {
  expect([url.origin, status]).toEqual([ROOM, 403]);
  expect(body).toContain("<code>cookies-needed</code>");
}

/** Past the line, not through it. */
function goesOutside(overrides: object): boolean {
  return ["method", "status", "protection"].some((name) => name in overrides);
}

const NOTHING = [0, 0, 0];
const ONE_SLOT = [1, 1, 0];
const ONE_WAY_PAST = [0, 0, 1];

describe.each(["public", "ours"] as const)("behind the %s connector", (connector) => {
  test.each(Object.entries(EVENTS))(
    "%s tells a browser that keeps no cookie",
    async (_which, overrides) => {
      const opened = await openProtected(overrides, connector);
      expect(await takenOf(opened)).toEqual(NOTHING);
      const person = new Visitor(new Cookieless({ dial }));
      for (let times = 0; times < 5; times += 1) {
        const page = await person.open(TICKETS);
        expectToldOf(page);
        // To the line, and through; back to it, and once for the cookie.
        const toRoom = page.hops.filter(({ origin }) => origin === ROOM);
        expect(toRoom.length).toBeLessThanOrEqual(3);
      }
      expect(await takenOf(opened)).toEqual(goesOutside(overrides) ? ONE_WAY_PAST : ONE_SLOT);
    },
  );
});

test("a browser without cookies that goes round slowly takes one slot", async () => {
  const opened = await openProtected({});
  const person = new Visitor(new Cookieless({ dial }));
  for (let minute = 0; minute < 18; minute += 1) {
    expectToldOf(await person.open(TICKETS));
    await passTime(redis, opened.settings, 60_000);
    await site.refresh(opened);
  }
  expect(await takenOf(opened)).toEqual(ONE_SLOT);
});

test("other pages of the site are no other browser", async () => {
  const opened = await openProtected({});
  const person = new Visitor(new Cookieless({ dial }));
  for (const page of ["", "?a=1", "/seats", "/checkout"])
    expectToldOf(await person.open(`${TICKETS}${page}`));
  expect(await takenOf(opened)).toEqual(ONE_SLOT);
});

test.each(Object.entries(EVENTS))(
  "%s lets everybody in who keeps cookies",
  async (_which, overrides) => {
    const opened = await openProtected(overrides);
    const first = await visitor().open(TICKETS);
    // A first visit costs what it did: to the line, with the pass, without it.
    expect(first.hops.map(({ origin }) => origin)).toEqual([ROOM, SHOP, SHOP]);
    // Behind the same address with the same browser: nobody can tell whether it is the same one.
    const second = await visitor().open(TICKETS);
    expect(second.hops.map(({ origin }) => origin)).toEqual([ROOM, ROOM, SHOP, SHOP]);
    const other = await visitor().open(TICKETS, { "user-agent": "Another" });
    expect(other.hops.map(({ origin }) => origin)).toEqual([ROOM, SHOP, SHOP]);
    const pages = [first, second, other];
    expect(pages.map(({ status, url }) => [status, url.href])).toEqual(
      pages.map(() => [200, TICKETS]),
    );
    expect(await takenOf(opened)).toEqual(goesOutside(overrides) ? [0, 0, 3] : [3, 3, 0]);
  },
);

test("whoever allows cookies then goes on from the page that asks for them", async () => {
  await openProtected({});
  const refused = await new Visitor(new Cookieless({ dial })).open(TICKETS);
  const back = await visitor().follow(refused);
  expect([back.status, back.url.href]).toEqual([200, TICKETS]);
  // An address that was kept from a test of long ago accuses nobody.
  const old = new URL(refused.url);
  old.searchParams.set("cookies", "1");
  expect((await visitor().open(old)).url.href).toBe(TICKETS);
});
