import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { appendQueueToken, mintQueueToken, sealSessionCookie } from "@/connectors/src/core";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const { call, customerId, id, open, redis, context, secret } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;
type Verdict = {
  readonly redirect: boolean;
  readonly redirectUrl: string;
  readonly isError: boolean;
  readonly cookieValue: string;
  readonly fixedCookieValidity: number | null;
};

const PAGE = "https://shop.example/tickets?seat=1";

/** Asks as the script in a page does, and runs the answer as the browser would. */
async function ask(eventId: string, query: Readonly<Record<string, string>>): Promise<Verdict> {
  const asked = new URLSearchParams({ t: PAGE, ver: "js2.0.48", ...query });
  const reply = await call(
    "GET",
    `/javascriptqueue/${customerId}/${eventId}/1763730000000?${asked}`,
    {
      headers: { accept: "*/*" },
    },
  );
  expect([reply.status, reply.headers["content-type"], reply.headers["cache-control"]]).toEqual([
    200,
    "text/javascript; charset=utf-8",
    "no-store",
  ]);
  const verdicts: Verdict[] = [];
  const enqueue = (verdict: Verdict) => verdicts.push(verdict);
  runInNewContext(reply.body, {
    window: { queueit: { [customerId]: { [eventId]: { enqueue } } } },
  });
  expect(verdicts).toHaveLength(1);
  // As JSON, since it comes from another realm.
  return JSON.parse(JSON.stringify(verdicts[0]));
}

/** The address of the page with the token of a visitor who was let in. */
async function admitted(opened: Opened): Promise<string> {
  const { page } = opened;
  const reply = await call("GET", `${page}&t=${encodeURIComponent(PAGE)}`);
  return reply.headers.location ?? "";
}

test("without a session the visitor goes to the waiting room and comes back to the page", async () => {
  const { settings } = await open();
  const verdict = await ask(settings.eventId, { cid: "de-DE" });
  expect(verdict).toMatchObject({ redirect: true, isError: false, cookieValue: "" });
  const url = new URL(verdict.redirectUrl);
  expect([url.origin, url.pathname]).toEqual(["http://room.test", "/"]);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    c: customerId,
    e: settings.eventId,
    t: PAGE,
    cid: "de-DE",
    ver: "js2.0.48",
  });
});

test("a pass starts a session, and the session shows the page until it ends", async () => {
  const opened = await open({ method: "passthrough", sessionMode: "fixed", sessionMinutes: 20 });
  const { eventId } = opened.settings;
  const started = await ask(eventId, { t: await admitted(opened) });
  expect(started).toMatchObject({ redirect: false, isError: false, fixedCookieValidity: 20 });
  const held = { _cval: started.cookieValue, _cv: "20" };
  expect(await ask(eventId, held)).toMatchObject({
    redirect: false,
    cookieValue: started.cookieValue,
  });
  await minutesPass(opened, 21);
  expect(await ask(eventId, held)).toMatchObject({ redirect: true, cookieValue: "" });
});

async function minutesPass({ settings }: Opened, minutes: number): Promise<void> {
  await passTime(redis, settings, minutes * 60_000);
  const line = await context.lines.find(settings);
  await line?.refresh();
}

test("a sliding session is extended by each visit", async () => {
  const opened = await open({ method: "passthrough" });
  const { eventId } = opened.settings;
  let { cookieValue } = await ask(eventId, { t: await admitted(opened) });
  for (let visit = 0; visit < 3; visit += 1) {
    await minutesPass(opened, 15);
    const verdict = await ask(eventId, { _cval: cookieValue });
    expect(verdict).toMatchObject({ redirect: false, fixedCookieValidity: null });
    expect(verdict.cookieValue).not.toBe(cookieValue);
    cookieValue = verdict.cookieValue;
  }
});

test.each(["verified", "timeout", "disabled", "deleted", "EventId=x&Hash=y", "x".repeat(5_000)])(
  "the made-up session %s is worth nothing",
  async (value) => {
    const { settings } = await open();
    expect(await ask(settings.eventId, { _cval: value })).toMatchObject({
      redirect: true,
      cookieValue: "",
    });
  },
);

test("a session of another event, and one that was lengthened, are worth nothing", async () => {
  const [opened, other] = [await open({ method: "passthrough" }), await open()];
  const { cookieValue } = await ask(opened.settings.eventId, { t: await admitted(opened) });
  expect(await ask(other.settings.eventId, { _cval: cookieValue })).toMatchObject({
    redirect: true,
  });
  const lengthened = cookieValue.replace(
    /IssueTime=(\d+)/,
    (_, at) => `IssueTime=${Number(at) + 60}`,
  );
  expect(await ask(opened.settings.eventId, { _cval: lengthened })).toMatchObject({
    redirect: true,
  });
});

test("a bad pass leads to the page that says why, without it", async () => {
  const { settings } = await open();
  const verdict = await ask(settings.eventId, {
    t: `${PAGE}&queueittoken=e_${settings.eventId}~q_${id()}~rt_queue~ts_1~h_00`,
  });
  expect(verdict).toMatchObject({ redirect: true, isError: true });
  const url = new URL(verdict.redirectUrl);
  expect(url.pathname).toBe("/error/hash/");
  expect(url.searchParams.get("t")).toBe(PAGE);
});

test("a token that asks for diagnostics lets nobody in, nor does a session begun with one", async () => {
  const { settings } = await open();
  const fields = { eventId: settings.eventId, queueId: crypto.randomUUID(), redirectType: "debug" };
  const nowUnixSeconds = Math.floor(Date.now() / 1_000);
  const token = mintQueueToken(
    { ...fields, expiresUnixSeconds: nowUnixSeconds + 300, extendableCookie: false },
    secret,
  );
  const withToken = await ask(settings.eventId, { t: appendQueueToken(PAGE, token) });
  expect(withToken).toMatchObject({ redirect: true, isError: false, cookieValue: "" });
  expect(new URL(withToken.redirectUrl).searchParams.get("t")).toBe(PAGE);
  const _cval = sealSessionCookie(
    { ...fields, fixedValidityMinutes: 5, issuedUnixSeconds: nowUnixSeconds, hashedIp: "" },
    secret,
  );
  expect(await ask(settings.eventId, { _cval })).toMatchObject({ redirect: true });
});

test("asking takes no number and no slot", async () => {
  const opened = await open();
  await ask(opened.settings.eventId, {});
  const line = await context.lines.find(opened.settings);
  await line?.refresh();
  expect(line?.state?.lanes[0]?.lastNumber).toBe(0);
});

test("an event that is not there leads to the waiting room, which says so", async () => {
  const verdict = await ask("nothing", {});
  expect(verdict).toMatchObject({ redirect: true, cookieValue: "" });
  expect(
    (await call("GET", new URL(verdict.redirectUrl).pathname + new URL(verdict.redirectUrl).search))
      .status,
  ).toBe(404);
  expect((await call("GET", `/javascriptqueue/${customerId}/A"B/1`)).status).toBe(400);
});

test("the rules for browsers are a script that may be kept, and 304 while they are the same", async () => {
  const path = `/${customerId}/integrationconfig/javascript/queueclientConfig.js`;
  const first = await call("GET", path);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=60",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(first.body).toContain("QueueIt.Javascript.PageEventIntegration.initQueueClient(");
  const again = await call("GET", path, { headers: { "if-none-match": first.headers.etag ?? "" } });
  expect(again.status).toBe(304);
});

test("rules that were not opened to browsers are not told", async () => {
  const closed = `${customerId}x`;
  await redis.copy(`wr:{${customerId}}:published`, `wr:{${closed}}:published`);
  await redis.hset(`wr:{${closed}}:published`, "browserRules", "false");
  const path = `/${closed}/integrationconfig/javascript/queueclientConfig.js`;
  const reply = await call("GET", path);
  expect([reply.status, JSON.parse(reply.body).code]).toEqual([404, "no-config"]);
});

test("the connector for pages is a script that any site may load, and 304 while it is the same", async () => {
  const first = await call("GET", "/assets/connector.js");
  expect([first.status, first.body]).toEqual([200, "1"]);
  expect(first.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=600, stale-while-revalidate=86400",
    "cross-origin-resource-policy": "cross-origin",
  });
  const etag = first.headers.etag ?? "";
  const again = await call("GET", "/assets/connector.js", { headers: { "if-none-match": etag } });
  expect([again.status, again.body]).toEqual([304, ""]);
});
