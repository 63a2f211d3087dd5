import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { mintEnqueueToken } from "@/connectors/src/adapters/enqueue-token";
import {
  accessCodeId,
  formatAccessCode,
  makeAccessCodes,
} from "@/lib/domain/access-code/access-code";
import type { VisitorProblem } from "@/lib/domain/visitor-api/visitor-api";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { CODE_GUESSES } from "@/lib/line/commands/code-guesses";
import { eventKeys } from "@/lib/line/keys";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { keyFromMaster } from "@/lib/secrets/event-key";
import { parseMasterKey } from "@/lib/secrets/seal";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import { projectPath } from "@/tools/stack/paths";
import { createRoomServer } from "@/waiting-room/http/listen";
import { createPlaceSealer, newPlace } from "@/waiting-room/place/place";
import { createListener } from "@/waiting-room/routes/router";

const room = startTestRoom();
const { call, context, customerId, id, joinAndWait, master, open, publish, redis, secret } = room;

type Opened = Awaited<ReturnType<typeof open>>;
type Form = Record<string, string>;

const join = ({ base }: Opened, form: Form = {}, headers: Form = {}) =>
  call("POST", `${base}/join`, { headers, form: { joinId: id(), ...form } });
const ask = (path: string, headers: Form = {}) =>
  call("GET", path, { headers: { accept: "application/json", ...headers } });
const newCode = () => makeAccessCodes(1, randomBytes)[0] ?? "";

async function codeOf({ settings }: Opened, uses: number) {
  const code = newCode();
  const hash = accessCodeHash(keyFromMaster(master));
  const codeId = accessCodeId({ customerId, eventId: settings.eventId, code }, hash);
  await publishCodes(redis, settings, [{ id: codeId, uses, lane: null }]);
  return { codeId, typed: formatAccessCode(code) };
}

async function joinInWindow(window: { fromMs: number; untilMs: number }): Promise<Reply> {
  const opened = await open();
  const { typed, codeId } = await codeOf(opened, 1);
  const told = { id: codeId, uses: 1, lane: null, window: { version: 1, ...window } };
  await publishCodes(redis, opened.settings, [told]);
  return join(opened, { code: typed });
}

/** The same room with one part that is broken. */
async function brokenRoom(path: string): Promise<Reply> {
  const sealer = {
    ...context.sealer,
    open: () => {
      throw new Error("Broken for this test.");
    },
  };
  const server = createRoomServer(createListener({ ...context, sealer, log: () => {} }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { accept: "application/json", "x-stanchion-place": "x" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const body = await response.text();
  server.close();
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** How a program meets each problem. */
const MET: Readonly<Record<string, () => Promise<Reply>>> = {
  "bad-request": async () => ask("/?c=acme"),
  "id-in-capitals": async () => ask("/?c=Acme&e=sale"),
  "code-mistyped": async () => join(await open(), { code: "???" }),
  "cross-site": async () => join(await open(), {}, { origin: "https://evil.example" }),
  "invitation-needed": async () => ask((await open({ inviteOnly: true })).page),
  "invitation-invalid": async () => join(await open(), { enqueueToken: "made.up" }),
  "invitation-used": async () => {
    const opened = await open({ inviteOnly: true });
    const { eventId } = opened.settings;
    const enqueueToken = mintEnqueueToken({ customerId, eventId, tokenIdentifier: "t1" }, secret);
    await join(opened, { enqueueToken });
    return join(opened, { enqueueToken });
  },
  "code-unknown": async () => join(await open(), { code: formatAccessCode(newCode()) }),
  "code-spent": async () => {
    const opened = await open();
    const { typed } = await codeOf(opened, 1);
    await join(opened, { code: typed });
    return join(opened, { code: typed });
  },
  "code-revoked": async () => {
    const opened = await open();
    const { typed, codeId } = await codeOf(opened, 1);
    await publishCodes(redis, opened.settings, [
      { id: codeId, uses: 1, lane: null, isRevoked: true },
    ]);
    return join(opened, { code: typed });
  },
  "code-early": async () => joinInWindow({ fromMs: Date.now() + 60_000, untilMs: 0 }),
  "code-late": async () => joinInWindow({ fromMs: 0, untilMs: 1 }),
  "code-guesses": async () => {
    const opened = await open();
    const guesses = Array.from({ length: 2 * CODE_GUESSES.limit.address + 2 }, () =>
      join(opened, { code: formatAccessCode(newCode()) }),
    );
    const replies = await Promise.all(guesses);
    return replies.find(({ status }) => status === 429) ?? Promise.reject(new Error("Never."));
  },
  "unknown-event": async () => ask(`/?c=${customerId}&e=nothing`),
  "not-open": async () => ask((await open({ status: "draft" })).page),
  "not-found": async () => ask("/line/a/b/nothing"),
  "method-not-allowed": async () => ask(`${(await open()).base}/join`),
  "too-large": async () => join(await open(), { joinId: "x".repeat(10_000) }),
  recovering: async () => {
    const opened = await open();
    const { runId } = opened.settings;
    const other = createPlaceSealer([parseMasterKey(randomBytes(32).toString("base64url"))]);
    const place = newPlace({
      runId,
      lane: 0,
      number: 1,
      queueId: crypto.randomUUID(),
      joinedAtMs: 0,
    });
    return ask(opened.page, { "x-stanchion-place": other.seal(opened.settings, place) });
  },
  "no-secret": async () => {
    const opened = await open({ method: "passthrough" });
    const { cookie } = await joinAndWait(opened);
    await publish({ secrets: [] });
    onTestFinished(() => publish({}));
    const form = { claim: id() };
    return call("POST", `${opened.base}/enter`, { headers: { cookie }, form });
  },
  internal: async () => brokenRoom((await open()).page),
};

const documented = [
  ...readFileSync(projectPath("docs/apps.md"), "utf8").matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm),
].map(([, code = "", status = ""]) => ({ code, status: Number(status) }));

test("the document lists what is met here", () => {
  expect(documented.map(({ code }) => code).sort()).toEqual(Object.keys(MET).sort());
});

test.each(documented)("$code is met", async ({ code, status }) => {
  const reply = await (MET[code] ?? (() => Promise.reject(new Error("Not met."))))();
  const problem: VisitorProblem = JSON.parse(reply.body);
  expect(problem).toMatchObject({ code, status, type: `/errors/${code}` });
  expect([problem.title, problem.detail].every((text) => text.length > 3)).toBe(true);
  expect(reply.status).toBe(status);
  expect(reply.headers["content-type"]).toContain("application/problem+json");
  expect(reply.headers["cache-control"]).toBe("no-store");
  if (problem.retryAfterMs !== undefined)
    expect(Number(reply.headers["retry-after"])).toBe(Math.ceil(problem.retryAfterMs / 1_000));
});

describe("what makes a join safe to repeat is required of programs", () => {
  const [ONE, OTHER] = [id(), id()];
  const post = (path: string, body: string, headers: Form = {}) =>
    call("POST", path, { body, headers });
  const pageCookie = async ({ page }: Opened) => room.cookieOf(await call("GET", page));
  const lastOf = ({ settings }: Opened) => redis.hget(eventKeys(settings).line, "last");

  test.each([
    ["none", ""],
    ["an empty one", "joinId="],
    ["one by another name", `joinID=${ONE}`],
    ["two", `joinId=${ONE}&joinId=${OTHER}`],
    ["the same twice", `joinId=${ONE}&t=https%3A%2F%2Fshop.example&joinId=${ONE}`],
    ["one that is too short", "joinId=abc"],
  ])("%s: no number is handed out, whatever is accepted", async (_what, body) => {
    const opened = await open({ queueAll: true });
    const cookie = await pageCookie(opened);
    for (const headers of [{}, { accept: "*/*", cookie }]) {
      const reply = await post(`${opened.base}/join`, body, headers);
      expect(reply.status).toBe(400);
    }
    const { body: problem } = await post(`${opened.base}/join`, body);
    expect(JSON.parse(problem)).toMatchObject({ code: "bad-request", field: "joinId" });
    expect(await lastOf(opened)).toBe("0");
  });

  test("and a claim of an entry", async () => {
    const opened = await open();
    const { cookie } = await joinAndWait(opened);
    const body = `claim=${ONE}&claim=${OTHER}`;
    const reply = await post(`${opened.base}/enter`, body, { cookie });
    expect([reply.status, JSON.parse(reply.body).field]).toEqual([400, "claim"]);
  });

  test("a form of a page without one joins, and who holds a place needs none to be told of it", async () => {
    const opened = await open({ queueAll: true });
    const kept = { accept: "text/html", cookie: await pageCookie(opened) };
    const joined = await post(`${opened.base}/join`, "", kept);
    expect([joined.status, await lastOf(opened)]).toEqual([303, "1"]);
    const again = await post(`${opened.base}/join`, "", { cookie: room.cookieOf(joined) });
    expect(JSON.parse(again.body)).toMatchObject({ status: "waiting", number: 1 });
    expect(await lastOf(opened)).toBe("1");
  });
});

describe("whoever accepts anything, as programs do, is answered a problem", () => {
  const ANYTHING = { accept: "*/*" };
  const report = (path: string, body: string, headers: Form = {}) =>
    call("POST", path, {
      headers: {
        ...ANYTHING,
        "api-key": "stn_key",
        "content-type": "application/json",
        ...headers,
      },
      body,
    });

  test.each([
    ["stock", '{"units":-1}', 400, { field: "units", value: "-1" }],
    ["stock", '{"units":1,"left":1}', 400, { field: "left" }],
    ["stock", '{"unit":1}', 400, { field: "units, left or sold" }],
    ["stock", '{"units":1,"sold":[{"q":"a b","units":1}]}', 400, { field: "sold[].q" }],
    ["stock", "units=1", 400, { field: "the body", allowed: "JSON" }],
    ["stock", `{"units":"${"x".repeat(5_000)}"}`, 400, { field: "units" }],
    ["stock", `{"units":1,"a":"${"x".repeat(300_000)}"}`, 413, { field: "the body" }],
    ["activity", `{"over":[${Array(1_001).fill('"q"')}]}`, 413, { field: "active and over" }],
    ["grants", '{"slots":1.5}', 400, { field: "slots", value: "1.5" }],
    ["inlet", '{"inlet":{"type":"odd"}}', 400, { field: "inlet" }],
    ["nothing", "{}", 404, {}],
  ] as const)("%s %.40s", async (what, body, status, named) => {
    const opened = await open();
    const reply = await report(`/status/${what}/${customerId}/${opened.settings.eventId}`, body);
    expect(reply.headers["content-type"]).toContain("application/problem+json");
    const problem: VisitorProblem = JSON.parse(reply.body);
    expect([reply.status, problem]).toEqual([
      status,
      expect.objectContaining({ status, ...named }),
    ]);
    if ("field" in named)
      expect(problem.detail).toBe(`${problem.field} has to be ${problem.allowed}.`);
    expect(reply.body.length).toBeLessThan(600);
    const meaning = await call("GET", problem.type, { headers: ANYTHING });
    expect([meaning.status, JSON.parse(meaning.body).code]).toEqual([200, problem.code]);
  });

  test.each([
    ["/status/integrationconfig/secure/nobody", 401],
    ["/api/mobileapp/queue/nobody/nothing/enqueue", 405],
    ["/health/host", 400],
    ["/errors/made-up", 404],
  ])("%s", async (path, status) => {
    const reply = await call("GET", path, { headers: ANYTHING });
    const type = path.startsWith("/errors") ? "text/html" : "application/problem+json";
    expect([reply.status, reply.headers["content-type"]]).toEqual([
      status,
      expect.stringContaining(type),
    ]);
  });

  test("also with another type of content, and with a line that is too long", async () => {
    const opened = await open();
    const path = `/status/stock/${customerId}/${opened.settings.eventId}`;
    const form = await report(path, "units=1", { "content-type": "text/plain" });
    expect(JSON.parse(form.body)).toMatchObject({ field: "content-type", value: '"text/plain"' });
    const long = await call("GET", `${path}?${"x".repeat(33_000)}`, { headers: ANYTHING });
    expect(long.headers["content-type"]).toContain("application/problem+json");
    expect([long.status, JSON.parse(long.body).status]).toEqual([431, 431]);
  });
});
