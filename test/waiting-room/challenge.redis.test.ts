import { describe, expect, test } from "vitest";
import { NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import { solveWork } from "@/tools/shared/solve-work";
import { EventLine } from "@/waiting-room/line/event-line";

const room = startTestRoom(undefined, { trustedProxies: 1 });
const HOME = "203.0.113.7";
const EASY = { ...UNPROTECTED, challenge: { ...NO_CHALLENGE, difficulty: 8 } };
const BLOCKED = { softBlock: true, protection: EASY };
const HTML = { accept: "text/html" };

type Opened = Awaited<ReturnType<typeof room.open>>;
type Joining = {
  readonly address?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
};

function join(
  { base }: Opened,
  form: Record<string, string>,
  { address = HOME, cookie, headers = {} }: Joining = {},
): Promise<Reply> {
  const known = cookie === undefined ? {} : { cookie };
  return room.call("POST", `${base}/join`, {
    form,
    headers: { "x-forwarded-for": address, ...known, ...headers },
  });
}

function challengeIn({ body }: Reply): WorkChallenge {
  const { status, challenge } = JSON.parse(body);
  expect(status).toBe("challenge");
  return challenge;
}

const statusOf = ({ body }: Reply): string => JSON.parse(body).status;
const numberOf = ({ body }: Reply): number => JSON.parse(body).number;

/** The cookie of a passed challenge, without that of the place. */
function passedIn({ headers }: Reply): string {
  const passed = headers["set-cookie"]?.find((text) => text.includes("stanchion-passed"));
  if (passed === undefined) throw new Error("There is no cookie.");
  return passed.split(";")[0] ?? "";
}

async function refresh({ settings }: Opened): Promise<void> {
  const line = await room.context.lines.find(settings);
  await line?.refresh();
}

async function joined(opened: Opened): Promise<number> {
  await refresh(opened);
  const line = await room.context.lines.find(opened.settings);
  return line?.state?.joined ?? -1;
}

/** Joins as the page does: solves what is asked. */
async function solveAndJoin(opened: Opened, joining: Joining = {}) {
  const joinId = room.id();
  const challenge = challengeIn(await join(opened, { joinId }, joining));
  const proof = solveWork(challenge);
  return { joinId, proof, reply: await join(opened, { joinId, proof }, joining) };
}

describe("while everybody is challenged", () => {
  test("nobody gets a number without a proof, and everybody with one", async () => {
    const opened = await room.open(BLOCKED);
    const joinId = room.id();
    const asked = challengeIn(await join(opened, { joinId }));
    expect(asked).toMatchObject({ kind: "work", puzzles: 8, joinId });
    expect(asked.script).toMatch(/^\/assets\/challenge-/);
    expect(await joined(opened)).toBe(0);
    const { reply } = await solveAndJoin(opened);
    expect(numberOf(reply)).toBe(1);
  });

  test("a proof that comes again belongs to the same place, and gives no other", async () => {
    const opened = await room.open(BLOCKED);
    const { joinId, proof, reply } = await solveAndJoin(opened);
    expect(numberOf(await join(opened, { joinId, proof }))).toBe(numberOf(reply));
    for (let again = 0; again < 20; again += 1) {
      expect(statusOf(await join(opened, { joinId: room.id(), proof }))).toBe("challenge");
    }
    const many = Array.from({ length: 40 }, () => join(opened, { joinId, proof }));
    expect(new Set((await Promise.all(many)).map(numberOf))).toEqual(new Set([1]));
    expect(await joined(opened)).toBe(1);
  });

  test("a proof counts at no other event, address, lane or time", async () => {
    const [opened, other] = [await room.open(BLOCKED), await room.open(BLOCKED)];
    const joinId = room.id();
    const proof = solveWork(challengeIn(await join(opened, { joinId })));
    const sent = { joinId, proof };
    expect(statusOf(await join(other, sent))).toBe("challenge");
    expect(statusOf(await join(opened, sent, { address: "203.0.113.8" }))).toBe("challenge");
    expect(statusOf(await join(opened, { ...sent, rule: "vip" }))).toBe("challenge");
    await passTime(room.redis, opened.settings, 110_000);
    await refresh(opened);
    expect(statusOf(await join(opened, sent))).toBe("challenge");
  });

  test("one network of 64 bits is one address, whichever of its addresses asks", async () => {
    const opened = await room.open(BLOCKED);
    const joinId = room.id();
    const asked = await join(opened, { joinId }, { address: "2001:db8:1:2::1" });
    const sent = { joinId, proof: solveWork(challengeIn(asked)) };
    expect(statusOf(await join(opened, sent, { address: "2001:db8:1:3::1" }))).toBe("challenge");
    expect(numberOf(await join(opened, sent, { address: "2001:db8:1:2:ffff::9" }))).toBe(1);
  });

  test("work grows with the challenges that an address asks for", async () => {
    const opened = await room.open(BLOCKED);
    const address = "198.51.100.9";
    const targets: number[] = [];
    for (let asked = 0; asked < 64; asked += 1) {
      targets.push(challengeIn(await join(opened, { joinId: room.id() }, { address })).target);
    }
    expect(targets.at(-1)).toBeLessThan((targets[0] ?? 0) / 2);
    const elsewhere = await join(opened, { joinId: room.id() }, { address: "198.51.100.10" });
    expect(challengeIn(elsewhere).target).toBe(targets[0]);
  });

  test("the form of a page without an id gets one, with which it comes back", async () => {
    const opened = await room.open(BLOCKED);
    const cookie = room.cookieOf(await room.call("GET", opened.page));
    const { body } = await join(opened, {}, { cookie, headers: { accept: "text/html" } });
    expect(body).toMatch(/name="joinId" value="[\w-]{22}"/);
  });

  test("a program without an id is told so, and is asked for no proof", async () => {
    const reply = await join(await room.open(BLOCKED), {});
    expect([reply.status, JSON.parse(reply.body).field]).toEqual([400, "joinId"]);
  });

  test("whoever has passed joins twice more by their cookie, at this address alone", async () => {
    const opened = await room.open(BLOCKED);
    const { reply } = await solveAndJoin(opened);
    const cookie = passedIn(reply);
    expect(reply.headers["set-cookie"]?.find((text) => text.includes("-passed"))).toContain(
      "HttpOnly",
    );
    const again = () => join(opened, { joinId: room.id() }, { cookie });
    const elsewhere = { cookie, address: "203.0.113.9" };
    expect(statusOf(await join(opened, { joinId: room.id() }, elsewhere))).toBe("challenge");
    expect(statusOf(await again())).toBe("waiting");
    expect(statusOf(await again())).toBe("waiting");
    for (let more = 0; more < 10; more += 1) expect(statusOf(await again())).toBe("challenge");
    const other = await room.open(BLOCKED);
    expect(statusOf(await join(other, { joinId: room.id() }, { cookie }))).toBe("waiting");
    await passTime(room.redis, other.settings, 3_700_000);
    await refresh(other);
    expect(statusOf(await join(other, { joinId: room.id() }, { cookie }))).toBe("challenge");
  });

  test("who was challenged at one process is known at the others", async () => {
    const opened = await room.open(BLOCKED);
    const joinId = room.id();
    await join(opened, { joinId });
    await join(opened, { joinId, proof: "wrong" });
    await join(opened, { joinId: room.id() });
    await refresh(opened);
    const other = new EventLine(room.redis, opened.settings, "another-process");
    await other.refresh();
    expect(other.state).toMatchObject({ challenged: 3, joined: 0 });
  });

  test("nobody goes straight in, by the page or an app, before they have passed", async () => {
    const dormant = { kind: "always-on", startAtMs: null, endAtMs: null } as const;
    const navigated = async (opened: Opened) => {
      await refresh(opened);
      await passTime(room.redis, opened.settings, 900);
      return room.call("GET", opened.page, { headers: { "x-forwarded-for": HOME } });
    };
    expect((await navigated(await room.open(dormant))).status).toBe(302);
    const opened = await room.open({ ...dormant, ...BLOCKED });
    expect((await navigated(opened)).status).toBe(200);
    const { customerId, eventId } = opened.settings;
    const mobile = await room.call(
      "POST",
      `/api/mobileapp/queue/${customerId}/${eventId}/enqueue`,
      { headers: { "content-type": "application/json", "x-forwarded-for": HOME }, body: "{}" },
    );
    expect(JSON.parse(mobile.body)).toMatchObject({ QueueitToken: null });
  });
});

describe("where only who is busy is challenged", () => {
  const limits = {
    ...UNPROTECTED.limits,
    isOn: true,
    address: { perMinute: 3, perRun: 1_000 },
  };
  const BUSY = {
    protection: { ...EASY, limits, challenge: { ...EASY.challenge, when: "busy" } },
  } as const;

  test("an address joins up to its limit, beyond it with a proof, and others as before", async () => {
    const opened = await room.open(BUSY);
    const address = "198.51.100.20";
    const plain = (from = address) => join(opened, { joinId: room.id() }, { address: from });
    for (let place = 1; place <= 3; place += 1) expect(numberOf(await plain())).toBe(place);
    expect(statusOf(await plain())).toBe("challenge");
    expect(await joined(opened)).toBe(3);
    const { joinId, proof, reply } = await solveAndJoin(opened, { address });
    expect(numberOf(reply)).toBe(4);
    expect(numberOf(await join(opened, { joinId, proof }, { address }))).toBe(4);
    expect(numberOf(await join(opened, { joinId }, { address }))).toBe(4);
    expect(statusOf(await plain())).toBe("challenge");
    expect(numberOf(await plain("198.51.100.21"))).toBe(5);
  });

  test("one of a group over the limit fails nobody else of it", async () => {
    const opened = await room.open(BUSY);
    const addresses = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? "198.51.100.30" : `198.51.100.${100 + index}`,
    );
    const replies = await Promise.all(
      addresses.map((address) => join(opened, { joinId: room.id() }, { address })),
    );
    const told = replies.map(statusOf);
    expect(told.filter((_, index) => index % 2 === 1)).toEqual(Array(20).fill("waiting"));
    expect(told.filter((status) => status === "challenge")).toHaveLength(17);
  });

  test("a passed challenge is kept for where one is asked", async () => {
    const blocked = await room.open(BLOCKED);
    const address = "198.51.100.40";
    const { reply } = await solveAndJoin(blocked, { address });
    const cookie = passedIn(reply);
    const opened = await room.open(BUSY);
    for (let place = 1; place <= 3; place += 1) {
      await join(opened, { joinId: room.id() }, { address, cookie });
    }
    expect(await joined(opened)).toBe(3);
    const again = () => join(blocked, { joinId: room.id() }, { address, cookie });
    expect([statusOf(await again()), statusOf(await again())]).toEqual(["waiting", "waiting"]);
  });

  test("a passed challenge lets its browser join twice more beyond the limit", async () => {
    const opened = await room.open(BUSY);
    const address = "198.51.100.41";
    const told: string[] = [];
    for (let place = 1; place <= 3; place += 1) {
      expect(numberOf(await join(opened, { joinId: room.id() }, { address }))).toBe(place);
    }
    const { reply } = await solveAndJoin(opened, { address });
    const cookie = passedIn(reply);
    for (let more = 0; more < 4; more += 1) {
      told.push(statusOf(await join(opened, { joinId: room.id() }, { address, cookie })));
    }
    expect(told).toEqual(["waiting", "waiting", "challenge", "challenge"]);
    expect(await joined(opened)).toBe(6);
  });
});

describe("without JavaScript", () => {
  const EVENT = { ...BLOCKED };
  const form = { joinId: "", t: "https://shop.test/tickets" };
  const ticketIn = ({ body }: Reply) => /ticket=([\w-]+)/.exec(body)?.[1] ?? "";

  /** A browser that has seen the page keeps its cookie. */
  const browse = async ({ page }: Opened) =>
    room.cookieOf(await room.call("GET", page, { headers: { "x-forwarded-for": HOME } }));
  const wait = async (opened: Opened, ms: number) => {
    await passTime(room.redis, opened.settings, ms);
    await refresh(opened);
  };

  test("the page goes on by itself, and its ticket joins after the wait", async () => {
    const opened = await room.open(EVENT);
    const joinId = room.id();
    const browser = { headers: HTML, cookie: await browse(opened), address: "198.51.100.80" };
    const page = await join(opened, { ...form, joinId }, browser);
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/<meta http-equiv="refresh" content="20;url=[^"]*\/checked\?/);
    const ticket = ticketIn(page);
    const sent = { ...form, joinId, ticket };
    expect((await join(opened, sent, browser)).status).toBe(200);
    expect(await joined(opened)).toBe(0);
    await wait(opened, 21_000);
    const path = /url=([^"]+)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const checked = await room.call("GET", path, { headers: HTML });
    expect(checked.body).toContain(`name="ticket" value="${ticket}"`);
    expect(checked.body).toContain(`name="joinId" value="${joinId}"`);
    expect((await join(opened, sent, browser)).status).toBe(303);
    expect(await joined(opened)).toBe(1);
  });

  test("an address gets few places by waiting, however many tickets it has", async () => {
    const opened = await room.open(EVENT);
    const ids = Array.from({ length: 30 }, () => room.id());
    const browser = { headers: HTML, cookie: await browse(opened), address: "198.51.100.77" };
    const tickets: string[] = [];
    for (const joinId of ids)
      tickets.push(ticketIn(await join(opened, { ...form, joinId }, browser)));
    await wait(opened, 61_000);
    const replies = await Promise.all(
      ids.map((joinId, index) =>
        join(opened, { ...form, joinId, ticket: tickets[index] ?? "" }, browser),
      ),
    );
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(6);
    expect(await joined(opened)).toBe(6);
  });
});
