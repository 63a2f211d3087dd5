import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { mintEnqueueToken } from "@/connectors/src/adapters/enqueue-token";
import {
  accessCodeId,
  formatAccessCode,
  makeAccessCodes,
} from "@/lib/domain/access-code/access-code";
import type { VisitorProblem } from "@/lib/domain/visitor-api/visitor-api";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { CODE_GUESSES } from "@/lib/line/commands/code-guesses";
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
