import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiCall } from "@/lib/api/handle";
import { createAwsCalls } from "@/lib/compat/aws/answer-private";
import { oncePerMessage } from "@/lib/compat/aws/sns";
import { db, disconnectDb } from "@/lib/db/client";
import type { Permission } from "@/lib/domain/permissions/roles";
import { readPublishedCustomer, readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { openAwsSecrets } from "@/lib/secrets/aws-api";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { listApiKeyUses } from "@/lib/services/people/api-key/list-uses";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createAwsAccessKey } from "@/lib/services/sites/aws-api/access-key";
import { saveAwsClient } from "@/lib/services/sites/aws-api/save-client";
import { getAwsApi, rotateAwsKey, setAwsApi } from "@/lib/services/sites/aws-api/set";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  startTestEvent,
} from "@/test/customer";
import { passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { textOf } from "@/test/text-of";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { until } from "@/tools/shared/time";
import { EventLine } from "@/waiting-room/line/event-line";
import { createPlaceSealer, newPlace } from "@/waiting-room/place/place";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  disconnectLineRedis();
  await disconnectDb();
});

const sealer = createPlaceSealer(masterKeysFromEnvironment());
let answer = createAwsCalls(sealer.open);
const ALL: readonly Permission[] = ["event:read", "event:operate", "event:stop", "report:read"];
const SALE = { event_id: "sale" };
const HOST = "console.example";

let context: ServiceContext;
let key: Awaited<ReturnType<typeof makeKey>>;
beforeEach(async () => {
  answer = createAwsCalls(sealer.open);
  context = await createCustomerWithSale();
  key = await makeKey();
});

const makeKey = (permissions = ALL, eventIds: string[] = []) =>
  createApiKey(context, {
    ...{ name: "Back office", scopes: ["api"], permissions: [...permissions], eventIds },
  });

type Sent = Readonly<Record<string, unknown>>;

async function call(
  method: "GET" | "POST",
  name: string,
  sent: Sent = SALE,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${key.text}` },
) {
  const text = method === "POST" ? JSON.stringify(sent) : "";
  const query = new URLSearchParams(
    method === "GET" ? Object.entries(sent).map(([a, b]) => [a, String(b)]) : [],
  );
  return ask({ method, path: `/aws/${name}`, query, body: Buffer.from(text) }, headers);
}

async function ask(
  asked: Pick<ApiCall, "method" | "path" | "query" | "body">,
  headers: Readonly<Record<string, string>>,
) {
  const answered = await answer({
    ...asked,
    header: (name) => new Map(Object.entries(headers)).get(name) ?? null,
    address: "192.0.2.1",
  });
  return { status: answered.status, json: JSON.parse(answered.body), headers: answered.headers };
}

const post = (name: string, more: Sent = {}) => call("POST", name, { ...SALE, ...more });
const sns = (
  path: string,
  query: Record<string, string>,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  ask(
    {
      ...{ method: "POST", path: `/aws/inlets/${path}` },
      query: new URLSearchParams({ ...SALE, ...query }),
      body: Buffer.from(JSON.stringify(body)),
    },
    {
      ...{ authorization: `Basic ${Buffer.from(`sns:${key.text}`).toString("base64")}` },
      ...headers,
    },
  );
const notification = (message: unknown) => ({
  ...{ Type: "Notification", TopicArn: "arn:aws:sns:eu-west-1:1:exits" },
  Message: JSON.stringify(message),
});

async function openSale(): Promise<EventLine> {
  await startTestEvent(context, { eventId: "sale" });
  await relayOutbox(redis);
  const settings = await readPublishedEvent(redis, context.customer.wireId, "sale");
  if (settings === null) throw new Error("The settings were not published.");
  const line = new EventLine(redis, settings, randomUUID());
  await line.refresh();
  return line;
}

/** A request id of somebody who waits. */
async function join(line: EventLine): Promise<string> {
  const joinId = Buffer.from(randomUUID().replaceAll("-", ""), "hex");
  const joined = await line.join({ lane: 0, joinId });
  if (joined.type !== "joined") throw new Error(joined.type);
  const { runId } = line.settings;
  const { number, lineTimeMs: joinedAtMs } = joined;
  return sealer.seal(
    line.settings,
    newPlace({ runId, lane: 0, number, joinedAtMs, queueId: randomUUID() }),
  );
}

describe("the API", () => {
  test("turned on they reach the waiting rooms sealed; off there is nothing of them", async () => {
    const { wireId, id } = context.customer;
    expect((await getAwsApi(context)).isOn).toBe(false);
    const { keyId } = await setAwsApi(context, { isOn: true });
    await setAwsApi(context, { isOn: true });
    await writeCustomerToRedis(redis, id);
    const published = (await readPublishedCustomer(redis, wireId))?.awsApi;
    const { signing } = openAwsSecrets(
      masterKeysFromEnvironment(),
      wireId,
      published?.sealed ?? "",
    );
    expect(signing.map(({ kid }) => kid)).toEqual([keyId]);
    expect(() =>
      openAwsSecrets(masterKeysFromEnvironment(), "globex", published?.sealed ?? ""),
    ).toThrow();
    expect(await writeCustomerToRedis(redis, id)).toBe("unchanged");
    await setAwsApi(context, { isOn: false });
    await writeCustomerToRedis(redis, id);
    expect((await readPublishedCustomer(redis, wireId))?.awsApi).toBeNull();
    expect((await auditSentences(context)).slice(-2)).toEqual([
      "Ana turned Virtual Waiting Room on AWS on",
      "Ana turned Virtual Waiting Room on AWS off",
    ]);
  });

  test("a new key signs, and the one before verifies for a while", async () => {
    const { wireId, id: customerId } = context.customer;
    const { keyId: first } = await setAwsApi(context, { isOn: true });
    const { keyId: second } = await rotateAwsKey(context, { overlapHours: 24 });
    const { keyId: third } = await rotateAwsKey(context, { overlapHours: 0 });
    const { sealed } = await db().awsApi.findUniqueOrThrow({ where: { customerId } });
    const { signing } = openAwsSecrets(masterKeysFromEnvironment(), wireId, sealed);
    expect(signing.map(({ kid }) => kid)).toEqual([third, first]);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test("secrets are shown once, and stand nowhere in clear", async () => {
    await setAwsApi(context, { isOn: true });
    const { secretAccessKey } = await createAwsAccessKey(context, { apiKeyId: key.id });
    const redirectUris = ["https://shop.example/callback"];
    const { clientSecret } = await saveAwsClient(context, { eventId: "sale", redirectUris });
    const where = { customerId: context.customer.id };
    const seen = textOf([
      await getAwsApi(context),
      await db().awsApi.findMany({ where }),
      await db().auditEntry.findMany({ where }),
    ]);
    for (const secret of [secretAccessKey, clientSecret]) {
      expect(secret?.length).toBeGreaterThan(30);
      expect(seen).not.toContain(secret);
    }
    const hashOf = async () => textOf((await db().awsApi.findMany({ where }))[0]?.clients);
    const before = await hashOf();
    const moved = { eventId: "sale", redirectUris: ["https://shop.example/other"] };
    const kept = await saveAwsClient(context, { ...moved, keepsSecret: true });
    expect(kept.clientSecret).toBeNull();
    expect(kept.clients).toEqual([moved]);
    expect(await hashOf()).toBe(before.replace("/callback", "/other"));
    expect((await saveAwsClient(context, moved)).clientSecret?.length).toBeGreaterThan(30);
    expect(await hashOf()).not.toBe(before.replace("/callback", "/other"));
    const { clients } = await saveAwsClient(context, { eventId: "sale", redirectUris: [] });
    expect(clients).toEqual([]);
  });

  test("nobody gives an access key what they may not do themselves", async () => {
    await setAwsApi(context, { isOn: true });
    const dev = await addTestMember(context, "developer", "Dee");
    await expect(createAwsAccessKey(dev, { apiKeyId: key.id })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("private calls", () => {
  test("an API key does what it may, and nothing else", async () => {
    await openSale();
    expect((await post("increment_serving_counter", { increment_by: 5 })).status).toBe(200);
    const reader = { authorization: `Bearer ${(await makeKey(["event:read"])).text}` };
    const refused = await call(
      "POST",
      "increment_serving_counter",
      { ...SALE, increment_by: 5 },
      reader,
    );
    expect(refused.status).toBe(403);
    const other = {
      authorization: `Bearer ${(await makeKey(ALL, ["sale"])).text}`,
    };
    expect((await call("GET", "num_active_tokens", { event_id: "nobodys" }, other)).status).toBe(
      400,
    );
    expect((await call("GET", "num_active_tokens", SALE, {})).status).toBe(401);
    expect(
      (await call("GET", "num_active_tokens", SALE, { authorization: "Bearer stn_x" })).status,
    ).toBe(401);
    expect((await call("GET", "nothing")).status).toBe(400);
  });

  test("no increment is lost, however many come at once, and below 0 they are taken back", async () => {
    await openSale();
    const many = Array.from({ length: 20 }, () =>
      post("increment_serving_counter", { increment_by: 3 }),
    );
    for (const { status } of await Promise.all(many)) expect(status).toBe(200);
    const { json } = await post("increment_serving_counter", { increment_by: -10 });
    expect(json).toEqual({ serving_num: 50 });
    expect((await post("increment_serving_counter", { increment_by: "x" })).status).toBe(400);
  });

  test("a key that may not read the event gives no slots before it is refused", async () => {
    await openSale();
    const whole = key;
    key = await makeKey(["event:operate"]);
    expect((await post("increment_serving_counter", { increment_by: 5 })).status).toBe(403);
    key = whole;
    const { json } = await post("increment_serving_counter", { increment_by: 1 });
    expect(json).toEqual({ serving_num: 1 });
  });

  test("a session is ended once, by its request id", async () => {
    const line = await openSale();
    const request_id = await join(line);
    expect((await post("update_session", { request_id, status: 2 })).status).toBe(400);
    expect((await post("update_session", { request_id, status: -1 })).status).toBe(200);
    expect((await post("update_session", { request_id, status: -1 })).status).toBe(404);
    const forged = `${request_id.slice(0, -2)}AA`;
    expect((await post("update_session", { request_id: forged, status: 1 })).status).toBe(400);
    await line.refresh();
    expect(line.state?.waiting).toBe(0);
  });

  test("a reset starts a new run, and asks a second person where one is needed", async () => {
    const line = await openSale();
    const answered = await post("reset_initial_state");
    expect(answered.json).toEqual({ message: "Counters reset. DynamoDB table recreated." });
    const run = () => db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
    expect((await run()).currentRun).toBe(line.settings.runId + 1);
    await addTestMember(context, "owner", "Ben");
    await setApprovals(context, { topics: ["stop"] });
    expect((await post("reset_initial_state")).status).toBe(202);
    expect((await run()).currentRun).toBe(line.settings.runId + 1);
  });

  test("a reset that cannot start the event leaves it open, and is told", async () => {
    await openSale();
    const where = { customerId: context.customer.id };
    const state = async () => {
      const { status, currentRun } = await db().event.findFirstOrThrow({ where });
      return { status, currentRun };
    };
    const before = await state();
    const stopper = { authorization: `Bearer ${(await makeKey(["event:stop"])).text}` };
    expect((await call("POST", "reset_initial_state", SALE, stopper)).status).toBe(403);
    expect(await state()).toEqual(before);
    await db().secret.updateMany({ where, data: { active: false } });
    const refused = await post("reset_initial_state");
    expect(refused).toMatchObject({
      status: 412,
      json: { error: expect.stringMatching(/secret/) },
    });
    expect(await state()).toEqual(before);
    await db().secret.updateMany({ where, data: { active: true } });
    await addTestMember(context, "owner", "Ben");
    await setApprovals(context, { topics: ["outflow"], outflow: 1 });
    const asked = await post("reset_initial_state");
    expect(asked).toMatchObject({ status: 412, json: { error: expect.stringMatching(/Stop it/) } });
    expect(await state()).toEqual(before);
    expect(await db().approval.count({ where })).toBe(0);
    await stopEvent(context, { eventId: "sale" });
    expect((await post("reset_initial_state")).status).toBe(202);
    expect((await auditSentences(context)).at(-1)).toMatch(/requested approval to start/);
  });

  test("of resets at once each that is answered has made a run, and the event is open", async () => {
    const line = await openSale();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post("reset_initial_state")));
    const done = answers.filter(({ status }) => status === 200).length;
    expect(done).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const event = await db().event.findFirstOrThrow({
      where: { customerId: context.customer.id },
      include: { runs: true },
    });
    expect(event).toMatchObject({ status: "open", currentRun: line.settings.runId + done });
    const open = event.runs.filter(({ endedAt }) => endedAt === null);
    expect(open.map(({ number }) => number)).toEqual([event.currentRun]);
  });

  test("tokens: active and expired ones", async () => {
    await openSale();
    const run = await db().run.findFirstOrThrow({
      where: { event: { customerId: context.customer.id } },
    });
    const admission = (queueId: string, minutes: number) => ({
      ...{ runId: run.id, queueNumber: BigInt(minutes), queueId, redirectType: "queue" },
      admittedAt: new Date(Date.now() - 60_000 * minutes),
    });
    await db().admission.createMany({ data: [admission("in", 1), admission("out", 9_999)] });
    expect((await call("GET", "num_active_tokens")).json).toEqual({ active_tokens: 1 });
    expect((await call("GET", "expired_tokens")).json).toEqual(["out"]);
  });
});

describe("private generate_token", () => {
  /** The line calls whom it may, after the time in which nobody has said that they are there. */
  async function moveOn(line: EventLine): Promise<void> {
    for (let step = 0; step < 8; step += 1) {
      await passTime(redis, line.settings, 1_500);
      await line.refresh();
    }
  }
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const ask = (request_id: string, more: Sent = {}) =>
    post("generate_token", { request_id, ...more });

  test("lets in whoever was called, with the issuer and for the time that is asked for", async () => {
    const line = await openSale();
    const request_id = await join(line);
    expect((await ask(request_id)).status).toBe(412);
    await setAwsApi(context, { isOn: true });
    await pauseEvent(context, { eventId: "sale" });
    await relayOutbox(redis);
    expect(await ask(request_id)).toMatchObject({
      ...{ status: 202, json: { error: "Request ID not being served yet" } },
    });
    await resumeEvent(context, { eventId: "sale" });
    await relayOutbox(redis);
    await moveOn(line);
    const own = { issuer: "https://auth.shop.example", validity_period: 300 };
    const { status, json } = await ask(request_id, own);
    expect(status).toBe(200);
    const claims = claimsOf(json.access_token);
    expect(claims).toMatchObject({
      ...{ aud: "sale", sub: request_id, iss: own.issuer, queue_position: 1 },
      ...{ token_use: "access", exp: claims.iat + 300 },
    });
    expect((await ask(request_id, own)).json.access_token).toBe(json.access_token);
    const usual = claimsOf((await ask(request_id)).json.access_token);
    expect(usual.iss).toBe((await getAwsApi(context)).publicUrl);
    expect(usual.iat).toBe(claims.iat);
    const long = claimsOf((await ask(request_id, { validity_period: 9_999_999 })).json.id_token);
    expect(long.exp).toBe(usual.exp);
    await line.refresh();
    expect(line.state?.admitted).toBe(1);
  });

  test("refuses what is no issuer, no time, no request id, and a key that may not", async () => {
    const line = await openSale();
    await setAwsApi(context, { isOn: true });
    const request_id = await join(line);
    await moveOn(line);
    const wrong = [
      ask(request_id, { issuer: "shop" }),
      ask(request_id, { validity_period: 0 }),
      ask(request_id, { validity_period: 1.5 }),
      ask(request_id, { validity_period: "long" }),
      ask(`${request_id.slice(0, -2)}AA`),
      ask(""),
    ];
    for (const { status } of await Promise.all(wrong)) expect(status).toBe(400);
    const reader = { authorization: `Bearer ${(await makeKey(["event:read"])).text}` };
    const refused = await call("POST", "generate_token", { ...SALE, request_id }, reader);
    expect(refused.status).toBe(403);
    await line.refresh();
    expect(line.state?.admitted).toBe(0);
  });

  test("never admits beyond the increments, however many ask at once and again", async () => {
    const line = await openSale();
    await setAwsApi(context, { isOn: true });
    const given = Array.from({ length: 5 }, () =>
      post("increment_serving_counter", { increment_by: 1 }),
    );
    for (const { status } of await Promise.all(given)) expect(status).toBe(200);
    const ids = await Promise.all(Array.from({ length: 12 }, () => join(line)));
    const all = () => Promise.all([...ids, ...ids].map((id) => ask(id)));
    const answers: Awaited<ReturnType<typeof all>> = [];
    const tokens = () => answers.flatMap(({ json }) => json.access_token ?? []);
    await until("all slots are taken", async () => {
      await moveOn(line);
      // One key may ask for a few of these rounds in a minute.
      key = await makeKey();
      answers.push(...(await all()));
      return new Set(tokens()).size >= 5;
    });
    answers.push(...(await all()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 202]));
    expect(new Set(tokens()).size).toBe(5);
    await line.refresh();
    expect(line.state?.admitted).toBe(5);
  });
});

describe("Signature Version 4", () => {
  /** As `aws_requests_auth` signs. */
  function signed(
    accessKeyId: string,
    secret: string,
    body: string,
    path = "increment_serving_counter",
  ) {
    const at = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    const scope = `${at.slice(0, 8)}/eu-west-1/execute-api/aws4_request`;
    const sha = (text: string) => createHash("sha256").update(text).digest("hex");
    const hmac = (held: string | Buffer, text: string) =>
      createHmac("sha256", held).update(text).digest();
    const canonical = `POST\n/api/v1/aws/${path}\n\nhost:${HOST}\nx-amz-date:${at}\n\nhost;x-amz-date\n${sha(body)}`;
    const held = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
    const signature = hmac(held, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha(canonical)}`).toString(
      "hex",
    );
    return {
      ...{ host: HOST, "x-amz-date": at },
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`,
    };
  }
  const body = { ...SALE, increment_by: 4 };
  const text = JSON.stringify(body);
  const send = (headers: Readonly<Record<string, string>>, sent: Sent = body) =>
    call("POST", "increment_serving_counter", sent, headers);

  test("the access key does what its API key may, until that is revoked", async () => {
    await openSale();
    await setAwsApi(context, { isOn: true });
    const made = await createAwsAccessKey(context, { apiKeyId: key.id });
    const id = made.accessKeyId ?? "";
    const secret = made.secretAccessKey ?? "";
    expect((await send(signed(id, secret, text))).json).toEqual({ serving_num: 4 });
    await expect.poll(async () => Object.keys(await listApiKeyUses(context))).toContain(id);
    expect((await send(signed(id, `${secret}x`, text))).status).toBe(401);
    expect((await send(signed(id, secret, text), { ...body, increment_by: 400 })).status).toBe(401);
    expect((await send(signed("STNA0000000000000000", secret, text))).status).toBe(401);
    await setAwsApi(context, { isOn: false });
    expect((await send(signed(id, secret, text))).status).toBe(401);
    await setAwsApi(context, { isOn: true });
    expect((await send(signed(id, secret, text))).status).toBe(200);
    await revokeApiKey(context, { apiKeyId: key.id });
    expect((await send(signed(id, secret, text))).status).toBe(401);
  });
});

describe("inlets", () => {
  test("MaxSize: as many go in as left, and no more than fit, however many messages come at once", async () => {
    await openSale();
    const max = { max_size: "10" };
    const messages = Array.from({ length: 6 }, () =>
      sns("max_size", max, notification({ exited: 4 })),
    );
    for (const { status } of await Promise.all(messages)) expect(status).toBe(200);
    expect((await post("increment_serving_counter", { increment_by: 0 })).json).toEqual({
      serving_num: 10,
    });
    expect((await sns("max_size", max, notification({}))).json).toEqual({
      message: "Nothing to process.",
    });
    expect((await sns("max_size", max, notification({ exited: -1 }))).status).toBe(400);
    expect((await sns("max_size", {}, notification({ exited: 1 }))).status).toBe(400);
  });

  test("MaxSize: those who completed or gave up leave, once", async () => {
    const line = await openSale();
    const ids = [await join(line), await join(line)];
    const leave = notification({ completed: ids.slice(0, 1), abandoned: ids.slice(1) });
    expect((await sns("max_size", { max_size: "10" }, leave)).json).toEqual({ serving_num: 2 });
    expect((await sns("max_size", { max_size: "10" }, leave)).json).toEqual({
      message: "Nothing to process.",
    });
  });

  const MAX = { max_size: "100" };
  const slots = async () =>
    (await post("increment_serving_counter", { increment_by: 0 })).json.serving_num;

  test("MaxSize: ids that lead to nobody are named, and cost the others nothing", async () => {
    const line = await openSale();
    const ids = [await join(line), await join(line), await join(line)];
    const nobody = [`${ids[0]?.slice(0, -2)}AA`, "gone", "", randomUUID()];
    const completed = [...ids.slice(0, 2), ...nobody, ...ids.slice(2)];
    expect((await sns("max_size", MAX, notification({ completed }))).json).toEqual({
      ...{ serving_num: 3, unknown: nobody },
    });
    expect((await sns("max_size", MAX, notification({ completed }))).json).toEqual({
      ...{ message: "Nothing to process.", unknown: nobody },
    });
    await line.refresh();
    expect(line.state?.waiting).toBe(0);
  });

  test("MaxSize: a message that is wrong anywhere ends nothing, nor does a key that may not do all", async () => {
    const line = await openSale();
    const completed = [await join(line)];
    const wrong: readonly (readonly [query: Record<string, string>, more: Sent])[] = [
      [MAX, { abandoned: "all" }],
      [MAX, { exited: -1 }],
      [{}, {}],
      [{ ...MAX, event_id: "nobodys" }, {}],
    ];
    for (const [query, more] of wrong) {
      const { status } = await sns("max_size", query, notification({ completed, ...more }));
      expect({ query, more, status }).toEqual({ query, more, status: 400 });
    }
    const whole = key;
    for (const missing of ["event:read", "event:operate", "report:read"] as const) {
      key = await makeKey(ALL.filter((one) => one !== missing));
      const { status } = await sns("max_size", MAX, notification({ completed }));
      expect({ missing, status }).toEqual({ missing, status: 403 });
    }
    key = whole;
    expect((await sns("max_size", MAX, notification({ completed }))).json).toEqual({
      serving_num: 1,
    });
  });

  test("MaxSize: what fails in the middle gives the slots of those before, and the rest when it is repeated", async () => {
    const line = await openSale();
    const completed = [await join(line), await join(line), await join(line)];
    let failing = completed[1];
    answer = createAwsCalls((event, text) => {
      if (text === failing) throw new ServiceError("unavailable", "The line is being repaired.");
      return sealer.open(event, text);
    });
    const leave = { ...notification({ completed }), MessageId: randomUUID() };
    expect((await sns("max_size", MAX, leave)).status).toBe(503);
    expect(await slots()).toBe(1);
    const counted = { ...notification({ completed, exited: 3 }), MessageId: randomUUID() };
    expect((await sns("max_size", MAX, counted)).status).toBe(503);
    expect(await slots()).toBe(1);
    failing = "";
    expect((await sns("max_size", MAX, leave)).json).toEqual({ serving_num: 3 });
    expect((await sns("max_size", MAX, counted)).json).toEqual({ serving_num: 6 });
  });

  test("MaxSize: a message that SNS sends again counts once for each subscription", async () => {
    await openSale();
    await createEvent(context, {
      ...{ eventId: "other", name: "Other", kind: "always-on" },
      targetUrl: "https://shop.example/",
    });
    await startTestEvent(context, { eventId: "other" });
    await relayOutbox(redis);
    const first = { ...notification({ exited: 3 }), MessageId: randomUUID() };
    const again = await Promise.all(Array.from({ length: 5 }, () => sns("max_size", MAX, first)));
    const statuses = again.map(({ status }) => status);
    expect(statuses).toContain(200);
    // Under way: SNS tries again.
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect((await sns("max_size", MAX, first)).json).toEqual({ message: "Processed before." });
    expect(await slots()).toBe(3);
    const elsewhere = await sns("max_size", { ...MAX, event_id: "other" }, first);
    expect(elsewhere).toMatchObject({ status: 200, json: { serving_num: 3 } });
    await sns("max_size", MAX, { ...first, MessageId: randomUUID() });
    expect(await slots()).toBe(6);
    // Delivered without its envelope.
    const header = { "x-amz-sns-message-id": randomUUID() };
    for (const _twice of [1, 2]) await sns("max_size", MAX, { exited: 3 }, header);
    expect(await slots()).toBe(9);
    for (const _twice of [1, 2]) await sns("max_size", MAX, { exited: 3 });
    expect(await slots()).toBe(15);
  });

  test("MaxSize: a message counts once also where the answer to it was lost", async () => {
    const ours = { keyId: key.id, messageId: randomUUID(), query: new URLSearchParams(MAX) };
    const asked = { ...ours, fields: notification({ exited: 3 }), eventId: "sale", context };
    const once = (run: Parameters<typeof oncePerMessage>[1]) =>
      oncePerMessage({ ...asked, openPlace: sealer.open }, run);
    let given = 0;
    const lost = new Error("The figures could not be read.");
    await expect(once(async () => Promise.reject(lost))).rejects.toBe(lost);
    const counting = once(async (keep) => {
      given += 3;
      await keep({ message: "Processed before." });
      throw lost;
    });
    await expect(counting).rejects.toBe(lost);
    const again = once(async () => {
      given += 3;
      return {};
    });
    expect(await again).toEqual({ message: "Processed before." });
    expect(given).toBe(3);
  });

  test("Periodic: increments come until an alarm, and again after it", async () => {
    const line = await openSale();
    const inlet = { increment_by: "7", interval: "3600", start_time: "0" };
    const field = (name: string) => redis.hget(eventKeys(line.settings).line, name);
    expect((await sns("periodic", inlet, {})).json).toEqual({ message: "Running." });
    expect([await field("inletBy"), await field("inletEveryMs")]).toEqual(["7", "3600000"]);
    const alarm = (NewStateValue: string) => notification({ AlarmName: "errors", NewStateValue });
    expect((await sns("periodic", inlet, alarm("ALARM"))).json).toEqual({
      message: "Stopped by the alarm.",
    });
    expect(await field("inletBy")).toBeNull();
    expect(await field("grants")).toBe("0");
    expect((await sns("periodic", inlet, alarm("OK"))).json).toEqual({ message: "Running." });
    expect(await field("inletBy")).toBe("7");
  });

  test("a subscription is confirmed at Amazon SNS alone", async () => {
    await openSale();
    for (const SubscribeURL of [
      "https://evil.example/?Action=ConfirmSubscription&Token=1",
      "https://sns.eu-west-1.amazonaws.com.evil.example/?Action=ConfirmSubscription&Token=1",
      "http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1",
      "https://sns.eu-west-1.amazonaws.com/?Action=DeleteTopic&Token=1",
    ]) {
      const asked = { Type: "SubscriptionConfirmation", SubscribeURL };
      const { status, json } = await sns("max_size", { max_size: "10" }, asked);
      expect(status).toBe(400);
      expect(json.error).toBe("This is no address of Amazon SNS.");
    }
  });
});
