import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import {
  accessCodeId,
  formatAccessCode,
  makeAccessCodes,
} from "@/lib/domain/access-code/access-code";
import type { Lanes } from "@/lib/domain/lane/lane";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import { keyFromMaster } from "@/lib/secrets/event-key";
import { readCodeUses } from "@/test/access-codes";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, context, cookieOf, customerId, id, joinAndWait, master, open, redis, secret } =
  startTestRoom();

const LANES: Lanes = {
  mode: "ordered",
  defaultLane: "main",
  lanes: [
    { key: "gold", name: "Gold", weight: 1, fromRelativeQuality: 0.8 },
    { key: "main", name: "Main", weight: 1, fromRelativeQuality: null },
  ],
};

type Opened = Awaited<ReturnType<typeof open>>;

const answerOf = (reply: Reply) => JSON.parse(reply.body);
const join = (opened: Opened, form: Record<string, string>, cookie = "") =>
  call("POST", `${opened.base}/join`, { form: { joinId: id(), ...form }, headers: { cookie } });

function token({ settings }: Opened, fields: { key?: string; quality?: number } = {}): string {
  const nowMs = Date.now();
  return makeEnqueueToken(
    {
      customerId,
      eventId: settings.eventId,
      tokenIdentifier: crypto.randomUUID(),
      issuedAtMs: nowMs,
      expiresAtMs: nowMs + 60_000,
      key: fields.key,
      relativeQuality: fields.quality,
    },
    secret,
    enqueueTokenCrypto,
  );
}

async function codesOf({ settings }: Opened, uses: number, laneIndex: number | null, count = 1) {
  const { eventId } = settings;
  const codes = makeAccessCodes(count, randomBytes);
  const ids = codes.map((code) =>
    accessCodeId({ customerId, eventId, code }, accessCodeHash(keyFromMaster(master))),
  );
  await publishCodes(
    redis,
    settings,
    ids.map((codeId) => ({ id: codeId, uses, lane: laneAt(laneIndex) })),
  );
  return { codes: codes.map(formatAccessCode), ids };
}

function laneAt(index: number | null) {
  return index === null ? null : { key: LANES.lanes[index]?.key ?? "", index };
}

describe("an enqueue token", () => {
  test("leads to the lane of its quality", async () => {
    const opened = await open({ lanes: LANES });
    const gold = answerOf(await join(opened, { enqueueToken: token(opened, { quality: 0.9 }) }));
    expect(gold).toMatchObject({ number: 1, line: { lane: 0 } });
    const plain = answerOf(await join(opened, { enqueueToken: token(opened, { quality: 0.1 }) }));
    expect(plain).toMatchObject({ number: 1, line: { lane: 1 } });
    expect(answerOf(await join(opened, {}))).toMatchObject({ number: 2, line: { lane: 1 } });
  });

  test("is good for one place: a copy is refused, and its own browser keeps the place", async () => {
    const opened = await open();
    const enqueueToken = token(opened);
    const joinId = id();
    const first = answerOf(await join(opened, { enqueueToken, joinId }));
    expect(first).toMatchObject({ number: 1 });
    expect(answerOf(await join(opened, { enqueueToken, joinId }))).toMatchObject({ number: 1 });
    const copy = await join(opened, { enqueueToken });
    expect([copy.status, answerOf(copy).code]).toEqual([409, "invitation-used"]);
  });

  test("with a key gives the same place to the same key, on another device too", async () => {
    const opened = await open();
    const one = answerOf(await join(opened, { enqueueToken: token(opened, { key: "user-1" }) }));
    const again = answerOf(await join(opened, { enqueueToken: token(opened, { key: "user-1" }) }));
    const other = answerOf(await join(opened, { enqueueToken: token(opened, { key: "user-2" }) }));
    expect([one.number, again.number, other.number]).toEqual([1, 1, 2]);
  });

  test("opened again by who holds its place shows that place", async () => {
    const opened = await open();
    const enqueueToken = token(opened);
    const held = await join(opened, { enqueueToken });
    await join(opened, {});
    const again = await join(opened, { enqueueToken }, cookieOf(held));
    expect(answerOf(again)).toMatchObject({ status: "waiting", number: 1 });
    const moved = await join(opened, { enqueueToken: token(opened) }, cookieOf(again));
    expect(answerOf(moved)).toMatchObject({ number: 3 });
  });

  test("that was altered gives no place", async () => {
    const opened = await open();
    const reply = await join(opened, { enqueueToken: `${token(opened).slice(0, -2)}AA` });
    expect([reply.status, answerOf(reply).code]).toEqual([403, "invitation-invalid"]);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });

  test("comes with the address of the queue page", async () => {
    const opened = await open({ inviteOnly: true });
    const text = token(opened);
    const page = await call("GET", `${opened.page}&enqueuetoken=${text}`, {
      headers: { accept: "text/html" },
    });
    expect(page.body).toContain(text);
  });
});

test("who was invited is let through with all others, also again when the token has expired", async () => {
  const opened = await open({ inviteOnly: true, method: "passthrough" });
  const joined = await join(opened, { enqueueToken: token(opened) });
  let cookie = cookieOf(joined);
  for (const _time of ["at first", "later"]) {
    const headers = { accept: "text/html", "sec-fetch-mode": "navigate", cookie };
    const through = await call("GET", opened.page, { headers });
    expect(through.headers.location).toContain("~rt_disabled~");
    cookie = cookieOf(through);
    await passTime(redis, opened.settings, 10 * 60_000);
    const line = await context.lines.find({ customerId, eventId: opened.settings.eventId });
    await line?.refresh();
  }
});

describe("an access code", () => {
  test("takes its holder into its lane, and is used up", async () => {
    const opened = await open({ lanes: LANES });
    const { codes, ids } = await codesOf(opened, 1, 0);
    const [code = ""] = codes;
    const { cookie } = await joinAndWait(opened);
    const typed = code.toLowerCase().replaceAll("-", " ");
    const moved = await join(opened, { code: typed }, cookie);
    expect(answerOf(moved)).toMatchObject({ number: 1, line: { lane: 0 } });
    expect(cookieOf(moved)).not.toBe(cookie);
    expect(await readCodeUses(redis, opened.settings, ids)).toEqual([0]);
    const second = await join(opened, { code });
    expect([second.status, answerOf(second).code]).toEqual([409, "code-spent"]);
  });

  test("for many is used as often as it says, once for each join", async () => {
    const opened = await open();
    const { codes, ids } = await codesOf(opened, 2, null);
    const [code = ""] = codes;
    const joinId = id();
    await join(opened, { code, joinId });
    expect(answerOf(await join(opened, { code, joinId }))).toMatchObject({ number: 1 });
    expect(await readCodeUses(redis, opened.settings, ids)).toEqual([1]);
    expect(answerOf(await join(opened, { code }))).toMatchObject({ number: 2 });
    expect((await join(opened, { code })).status).toBe(409);
  });

  test.each([
    ["AAAA", 400, "code-mistyped"],
    [formatAccessCode(makeAccessCodes(1, randomBytes)[0] ?? ""), 403, "code-unknown"],
  ])("%s that nobody was given is refused", async (code, status, problem) => {
    const opened = await open();
    const reply = await join(opened, { code });
    expect([reply.status, answerOf(reply).code]).toEqual([status, problem]);
  });

  test("typed again by who holds its place is not used again, and the place is kept", async () => {
    const opened = await open();
    const { codes, ids } = await codesOf(opened, 2, null, 2);
    const [code = "", other = ""] = codes;
    const held = await join(opened, { code });
    await join(opened, {});
    for (let time = 0; time < 3; time += 1) {
      const again = await join(opened, { code }, cookieOf(held));
      expect(answerOf(again)).toMatchObject({ status: "waiting", number: 1 });
    }
    expect(await readCodeUses(redis, opened.settings, ids)).toEqual([1, 2]);
    expect(answerOf(await join(opened, { code: other }, cookieOf(held)))).toMatchObject({
      number: 3,
    });
    expect(await readCodeUses(redis, opened.settings, ids)).toEqual([1, 1]);
  });

  test("can be typed on a page of its own", async () => {
    const opened = await open();
    const page = await call("GET", `${opened.base}/code`, { headers: { accept: "text/html" } });
    expect(page.body).toContain('name="code"');
    expect(page.body).toContain(`action="${opened.base}/join"`);
  });
});

test("an event by invitation takes nobody else and asks for a code", async () => {
  const opened = await open({ inviteOnly: true });
  const refused = await join(opened, {});
  expect([refused.status, answerOf(refused).code]).toEqual([403, "invitation-needed"]);
  const page = await call("GET", opened.page, {
    headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
  });
  expect(page.status).toBe(403);
  expect(page.headers["set-cookie"]).toEqual([expect.stringContaining("stanchion-claim_")]);
  expect(page.body).toContain("By invitation only");
  expect(page.body).toContain('name="code"');
  const { codes } = await codesOf(opened, 1, null);
  expect(answerOf(await join(opened, { code: codes[0] ?? "" }))).toMatchObject({ number: 1 });
});
