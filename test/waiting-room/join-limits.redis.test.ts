import { randomBytes } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { LimitSetting } from "@/lib/domain/join-limit/limit-setting";
import { NO_LIMITS } from "@/lib/domain/join-limit/limit-setting";
import { CALM } from "@/lib/domain/protection/protection";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const first = startTestRoom(undefined, { trustedProxies: 1 });
/** Another process of the same waiting room. */
const second = startTestRoom(first.master, { trustedProxies: 1 });
/** One to which everybody talks directly. */
const bare = startTestRoom(first.master);

type Room = typeof first;
type Opened = Awaited<ReturnType<typeof first.open>>;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const protectedBy = (limits: Partial<LimitSetting> = {}) => ({
  queueAll: true,
  protection: { ...CALM, limits: { ...NO_LIMITS, isOn: true, ...limits } },
});

function join(
  { base }: Opened,
  address: string,
  {
    room = first,
    joinId = room.id(),
    headers = {},
  }: {
    readonly room?: Room;
    readonly joinId?: string;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Reply> {
  const forwarded = { "x-forwarded-for": address, ...headers };
  return room.call("POST", `${base}/join`, { headers: forwarded, form: { joinId } });
}

/** How many got a number, how many a challenge, and how many something else. */
function counted(replies: readonly Reply[]) {
  const bodies = replies.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const joined = bodies.filter(({ number }) => number !== undefined).length;
  const asked = bodies.filter(({ status }) => status === "challenge").length;
  return { joined, asked, others: bodies.length - joined - asked };
}

describe("with nothing solved", () => {
  test("one address gets ten places in a minute and a half at two processes, others are not touched", async () => {
    const opened = await first.open(protectedBy());
    const crowd = upTo(300).map((index) =>
      join(opened, "198.51.100.7", { room: index % 2 ? second : first }),
    );
    const others = upTo(30).map((index) => join(opened, `198.51.101.${index}`));
    expect(counted(await Promise.all(crowd))).toEqual({ joined: 10, asked: 290, others: 0 });
    expect(counted(await Promise.all(others))).toEqual({ joined: 30, asked: 0, others: 0 });
  });

  test("five hundred addresses of one site of 48 bits get twenty", async () => {
    const opened = await first.open(protectedBy());
    const crowd = upTo(500).map((index) => join(opened, `2001:db8:7:${index.toString(16)}::1`));
    expect(counted(await Promise.all(crowd))).toEqual({ joined: 20, asked: 480, others: 0 });
    expect(counted([await join(opened, "2001:db8:8::1")]).joined).toBe(1);
  });

  test("a repeated join gets its number without a challenge, however busy its address is", async () => {
    const opened = await first.open(protectedBy());
    const joinId = first.id();
    const own = await join(opened, "198.51.100.8", { joinId });
    await Promise.all(upTo(40).map(() => join(opened, "198.51.100.8")));
    const again = await Promise.all(upTo(5).map(() => join(opened, "198.51.100.8", { joinId })));
    const numberOf = ({ body }: Reply) => (JSON.parse(body) as { number?: number }).number;
    expect(new Set(again.map(numberOf))).toEqual(new Set([numberOf(own)]));
  });

  test("an IPv4 address counts as itself, however it is written", async () => {
    const opened = await first.open(protectedBy());
    const forms = ["203.0.113.9", "::ffff:203.0.113.9", "::FFFF:cb00:7109", "203.0.113.9:4711"];
    const crowd = upTo(40).map((index) => join(opened, forms[index % 4] ?? ""));
    expect(counted(await Promise.all(crowd)).joined).toBe(10);
  });
});

describe("forwarding headers", () => {
  test("what stands before the trusted proxy's own entry changes nothing", async () => {
    const opened = await first.open(protectedBy());
    const crowd = upTo(60).map((index) =>
      join(opened, `10.0.0.${index}, 192.0.2.${index},198.51.100.20`),
    );
    expect(counted(await Promise.all(crowd)).joined).toBe(10);
  });

  test("without a trusted proxy they say nothing", async () => {
    const opened = await bare.open(protectedBy());
    const crowd = upTo(60).map((index) =>
      join(opened, `198.51.100.${index}`, {
        room: bare,
        headers: { forwarded: `for=192.0.2.${index}`, "x-real-ip": `192.0.2.${index}` },
      }),
    );
    expect(counted(await Promise.all(crowd)).joined).toBe(10);
  });
});

describe("direct entries", () => {
  test("of one IPv6 network are limited at all processes together, with limits off", async () => {
    const opened = await first.open({ outflowPerMinute: 60_000 });
    const enter = (address: string, room = first) =>
      room.call("GET", opened.page, { headers: { "x-forwarded-for": address } });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const replies = [];
    for (const index of upTo(100))
      replies.push(await enter(`2001:db8:9:9::${index}`, index % 2 ? second : first));
    expect(replies.filter(({ status }) => status === 302)).toHaveLength(60);
    expect((await enter("2001:db8:9:a::1")).status).toBe(302);
  });

  test("count with the joins where limits are on", async () => {
    const opened = await first.open({
      ...protectedBy(),
      queueAll: false,
      outflowPerMinute: 60_000,
    });
    const enter = () =>
      first.call("GET", opened.page, { headers: { "x-forwarded-for": "198.51.100.30" } });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    let entered = 0;
    for (const _ of upTo(30)) entered += Number((await enter()).status === 302);
    expect(entered).toBe(10);
    expect(counted([await join(opened, "198.51.100.30")]).asked).toBe(1);
  });
});

describe("who somebody is", () => {
  const identity = { from: "header", name: "X-Member", perRun: 1, beyond: "refuse" } as const;

  test("counts by a header of a trusted proxy, from whatever address", async () => {
    const opened = await first.open(protectedBy({ identity }));
    const headers = { "x-member": "anna" };
    const replies = await Promise.all(
      upTo(20).map((index) => join(opened, `198.51.102.${index}`, { headers })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => (JSON.parse(body) as { code: string }).code))).toEqual(
      new Set(["blocked"]),
    );
  });

  test("is nothing that a client may write into a header itself", async () => {
    const opened = await bare.open(protectedBy({ identity }));
    const headers = { "x-member": "anna" };
    const replies = await Promise.all(upTo(5).map(() => join(opened, "", { room: bare, headers })));
    expect(counted(replies).joined).toBe(5);
  });

  test("counts by a cookie of the site", async () => {
    const opened = await first.open(
      protectedBy({ identity: { from: "cookie", name: "member", perRun: 2, beyond: "refuse" } }),
    );
    const headers = { cookie: `other=1; member=${randomBytes(8).toString("hex")}` };
    const replies = await Promise.all(
      upTo(9).map((index) => join(opened, `198.51.103.${index}`, { headers })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
  });
});

describe("networks", () => {
  test("a network that a trusted header names has one limit for all of its addresses", async () => {
    const asn = { header: "x-asn", perMinute: 15, perRun: 15 };
    const opened = await first.open(protectedBy({ asn }));
    const joins = upTo(60).map((index) =>
      join(opened, `198.51.104.${index}`, { headers: { "x-asn": `6450${index % 2}` } }),
    );
    expect(counted(await Promise.all(joins)).joined).toBe(30);
  });
});

describe("all events of a customer", () => {
  test("an address that has joined at many is asked at the next one", async () => {
    const limits = protectedBy({ acrossEvents: 4 });
    const address = "198.51.100.40";
    const events = await Promise.all(upTo(4).map(() => first.open(limits)));
    for (const opened of events) expect(counted([await join(opened, address)]).joined).toBe(1);
    const next = await first.open(limits);
    expect(counted([await join(next, address)]).asked).toBe(1);
    // Another process hears of it within a second or two.
    await vi.waitFor(
      async () => expect(counted([await join(next, address, { room: second })]).asked).toBe(1),
      { timeout: 10_000, interval: 500 },
    );
    expect(counted([await join(next, "198.51.100.41")]).joined).toBe(1);
  });
});
