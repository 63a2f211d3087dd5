import { createLocalJWKSet, type JWK, jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { createRun } from "@/lib/line/commands/create-run";
import { addGrants } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { type AwsSigningKey, awsSealContext, newAwsSigningKey } from "@/lib/secrets/aws-api";
import { seal } from "@/lib/secrets/seal";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import { solveWork } from "@/tools/shared/solve-work";

const room = startTestRoom();
const ISSUER = `http://room.test/${room.customerId}/aws`;
const former: AwsSigningKey = { ...(await newAwsSigningKey()), shownUntilMs: Date.now() + 60_000 };
const current = await newAwsSigningKey();
const forgotten = { ...(await newAwsSigningKey()), shownUntilMs: Date.now() - 1 };

const api = (signing: readonly AwsSigningKey[]) => ({
  sealed: seal(
    room.master,
    awsSealContext(room.customerId),
    JSON.stringify({ signing, accessSecret: null }),
  ),
  clients: [],
});
beforeAll(() => room.publish({ awsApi: api([current, former, forgotten]) }));

type Opened = Awaited<ReturnType<typeof room.open>>;
type Body = Readonly<Record<string, unknown>>;

const bodyOf = (reply: Reply) => ({ status: reply.status, ...JSON.parse(reply.body) });

const post = (call: string, body: unknown, headers: Record<string, string> = {}) =>
  room.call("POST", `/${room.customerId}/aws/${call}`, {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
const get = (call: string, query: Record<string, string>) =>
  room.call("GET", `/${room.customerId}/aws/${call}?${new URLSearchParams(query)}`);

const eventOf = ({ settings }: Opened) => ({ event_id: settings.eventId });

async function assign(opened: Opened, more: Body = {}, headers = {}): Promise<string> {
  const { status, api_request_id } = bodyOf(
    await post("assign_queue_num", { ...eventOf(opened), ...more }, headers),
  );
  expect(status).toBe(200);
  return api_request_id;
}

const numberOf = async (opened: Opened, request_id: string) =>
  bodyOf(await get("queue_num", { ...eventOf(opened), request_id })).queue_number;

const token = async (opened: Opened, request_id: string) =>
  bodyOf(await post("generate_token", { ...eventOf(opened), request_id }));

/** Lets the line call who is next. */
async function moveOn({ settings }: Opened, times = 4): Promise<void> {
  const line = await room.context.lines.find(settings);
  for (let step = 0; step < times; step += 1) {
    await passTime(room.redis, settings, 500);
    await line?.refresh();
  }
}

async function keySet(): Promise<{ keys: JWK[] }> {
  const reply = await room.call("GET", `/${room.customerId}/aws/.well-known/jwks.json`);
  return JSON.parse(reply.body);
}

test("the sample flow: assign, number, serving number, token, which a library verifies", async () => {
  const opened = await room.open({ sessionMinutes: 20 });
  const request_id = await assign(opened);
  const number = bodyOf(await get("queue_num", { ...eventOf(opened), request_id }));
  expect(number).toMatchObject({ status: 1, queue_number: 1, ...eventOf(opened) });
  expect(number.entry_time).toBeGreaterThan(1_000_000_000);
  await moveOn(opened);
  const { serving_counter } = bodyOf(await get("serving_num", eventOf(opened)));
  expect(Number(serving_counter)).toBeGreaterThanOrEqual(1);
  const answer = await token(opened, request_id);
  expect(answer).toMatchObject({ status: 200, token_type: "Bearer" });
  const key = bodyOf(await get("public_key", eventOf(opened)));
  const { payload, protectedHeader } = await jwtVerify(
    answer.access_token,
    createLocalJWKSet({ keys: [key] }),
    { issuer: ISSUER, audience: opened.settings.eventId, currentDate: lineDate(answer) },
  );
  expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: current.kid });
  expect(payload).toMatchObject({ sub: request_id, queue_position: 1, token_use: "access" });
  expect(payload.nbf).toBe(payload.iat);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(20 * 60);
  expect(usesOf(answer)).toEqual(["access", "refresh", "id"]);
});

/** Tests have a line time of their own. */
function lineDate({ access_token }: { access_token: string }): Date {
  return new Date(1_000 * Number(claimsOf(access_token)["iat"]));
}

function claimsOf(text: string): Body {
  return JSON.parse(Buffer.from(text.split(".")[1] ?? "", "base64url").toString());
}

const usesOf = (answer: Record<string, string>) =>
  ["access_token", "refresh_token", "id_token"].map(
    (name) => claimsOf(answer[name] ?? "")["token_use"],
  );

test("repeating generate_token gets the same bytes and takes no other slot", async () => {
  const opened = await room.open();
  const request_id = await assign(opened);
  await moveOn(opened);
  const [first, again] = [await token(opened, request_id), await token(opened, request_id)];
  expect(first.status).toBe(200);
  expect(again.access_token).toBe(first.access_token);
  const line = await room.context.lines.find(opened.settings);
  await line?.refresh();
  expect(line?.state?.admitted).toBe(1);
});

describe("its known faults are absent", () => {
  test("a join that is repeated keeps its number", async () => {
    const opened = await room.open();
    const once = { "idempotency-key": crypto.randomUUID() };
    const ids = await Promise.all(Array.from({ length: 5 }, () => assign(opened, {}, once)));
    const numbers = await Promise.all(ids.map((id) => numberOf(opened, id)));
    expect(new Set(numbers)).toEqual(new Set([1]));
    expect(await numberOf(opened, await assign(opened))).toBe(2);
  });

  test("the key of a join is for one event and one run, and without one nobody gets another's place", async () => {
    const [opened, other] = [await room.open(), await room.open()];
    const once = { "idempotency-key": crypto.randomUUID() };
    const request_id = await assign(opened, {}, once);
    expect(await numberOf(other, await assign(other, {}, once))).toBe(1);
    expect(await numberOf(opened, await assign(opened, {}, once))).toBe(1);
    // The same body says nothing of who sends it: two visitors may stand behind one address.
    const two = await Promise.all([assign(opened), assign(opened)]);
    const numbers = await Promise.all(two.map((id) => numberOf(opened, id)));
    expect(numbers.sort()).toEqual([2, 3]);
    const next = { ...opened.settings, runId: 2, version: 2 };
    await createRun(room.redis, next);
    await publishEvent(room.redis, next, null);
    await (await room.context.lines.find(next))?.refresh();
    const again = await assign({ ...opened, settings: next }, {}, once);
    expect(again).not.toBe(request_id);
    expect(await numberOf(opened, again)).toBe(1);
    expect((await get("queue_num", { ...eventOf(opened), request_id })).status).toBe(202);
  });

  test("a number whose answer was lost holds up nobody, and asking for one again changes nothing", async () => {
    const opened = await room.open();
    await assign(opened);
    const kept = await assign(opened);
    expect([await numberOf(opened, kept), await numberOf(opened, kept)]).toEqual([2, 2]);
    await moveOn(opened);
    expect(await token(opened, kept)).toMatchObject({ status: 200 });
    const line = await room.context.lines.find(opened.settings);
    await line?.refresh();
    expect(line?.state?.admitted).toBe(1);
  });

  test("a malformed join burns no number", async () => {
    const opened = await room.open();
    const wrong = [
      post("assign_queue_num", "{"),
      post("assign_queue_num", "null"),
      post("assign_queue_num", { event_id: 7 }),
      post("assign_queue_num", { event_id: "UPPER" }),
      post("assign_queue_num", { event_id: "nobodyssale" }),
      post("assign_queue_num", { ...eventOf(opened), joinId: "short" }),
      post("assign_queue_num", eventOf(opened), { "idempotency-key": "1" }),
    ];
    for (const reply of await Promise.all(wrong)) expect(reply.status).toBe(400);
    expect(await numberOf(opened, await assign(opened))).toBe(1);
  });

  test("no increment is lost and nobody is admitted beyond them, however many come at once", async () => {
    const opened = await room.open({ outflowPerMinute: 60_000 });
    const { redis } = room;
    await Promise.all(Array.from({ length: 20 }, () => addGrants(redis, opened.settings, 2, null)));
    expect(await addGrants(redis, opened.settings, -35, null)).toBe(5);
    const ids = await Promise.all(Array.from({ length: 12 }, () => assign(opened)));
    await moveOn(opened, 6);
    const answers = await Promise.all(ids.map((id) => token(opened, id)));
    await moveOn(opened, 6);
    answers.push(...(await Promise.all(ids.map((id) => token(opened, id)))));
    const admitted = answers.filter(({ status }) => status === 200);
    expect(new Set(admitted.map(({ access_token }) => access_token)).size).toBe(5);
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
  });
});

describe("who gets nothing", () => {
  test("nobody gets in before their number is called", async () => {
    const opened = await room.open({ paused: true });
    const request_id = await assign(opened);
    await moveOn(opened);
    expect(await token(opened, request_id)).toMatchObject({
      status: 202,
      error: "Request ID not being served yet",
    });
    const expiry = await get("queue_pos_expiry", { ...eventOf(opened), request_id });
    expect(bodyOf(expiry)).toMatchObject({ status: 202, error: "Request ID not being served yet" });
  });

  test("a forged request id, one of another event and one that was altered", async () => {
    const [opened, other] = [await room.open(), await room.open()];
    const request_id = await assign(other);
    const altered = `${request_id.slice(0, -2)}AA`;
    for (const id of [request_id, altered, "x".repeat(130)]) {
      expect(await token(opened, id)).toMatchObject({ status: 400 });
      const unknown = { ...eventOf(opened), request_id: id };
      expect(bodyOf(await get("queue_num", unknown))).toMatchObject({
        status: 202,
        error: "Request ID not found",
      });
      expect((await get("queue_pos_expiry", unknown)).status).toBe(404);
    }
    const uuid = crypto.randomUUID();
    expect((await get("queue_num", { ...eventOf(opened), request_id: uuid })).status).toBe(400);
  });

  test("a page that the event does not name takes no place; everybody may read the line", async () => {
    const opened = await room.open({ apiOrigins: ["https://shop.example"] });
    const join = (origin: string) => post("assign_queue_num", eventOf(opened), { origin });
    expect((await join("https://elsewhere.example")).status).toBe(403);
    const own = await join("https://shop.example");
    expect(own.status).toBe(200);
    expect(own.headers["access-control-allow-origin"]).toBe("*");
    expect(bodyOf(await get("waiting_num", eventOf(opened)))).toMatchObject({ status: 200 });
  });

  test("whose place is over gets 410", async () => {
    const opened = await room.open({ activeCap: 5 });
    const request_id = await assign(opened);
    await moveOn(opened);
    const { status, access_token } = await token(opened, request_id);
    expect(status).toBe(200);
    const line = await room.context.lines.find(opened.settings);
    const queueId = String(claimsOf(access_token)["queue_id"]);
    await line?.leave({ lane: 0, number: 1, queueId });
    expect(await token(opened, request_id)).toMatchObject({ status: 410 });
    const expiry = await get("queue_pos_expiry", { ...eventOf(opened), request_id });
    expect(bodyOf(expiry)).toMatchObject({ status: 410, error: "Queue position has expired" });
  });

  test("events that this API cannot follow say so", async () => {
    for (const refused of [{ method: "random" }, { isTest: true }] as const) {
      const opened = await room.open(refused);
      expect((await post("assign_queue_num", eventOf(opened))).status).toBe(400);
    }
  });
});

test("the turn of a called number is counted down; who comes late still goes in", async () => {
  const opened = await room.open();
  const request_id = await assign(opened);
  await moveOn(opened);
  const expiry = async () =>
    bodyOf(await get("queue_pos_expiry", { ...eventOf(opened), request_id }));
  const { status, expires_in } = await expiry();
  expect(status).toBe(200);
  expect(expires_in).toBeGreaterThan(50);
  expect(expires_in).toBeLessThanOrEqual(60);
  await passTime(room.redis, opened.settings, 30_000);
  await moveOn(opened);
  expect((await expiry()).expires_in).toBeLessThan(expires_in - 25);
  await passTime(room.redis, opened.settings, 60_000);
  await moveOn(opened);
  expect(await expiry()).toMatchObject({ status: 200, expires_in: 0 });
  expect(await token(opened, request_id)).toMatchObject({ status: 200 });
});

test("a client meets a challenge without a page, and solves it", async () => {
  const challenge = { ...NO_CHALLENGE, when: "always", kind: "work", difficulty: 8 } as const;
  const opened = await room.open({ protection: { ...UNPROTECTED, challenge } });
  const asked = bodyOf(await post("assign_queue_num", eventOf(opened)));
  expect(asked.status).toBe(403);
  const { joinId } = asked.challenge;
  const proof = solveWork(asked.challenge);
  expect(await numberOf(opened, await assign(opened, { joinId, proof }))).toBe(1);
});

test("a key that was replaced is shown until its time is over, and no private part of any", async () => {
  const { keys } = await keySet();
  expect(keys.map(({ kid }) => kid)).toEqual([current.kid, former.kid]);
  expect(JSON.stringify(keys)).not.toContain('"d":');
});

test("a customer who has not turned the API on has none", async () => {
  await room.publish({ awsApi: null });
  const opened = await room.open();
  expect((await post("assign_queue_num", eventOf(opened))).status).toBe(404);
  expect((await get("serving_num", eventOf(opened))).status).toBe(404);
  await room.publish({ awsApi: api([current, former, forgotten]) });
});
