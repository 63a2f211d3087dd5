import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { Permission } from "@/lib/domain/permissions/roles";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { createApi } from "./handle";
import { OPERATIONS } from "./registry";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const ALL: readonly Permission[] = ["event:read", "event:write", "event:operate", "event:stop"];
const answer = createApi(OPERATIONS);

let context: ServiceContext;
let key: string;
beforeEach(async () => {
  context = await createCustomerWithSale();
  key = (await makeKey()).text;
});

function makeKey(permissions = ALL, more: { eventIds?: string[] } = {}) {
  const scopes = ["api" as const];
  return createApiKey(context, {
    name: "Back office",
    scopes,
    permissions: [...permissions],
    ...more,
  });
}

type Sent = {
  readonly body?: unknown;
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: string;
};

async function send(
  method: string,
  address: string,
  { body, text, headers = {}, as = key }: Sent = {},
) {
  const { pathname, searchParams } = new URL(address, "http://api");
  const sent = { authorization: `Bearer ${as}`, ...headers };
  const answered = await answer({
    ...{ method, path: pathname, query: searchParams, address: "192.0.2.1" },
    header: (name) => new Map(Object.entries(sent)).get(name) ?? null,
    body: Buffer.from(text ?? (body === undefined ? "" : JSON.stringify(body))),
  });
  const json: unknown = answered.body === "" ? null : JSON.parse(answered.body);
  return { ...answered, json };
}

const refusedAs = (code: string, status: number) => ({ status, json: { code, status } });

describe("who asks", () => {
  test("shows a key for the API that is still good", async () => {
    expect(await send("GET", "/events/sale")).toMatchObject({ status: 200 });
    expect(await send("GET", "/events/sale", { as: "stn_no" })).toMatchObject(
      refusedAs("unauthenticated", 401),
    );
    const { text } = await createApiKey(context, { name: "Shop", scopes: ["pull"] });
    expect(await send("GET", "/events/sale", { as: text })).toMatchObject(
      refusedAs("unauthenticated", 401),
    );
    const mine = await makeKey();
    await revokeApiKey(context, { apiKeyId: mine.id });
    const events = { body: { outflowPerMinute: 9 }, as: mine.text };
    expect(await send("POST", "/events/sale/outflow", events)).toMatchObject(
      refusedAs("unauthenticated", 401),
    );
  });

  test("does only what the key may, and nobody makes a key that may more", async () => {
    const { text } = await makeKey(["event:read"]);
    const asked = { body: { name: "Mine" }, as: text };
    expect(await send("PATCH", "/events/sale", asked)).toMatchObject(refusedAs("forbidden", 403));
    const reader = { ...context, permissions: new Set<Permission>(["api-key:write"]) };
    const greedy = { name: "All", scopes: ["api" as const], permissions: [...ALL] };
    await expect(createApiKey(reader, greedy)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("finds nothing of another customer, and no event that the key is not for", async () => {
    const other = await createCustomerWithSale();
    const theirs = await createApiKey(other, {
      ...{ name: "Theirs", scopes: ["api"], permissions: [...ALL] },
    });
    await send("POST", "/events", {
      body: {
        eventId: "second",
        name: "Second",
        kind: "always-on",
        targetUrl: "https://shop.example.com",
      },
    });
    expect(await send("GET", "/events/second", { as: theirs.text })).toMatchObject(
      refusedAs("not_found", 404),
    );
    const { text: as } = await makeKey(ALL, { eventIds: ["second"] });
    expect(await send("GET", "/events/sale", { as })).toMatchObject(refusedAs("not_found", 404));
    expect(await send("GET", "/events", { as })).toMatchObject({
      json: { items: [{ eventId: "second" }] },
    });
    const third = {
      eventId: "third",
      name: "T",
      kind: "always-on",
      targetUrl: "https://a.example",
    };
    expect(await send("POST", "/events", { as, body: third })).toMatchObject(
      refusedAs("forbidden", 403),
    );
  });
});

describe("what is sent", () => {
  test.each([
    ["no JSON", "{", "The body is not JSON."],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "The body is not UTF-8."],
    ["no object", "[1]", "The body must be a JSON object."],
    ["a thousand levels", `${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`, "nested deeper"],
  ])("as %s is refused", async (_what, text, says) => {
    const { status, json } = await send("PATCH", "/events/sale", { text });
    expect([status, json]).toMatchObject([422, { detail: expect.stringContaining(says) }]);
  });

  test("with a key twice, unknown or wrong is refused at its pointer", async () => {
    const twice = await send("PATCH", "/events/sale", { text: '{"draw":{"type":1,"type":2}}' });
    expect(twice.json).toMatchObject({ errors: [{ pointer: "/draw/type" }] });
    const unknown = await send("PATCH", "/events/sale", { body: { outflowPerMinut: 5 } });
    expect(unknown.json).toMatchObject({
      errors: [
        { pointer: "/outflowPerMinut", detail: expect.stringContaining("outflowPerMinute") },
      ],
    });
    const wrong = await send("PATCH", "/events/sale", { body: { outflowPerMinute: -5 } });
    expect(wrong.json).toMatchObject({
      code: "invalid",
      errors: [{ pointer: "/outflowPerMinute" }],
    });
    expect(await send("GET", "/event/sale")).toMatchObject(refusedAs("not_found", 404));
    expect(await send("PUT", "/events/sale")).toMatchObject({
      status: 405,
      headers: { allow: "GET, PATCH, DELETE" },
    });
  });
});

describe("a request that is sent again", () => {
  const created = {
    eventId: "drop",
    name: "Drop",
    kind: "always-on",
    targetUrl: "https://a.example",
  };
  const headers = { "idempotency-key": "order-66" };

  test("is carried out once, also at the same moment", async () => {
    const many = await Promise.all(
      Array.from({ length: 5 }, () => send("POST", "/events", { body: created, headers })),
    );
    expect(many.filter(({ status }) => status === 201)).not.toHaveLength(0);
    for (const { status, json } of many) {
      if (status !== 201) expect(json).toMatchObject({ code: "conflict" });
    }
    const again = await send("POST", "/events", { body: created, headers });
    expect(again).toMatchObject({ status: 201, headers: { "idempotency-replayed": "true" } });
    expect(await db().event.count({ where: { customerId: context.customer.id } })).toBe(2);
  });

  test("with another body is refused, and one that was refused may be mended", async () => {
    const wrong = { ...created, outflowPerMinute: -1 };
    expect((await send("POST", "/events", { body: wrong, headers })).status).toBe(422);
    expect((await send("POST", "/events", { body: created, headers })).status).toBe(201);
    const other = { ...created, name: "Other" };
    expect(await send("POST", "/events", { body: other, headers })).toMatchObject(
      refusedAs("conflict", 409),
    );
  });

  test("is answered without what was shown once lying open in the database", async () => {
    await send("POST", "/events", { body: created, headers });
    const rows = await db().apiAnswer.findMany({ where: { key: "order-66" } });
    expect(JSON.stringify(rows)).not.toContain("Drop");
  });
});

test("whoever changes what they did not see last is told", async () => {
  const { headers } = await send("GET", "/events/sale");
  const match = { "if-match": headers["etag"] ?? "" };
  const first = await send("PATCH", "/events/sale", { body: { name: "One" }, headers: match });
  expect(first.status).toBe(200);
  const second = await send("PATCH", "/events/sale", { body: { name: "Two" }, headers: match });
  expect(second).toMatchObject(refusedAs("precondition_failed", 412));
  const known = { "if-none-match": (await send("GET", "/events/sale")).headers["etag"] ?? "" };
  expect(await send("GET", "/events/sale", { headers: known })).toMatchObject({ status: 304 });
});

test("a list is given page by page, and nothing twice when something is added meanwhile", async () => {
  for (const eventId of ["a", "b", "c"]) {
    const body = {
      eventId: `event${eventId}`,
      name: eventId,
      kind: "always-on",
      targetUrl: "https://a.example",
    };
    await send("POST", "/events", { body });
  }
  const first = await send("GET", "/events?limit=2&fields=eventId");
  expect(first.json).toMatchObject({ items: [{ eventId: "eventc" }, { eventId: "eventb" }] });
  const body = { eventId: "eventd", name: "d", kind: "always-on", targetUrl: "https://a.example" };
  await send("POST", "/events", { body });
  const cursor = String(Object(first.json).nextCursor);
  const second = await send("GET", `/events?limit=2&fields=eventId&cursor=${cursor}`);
  expect(second.json).toEqual({
    items: [{ eventId: "eventa" }, { eventId: "sale" }],
    nextCursor: null,
  });
});

test("reading uses up no control", async () => {
  await startTestEvent(context, { eventId: "sale" });
  await relayOutbox(redis);
  let last = await send("GET", "/events/sale");
  // Also where a minute ends meanwhile.
  for (let sent = 0; last.status === 200 && sent < 2_600; sent += 1) {
    last = await send("GET", "/events/sale?fields=eventId");
  }
  expect(last).toMatchObject(refusedAs("limit_exceeded", 429));
  expect(last.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"read";r=0;t=\d+$/) });
  const paused = await send("POST", "/events/sale/pause", { body: {} });
  expect(paused).toMatchObject({ status: 200, json: { paused: true } });
});
