import { describe, expect, test } from "vitest";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, context, customerId, joinAndWait, open, redis, turnComes } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

const SHOP = "https://shop.example";
const linkOf = ({ settings }: Opened) => `/${customerId}/${settings.eventId}`;
const parsed = ({ body }: Reply) => JSON.parse(body);
const allowedOrigin = ({ headers }: Reply) => headers["access-control-allow-origin"];

async function minutesPass({ settings }: Opened, minutes: number): Promise<void> {
  await passTime(redis, settings, minutes * 60_000);
  await (await context.lines.find(settings))?.refresh();
}

/** The cookies of a browser after an answer. */
function cookieAfter(cookie: string, { headers }: Reply): string {
  const jar = new Map(cookie.split("; ").map((one) => one.split("=", 2) as [string, string]));
  for (const text of headers["set-cookie"] ?? []) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Asks as the script of a page of another site does. */
function check(opened: Opened, query: Readonly<Record<string, string>>, cookie = "") {
  const headers = { accept: "*/*", origin: SHOP, "sec-fetch-site": "cross-site" };
  const path = `${linkOf(opened)}/client?${new URLSearchParams(query)}`;
  return call("GET", path, { headers: cookie === "" ? headers : { ...headers, cookie } });
}

describe("the link", () => {
  test("leads to the waiting page with all that it says", async () => {
    const opened = await open();
    const { eventId } = opened.settings;
    const reply = await call("GET", `${linkOf(opened)}?t=${SHOP}/drop&c=other`);
    expect(reply.status).toBe(302);
    const asked = new URL(reply.headers.location ?? "", "http://room.test");
    expect(asked.pathname).toBe("/");
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      ...{ c: customerId, e: eventId, t: `${SHOP}/drop` },
    });
    expect((await call("GET", `${linkOf(opened)}/`)).status).toBe(302);
  });

  test("leads nowhere for an event that there is not", async () => {
    const reply = await call("GET", `/${customerId}/nothing`, { headers: { accept: "text/html" } });
    expect([reply.status, reply.headers.location]).toEqual([404, undefined]);
    expect((await call("GET", `/${customerId.toUpperCase()}/NOTHING`)).status).toBe(400);
  });

  test("shadows no other path", async () => {
    const codes = await Promise.all(
      ["/health/live", "/errors/invalid", "/staff/a/b", "/a/b/c/d"].map((path) =>
        call("GET", path),
      ),
    );
    expect(codes.map(({ headers }) => headers.location)).toEqual(codes.map(() => undefined));
  });
});

describe("polling", () => {
  test("says when the turn has come, and where to, once and again", async () => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const { cookie } = await joinAndWait(opened);
    const poll = (held: string) =>
      call("GET", `${linkOf(opened)}/polling?t=${SHOP}/drop`, { headers: { cookie: held } });
    expect(parsed(await call("GET", `${linkOf(opened)}/polling`))).toEqual({ allow: "false" });
    const waiting = await poll(cookie);
    expect(parsed(waiting)).toEqual({ allow: "false" });
    await turnComes(opened, cookie);
    let held = cookieAfter(cookie, waiting);
    let reply = await poll(held);
    for (let asked = 0; asked < 10 && parsed(reply).allow === "false"; asked += 1) {
      await turnComes(opened, cookie);
      reply = await poll(held);
    }
    expect(parsed(reply)).toMatchObject({ allow: "true" });
    expect(parsed(reply).origin).toMatch(/^https:\/\/shop\.example\/drop\?queueittoken=/);
    held = cookieAfter(held, reply);
    expect(parsed(await poll(held))).toEqual(parsed(reply));
    const admitted = await redis.hget(
      `wr:{${customerId}:${opened.settings.eventId}}:line`,
      "admitted",
    );
    expect(Number(admitted)).toBe(1);
  });

  test("lets those who wait through while everybody is let through", async () => {
    const opened = await open({ queueAll: true });
    const { cookie } = await joinAndWait(opened);
    const line = await context.lines.find(opened.settings);
    line?.takeSettings({ ...line.settings, method: "passthrough" });
    const path = `${linkOf(opened)}/polling?t=${SHOP}/drop`;
    const reply = await call("GET", path, { headers: { cookie } });
    expect(parsed(reply)).toMatchObject({ allow: "true" });
    expect(parsed(reply).origin).toContain("queueittoken=");
  });

  test("another site's page takes nobody's slot", async () => {
    const opened = await open({ queueAll: true });
    const { cookie } = await joinAndWait(opened);
    const headers = { cookie, origin: SHOP, "sec-fetch-site": "cross-site" };
    const reply = await call("GET", `${linkOf(opened)}/polling`, { headers });
    expect([reply.status, parsed(reply).code]).toEqual([403, "cross-site"]);
  });
});

describe("the client check", () => {
  const through = async (opened: Opened) => {
    const reply = await call("GET", `${opened.page}&t=${SHOP}/drop`);
    const token = new URL(reply.headers.location ?? "").searchParams.get("queueittoken") ?? "";
    return { token, cookie: cookieAfter("a=b", reply) };
  };
  const settings = { method: "passthrough", targetUrl: `${SHOP}/`, sessionMinutes: 20 } as const;

  test("knows the token, and then the session, without any cookie", async () => {
    const opened = await open({ ...settings, sessionMode: "fixed" });
    const { token } = await through(opened);
    const first = await check(opened, { queueittoken: token });
    expect(allowedOrigin(first)).toBe(SHOP);
    expect(first.headers["access-control-allow-credentials"]).toBe("true");
    expect(first.headers.vary).toContain("origin");
    const { allow, session } = parsed(first);
    expect(allow).toBe(true);
    await minutesPass(opened, 10);
    expect(parsed(await check(opened, { session }))).toMatchObject({ allow: true });
    await minutesPass(opened, 11);
    expect(parsed(await check(opened, { session }))).toEqual({ allow: false });
  });

  test("knows the cookie of a slot for as long as the session lasts", async () => {
    const opened = await open({ ...settings, method: "fifo", outflowPerMinute: 600 });
    await minutesPass(opened, 1);
    const { cookie } = await through(opened);
    expect(parsed(await check(opened, {}, cookie))).toEqual({ allow: true });
    await minutesPass(opened, 18);
    expect(parsed(await check(opened, {}, cookie))).toEqual({ allow: true });
    await minutesPass(opened, 10);
    expect(parsed(await check(opened, {}, cookie))).toEqual({ allow: false });
  });

  test("lets in nobody who waits, who made something up, or who comes from another event", async () => {
    const opened = await open({ ...settings, method: "fifo", queueAll: true });
    const other = await open(settings);
    const { token } = await through(other);
    const { session } = parsed(await check(other, { queueittoken: token }));
    const { cookie } = await joinAndWait(opened);
    for (const query of [
      {},
      { queueittoken: token },
      { session },
      { session: "x".repeat(5_000) },
    ]) {
      expect(parsed(await check(opened, query, cookie))).toEqual({ allow: false });
    }
  });

  test("answers pages of the event's hosts only, by their exact origin", async () => {
    const opened = await open({ ...settings, allowedHosts: ["*.shop.example"] });
    const from = (origin: string) =>
      call("GET", `${linkOf(opened)}/client`, { headers: { origin, accept: "*/*" } });
    expect(allowedOrigin(await from("https://www.shop.example"))).toBe("https://www.shop.example");
    for (const origin of ["https://evil.example", "null", "https://shop.example.evil.example"]) {
      const reply = await from(origin);
      expect([reply.status, allowedOrigin(reply)]).toEqual([403, undefined]);
    }
  });
});
