import { expect, test } from "vitest";
import { verifyQueueToken } from "@/connectors/src/core";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { makeStaffLink } from "@/lib/secrets/staff-link";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const {
  call,
  cookieOf,
  customerId,
  id,
  joinAndWait,
  master,
  open,
  redis,
  context,
  secret,
  turnComes,
} = startTestRoom();

test("a GET hands out no number, whoever asks", async () => {
  const opened = await open({ outflowPerMinute: 1 });
  for (const method of ["GET", "HEAD"]) {
    const reply = await call(method, opened.page, { headers: { "sec-fetch-mode": "no-cors" } });
    expect(reply.status).toBe(200);
    expect(cookieOf(reply)).not.toContain(`stanchion_${customerId}`);
  }
  const { reply } = await joinAndWait(opened);
  expect(JSON.parse(reply.body)).toMatchObject({ status: "waiting", number: 1 });
});

test("page and script go out compressed to browsers that take it", async () => {
  const opened = await open({ outflowPerMinute: 1, queueAll: true });
  const headers = { accept: "text/html", "accept-encoding": "gzip, br" };
  for (const path of [opened.page, context.clientScript.path]) {
    const reply = await call("GET", path, { headers });
    expect(reply.headers["content-encoding"]).toBe("br");
    const plain = await call("GET", path, { headers: { accept: "text/html" } });
    expect(plain.headers["content-encoding"]).toBeUndefined();
  }
});

test("a page of another version gets the script that is here, and nobody keeps it under that name", async () => {
  const own = await call("GET", context.clientScript.path);
  expect(own.headers["cache-control"]).toContain("immutable");
  const other = await call("GET", "/assets/waiting-0123456789ab.js");
  expect([other.status, other.body]).toEqual([200, own.body]);
  expect(other.headers["cache-control"]).toBe("no-store");
  expect((await call("GET", "/assets/nothing-0123456789ab.js")).status).toBe(404);
});

test("a visitor counts from joining until they are in, once however often they check in", async () => {
  const opened = await open();
  const counted = async () => {
    const line = await context.lines.find({ customerId, eventId: opened.settings.eventId });
    await passTime(redis, opened.settings, 1_100);
    await line?.refresh();
    return line?.checkIns.counts;
  };
  const { cookie } = await joinAndWait(opened);
  expect(await counted()).toBe("1");
  const left = 290_000;
  await call("GET", `${opened.base}/status?t=x&left=${left}`, { headers: { cookie } });
  expect(await counted()).toBe("1");
  await turnComes(opened, cookie);
  const form = { claim: id(), left: `${left}` };
  const enter = () => call("POST", `${opened.base}/enter`, { headers: { cookie }, form });
  expect(JSON.parse((await enter()).body).status).toBe("admitted");
  expect(await counted()).toBe("0");
  expect(JSON.parse((await enter()).body).status).toBe("admitted");
  expect(await counted()).toBe("0");
});

test("joining twice with one place keeps the place", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  const again = await call("POST", `${opened.base}/join`, {
    headers: { cookie },
    form: { joinId: id() },
  });
  expect(JSON.parse(again.body)).toMatchObject({ status: "waiting", number: 1 });
  expect(again.headers["set-cookie"]).toBeUndefined();
});

test("a retried join without its answer gets the same number", async () => {
  const opened = await open();
  const joinId = id();
  await call("POST", `${opened.base}/join`, { form: { joinId } });
  const reply = await call("POST", `${opened.base}/join`, { form: { joinId } });
  expect(JSON.parse(reply.body)).toMatchObject({ number: 1 });
});

test("the turn gives a token that the site accepts, the same bytes for the same claim", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const claim = id();
  const enter = () =>
    call("POST", `${opened.base}/enter`, { headers: { cookie }, form: { claim, t: "x" } });
  const first = JSON.parse((await enter()).body);
  expect(first.status).toBe("admitted");
  expect(JSON.parse((await enter()).body)).toEqual(first);
  const token = new URL(first.redirectUrl).searchParams.get("queueittoken") ?? "";
  const check = verifyQueueToken(token, {
    eventIds: [opened.settings.eventId],
    secrets: [secret],
    nowUnixSeconds: Math.floor(Date.now() / 1_000),
  });
  expect(check).toMatchObject({ valid: true, token: { redirectType: "queue" } });
  const foreign = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id() },
  });
  expect(JSON.parse(foreign.body)).toEqual({ status: "used" });
});

test.each(["t", "left"])("an entry with a broken %s is refused and takes no slot", async (name) => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const enter = (more: string) =>
    call("POST", `${opened.base}/enter`, { headers: { cookie }, body: `claim=${id()}${more}` });
  expect((await enter(`&${name}=%zz`)).status).toBe(400);
  expect(JSON.parse((await enter("")).body)).toMatchObject({ status: "admitted" });
});

test("the third return with one token ends at a page that says what is wrong", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const entered = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id() },
  });
  let held = cookieOf(entered);
  const url = JSON.parse(entered.body).redirectUrl;
  for (let back = 1; back <= 2; back += 1) {
    const reply = await call("GET", opened.page, { headers: { cookie: held } });
    expect([reply.status, reply.headers.location]).toEqual([302, url]);
    held = cookieOf(reply);
  }
  const accept = "text/html;q=1, application/json";
  const third = await call("GET", opened.page, { headers: { cookie: held, accept } });
  expect(third.status).toBe(503);
  expect(JSON.parse(third.body)).toMatchObject({ code: "pass-refused" });
});

test("a dormant event sends a navigation straight back, and a reload gets the same token", async () => {
  const opened = await open();
  await call("GET", `${opened.base}/1/line.json`);
  await passTime(redis, opened.settings, 900);
  const headers = { "sec-fetch-mode": "navigate", accept: "text/html" };
  const target = "https://shop.example/seats?a=1";
  const page = `${opened.page}&t=${encodeURIComponent(target)}`;
  const first = await call("GET", page, { headers });
  expect(first.status).toBe(302);
  expect(first.headers.location).toMatch(
    /^https:\/\/shop\.example\/seats\?a=1&queueittoken=.*~rt_safetynet~/,
  );
  const again = await call("GET", page, { headers: { ...headers, cookie: cookieOf(first) } });
  expect(again.headers.location).toBe(first.headers.location);
});

test.each([
  ["document", "none", true],
  ["document", "cross-site", true],
  ["iframe", "cross-site", false],
  ["frame", "cross-site", false],
  ["embed", "cross-site", false],
  ["object", "cross-site", false],
  ["iframe", "same-origin", false],
])("a navigation of a %s (%s) takes a number of a dormant event: %s", async (dest, site, takes) => {
  const opened = await open();
  await call("GET", `${opened.base}/1/line.json`);
  await passTime(redis, opened.settings, 900);
  const reply = await call("GET", opened.page, {
    headers: { "sec-fetch-mode": "navigate", "sec-fetch-dest": dest, "sec-fetch-site": site },
  });
  expect(reply.status).toBe(takes ? 302 : 403);
  expect(await redis.hget(eventKeys(opened.settings).line, "last")).toBe(takes ? "1" : "0");
  // Nor does anything else that runs reach a frame.
  expect(reply.body).not.toContain("<script");
});

test.each(["HEAD", "GET"])("a prefetch (%s) of a dormant event takes nothing", async (method) => {
  const opened = await open();
  await call("GET", `${opened.base}/1/line.json`);
  await passTime(redis, opened.settings, 900);
  const reply = await call(method, opened.page, {
    headers: { "sec-fetch-mode": "navigate", "sec-purpose": "prefetch" },
  });
  expect(reply.status).toBe(200);
  expect(await redis.hget(`wr:{${customerId}:${opened.settings.eventId}}:line`, "last")).toBe("0");
});

test.each([
  "javascript:alert(1)",
  "https://evil.example/",
  "https://shop.example@evil.example/",
  "//evil.example/",
  "data:text/html,x",
])("a target outside the allowed hosts falls back to the event's own: %s", async (target) => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const reply = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id(), t: target },
  });
  expect(JSON.parse(reply.body).redirectUrl).toMatch(
    /^https:\/\/shop\.example\/tickets\?queueittoken=/,
  );
});

test("a forged, altered or foreign place is worth nothing and is replaced by joining", async () => {
  const opened = await open();
  const other = await open();
  const { cookie } = await joinAndWait(opened);
  const [name, value] = cookie.split("=");
  const altered = `${value?.slice(0, -2)}AA`;
  const moved = `${name?.replace(opened.settings.eventId, other.settings.eventId)}=${value}`;
  for (const [base, forged] of [
    [opened.base, `${name}=${altered}`],
    [opened.base, `${name}=garbage`],
    [other.base, moved],
  ]) {
    const status = await call("GET", `${base}/status`, { headers: { cookie: forged ?? "" } });
    expect(JSON.parse(status.body)).toEqual({ status: "none" });
    const entered = await call("POST", `${base}/enter`, {
      headers: { cookie: forged ?? "" },
      form: { claim: id() },
    });
    expect(JSON.parse(entered.body)).toEqual({ status: "none" });
  }
});

test("a place sealed with a key this process lacks is kept, not replaced", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  const [name, value] = cookie.split("=");
  const bytes = Buffer.from(value ?? "", "base64url");
  bytes.writeUInt8(bytes.readUInt8(1) ^ 1, 1);
  const reply = await call("POST", `${opened.base}/join`, {
    headers: { cookie: `${name}=${bytes.toString("base64url")}` },
    form: { joinId: id() },
  });
  expect([reply.status, reply.headers["set-cookie"]]).toEqual([503, undefined]);
});

test("posts from other sites are refused", async () => {
  const opened = await open();
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
  ]) {
    const reply = await call("POST", `${opened.base}/join`, { headers, form: { joinId: id() } });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([403, "cross-site"]);
  }
});

test.each([
  ["GET", "/?c=nobody&e=nothing", 404, "unknown-event"],
  ["GET", "/?c=NOBODY&e=x", 400, "bad-request"],
  ["GET", "/", 400, "bad-request"],
  ["GET", "/?c=Nobody&e=sale1", 400, "id-in-capitals"],
  ["GET", "/?c=nobody&e=SALE1", 400, "id-in-capitals"],
  ["GET", "/?c=Nobody&e=sale_1", 400, "bad-request"],
  ["GET", "/line/a/b/1/line.json", 400, "bad-request"],
  ["DELETE", "/", 405, "method-not-allowed"],
  ["GET", "/nothing", 404, "not-found"],
  ["GET", `/status/integrationconfig/${customerId}`, 401, "api-key-refused"],
])("%s %s answers %i with a stable code", async (method, path, status, code) => {
  const reply = await call(method, path, { headers: { accept: "application/json" } });
  expect([reply.status, JSON.parse(reply.body).code]).toEqual([status, code]);
  expect(reply.headers["content-type"]).toContain("application/problem+json");
});

test("a host that visitors are not sent back to is named to whoever sets up the site", async () => {
  const opened = await open({ queueAll: true, targetUrl: "https://shop.example/tickets" });
  const namedFor = async (target: string) => {
    const reply = await call("GET", `${opened.page}&t=${encodeURIComponent(target)}`);
    return reply.headers["x-stanchion-host-not-allowed"];
  };
  expect(await namedFor("https://shop.example:8443/a?b")).toBe("shop.example:8443");
  expect(await namedFor("https://other.example/")).toBe("other.example");
  expect(await namedFor("https://shop.example/elsewhere")).toBeUndefined();
  expect(await namedFor("/tickets")).toBeUndefined();
});

test("a body that is too large is refused", async () => {
  const opened = await open();
  const reply = await call("POST", `${opened.base}/join`, { body: "x".repeat(9_000) });
  expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, "too-large"]);
});

test("connectors pull the exact config with their key, and 304 when it has not changed", async () => {
  const path = `/status/integrationconfig/secure/${customerId}`;
  const headers = { "api-key": "stn_key" };
  const first = await call("GET", path, { headers });
  expect([first.status, first.body]).toEqual([200, '{"Version":3,"Integrations":[]}']);
  const etag = first.headers.etag ?? "";
  const again = await call("GET", path, { headers: { ...headers, "if-none-match": etag } });
  expect(again.status).toBe(304);
  for (const reply of [first, again]) {
    expect(reply.headers["x-stanchion-config-signature"]).toBe(
      "keyid=0a1b2c3d, signature=c2lnbmF0dXJl",
    );
  }
});

test("anybody may read the public keys that sign configs", async () => {
  const reply = await call("GET", `/status/integrationconfig/key/${customerId}`);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(JSON.parse(reply.body)).toEqual([
    { keyid: "0a1b2c3d", publicKey: "cHVibGlj", since: "2026-01-01T00:00:00.000Z" },
  ]);
  expect((await call("GET", "/status/integrationconfig/key/nobody")).body).toBe("[]");
  expect((await call("GET", "/status/integrationconfig/key/A_B")).status).toBe(400);
});

test("a full line says so and takes somebody when there is room", async () => {
  const opened = await open({ lineLimit: 1, outflowPerMinute: 60 });
  const first = await joinAndWait(opened);
  const second = await joinAndWait(opened);
  expect(JSON.parse(second.reply.body)).toMatchObject({ status: "full" });
  await turnComes(opened, first.cookie);
  const entered = await call("POST", `${opened.base}/enter`, {
    headers: { cookie: first.cookie },
    form: { claim: id() },
  });
  expect(JSON.parse(entered.body).status).toBe("admitted");
  await passTime(redis, opened.settings, 500);
  const line = await context.lines.find({ customerId, eventId: opened.settings.eventId });
  await line?.refresh();
  expect(JSON.parse((await joinAndWait(opened)).reply.body)).toMatchObject({ number: 2 });
});

test("without JavaScript the forms take a visitor all the way", async () => {
  const opened = await open();
  const html = { accept: "text/html" };
  const page = await call("GET", opened.page, { headers: { ...html, purpose: "prefetch" } });
  expect(page.body).toContain(`action="${opened.base}/join"`);
  const kept = { ...html, cookie: cookieOf(page) };
  const joined = await call("POST", `${opened.base}/join`, { headers: kept, form: {} });
  expect(joined.status).toBe(303);
  const cookie = `${cookieOf(page)}; ${cookieOf(joined)}`;
  await turnComes(opened, cookie);
  const turn = await call("GET", opened.page, { headers: { ...html, cookie } });
  expect(turn.body).toContain(`action="${opened.base}/enter"`);
  const entered = await call("POST", `${opened.base}/enter`, { headers: { ...html, cookie } });
  expect(entered.status).toBe(303);
  expect(entered.headers.location).toContain("queueittoken=");
});

test("a staff link lets in past the line by its button only, and not once revoked or expired", async () => {
  const opened = await open({ paused: true });
  const { eventId } = opened.settings;
  const path = `/staff/${customerId}/${eventId}`;
  const make = (linkId: string, expiresUnixSeconds: number) =>
    makeStaffLink(master, { customerId, eventId }, { id: linkId, expiresUnixSeconds });
  const later = Math.floor(Date.now() / 1_000) + 600;
  const link = make("stf_1", later);
  expect((await call("GET", `${path}?link=${link}`)).status).toBe(200);
  const used = await call("POST", path, { form: { link } });
  expect(used.headers.location).toContain("~rt_bypass~");
  for (const bad of [make("stf_revoked", later), make("stf_1", 1), `${link}x`, ""]) {
    const reply = await call("POST", path, { form: { link: bad } });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([403, "staff-link-invalid"]);
  }
});

test("a connector's error gives a fresh token to the admitted and a reason to everybody else", async () => {
  const opened = await open();
  const path = `/error/hash/?c=${customerId}&e=${opened.settings.eventId}`;
  const stranger = await call("GET", path, { headers: { accept: "text/html" } });
  expect([stranger.status, stranger.body.includes("token-hash")]).toEqual([403, true]);
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const entered = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id() },
  });
  const reply = await call("GET", path, { headers: { cookie: cookieOf(entered) } });
  expect(reply.status).toBe(302);
});

test("pages say noindex and carry the status code that the event wants", async () => {
  const opened = await open({ waitingStatusCode: 503, outflowPerMinute: 1 });
  const reply = await call("GET", opened.page, { headers: { accept: "text/html" } });
  expect(reply.status).toBe(503);
  expect(reply.headers["x-robots-tag"]).toContain("noindex");
  expect(reply.headers["cache-control"]).toBe("no-store");
});

test("a changed setting is in force after the next refresh", async () => {
  const opened = await open();
  const path = `${opened.base}/1/line.json`;
  expect(JSON.parse((await call("GET", path)).body)).toMatchObject({ outflow: 600 });
  await publishEvent(redis, { ...opened.settings, version: 2, outflowPerMinute: 60 }, null);
  const line = await context.lines.find({ customerId, eventId: opened.settings.eventId });
  await line?.refresh();
  expect(JSON.parse((await call("GET", path)).body)).toMatchObject({ outflow: 60 });
});
