import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { isApproval, requireDone } from "./approval.ts";
import { type Client, createClient } from "./create-client.ts";
import type { Approval, Schemas } from "./generated/types.ts";
import { StanchionError } from "./stanchion-error.ts";

type Sent = { readonly url: string; readonly init: RequestInit };
type Told = Response | Error;

let sent: Sent[];
let answers: (() => Told | Promise<Told>)[];
let client: Client;

beforeEach(() => {
  sent = [];
  answers = [];
  client = createClient({
    ...{ url: "https://console.example.com/", key: "stn_1" },
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      const told = await answers.shift()?.();
      if (told instanceof Response) return told;
      throw told ?? new Error("Nobody expected this request.");
    },
  });
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const ok =
  (data: unknown, headers = {}) =>
  () =>
    Response.json(data, { headers });
const refused =
  (status: number, problem: object = {}, headers = {}) =>
  () =>
    Response.json({ status, ...problem }, { status, headers });
const lost = () => new TypeError("fetch failed");
const headerOf = (at: number, name: string) => new Headers(sent[at]?.init.headers).get(name);

/** Lets waits go by until the call is done. */
async function settle<Result>(call: Promise<Result>): Promise<Result> {
  const ended = call.then(
    () => true,
    () => true,
  );
  let isDone = false;
  void ended.then(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersByTimeAsync(100);
  return call;
}

const failureOf = (call: Promise<unknown>) =>
  settle(call).then(
    () => Promise.reject(new Error("It was answered.")),
    (error: unknown) => error,
  );

describe("a call", () => {
  test("sends the fields of a reading in path and query", async () => {
    answers = [ok({ items: [], nextCursor: null }), ok({})];
    await client.listEvents({ status: "open", limit: 5 });
    await client.getEvent({ eventId: "spring/sale" });
    expect(sent.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
      "GET https://console.example.com/api/v1/events?status=open&limit=5",
      "GET https://console.example.com/api/v1/events/spring%2Fsale",
    ]);
    expect(headerOf(0, "authorization")).toBe("Bearer stn_1");
    expect(headerOf(0, "idempotency-key")).toBe(null);
  });

  test("sends the fields of a change in path and body, with a key of its own", async () => {
    answers = [ok({}), ok({})];
    await client.setOutflow({ eventId: "sale", outflowPerMinute: 900 }, { ifMatch: '"v1"' });
    await client.archiveEvent({ eventId: "sale" }, { idempotencyKey: "mine" });
    expect(sent[0]?.url).toMatch(/\/events\/sale\/outflow$/);
    expect(sent[0]?.init.body).toBe('{"outflowPerMinute":900}');
    expect(headerOf(0, "if-match")).toBe('"v1"');
    expect(headerOf(0, "idempotency-key")).toMatch(/^[\da-f]{32}$/);
    expect(sent[1]?.init.body).toBe(undefined);
    expect(headerOf(1, "idempotency-key")).toBe("mine");
  });

  test("answers status and headers with `send`, and takes operations that it does not know", async () => {
    answers = [ok({ name: "Sale" }, { etag: '"v1"', "request-id": "r1" }), ok({ a: 1 })];
    const answer = await client.send("getEvent", { eventId: "sale" });
    expect(answer).toEqual({ data: { name: "Sale" }, status: 200, etag: '"v1"', requestId: "r1" });
    const raw = await client.request({ method: "GET", path: "/new", query: { a: ["x", "y"] } });
    expect([raw.data, sent[1]?.url]).toEqual([{ a: 1 }, expect.stringMatching(/new\?a=x&a=y$/)]);
  });

  test("has the types of the document", () => {
    expectTypeOf(client.getEvent).returns.resolves.toEqualTypeOf<Schemas["Event"]>();
    expectTypeOf(client.stopEvent).returns.resolves.toEqualTypeOf<Schemas["Event"] | Approval>();
    expectTypeOf(client.listEvents).toBeCallableWith();
    // @ts-expect-error an event has to be named
    const unnamed = () => client.getEvent();
    // @ts-expect-error it is no list
    const noList = () => client.each("getEvent", { eventId: "sale" });
    expect([unnamed, noList].length).toBe(2);
  });
});

describe("a refusal", () => {
  test("is an error with code, pointers and the id of the request", async () => {
    const errors = [{ pointer: "/name", detail: "Too long." }];
    answers = [refused(422, { code: "invalid", detail: "No.", requestId: "r1", errors })];
    const error = await failureOf(client.createEvent({ eventId: "a", name: "b" } as never));
    expect(error).toBeInstanceOf(StanchionError);
    expect(error).toMatchObject({ code: "invalid", status: 422, message: "No.", requestId: "r1" });
    expect(error).toMatchObject({ errors });
    expect(sent.length).toBe(1);
  });

  test("of something in front of the API has the status as its code", async () => {
    answers = [() => new Response("<html>", { status: 403 }), () => new Response("<html>")];
    expect(await failureOf(client.getCustomer())).toMatchObject({ code: "http_403" });
    expect(await failureOf(client.getCustomer())).toMatchObject({ code: "http_200" });
  });
});

describe("what may help is tried again", () => {
  test("with the same Idempotency-Key, also when the answer was lost", async () => {
    const running = refused(409, { code: "conflict" });
    answers = [lost, running, refused(503), ok({ eventId: "sale" })];
    await settle(client.stopEvent({ eventId: "sale" }));
    const keys = sent.map((_, at) => headerOf(at, "idempotency-key"));
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
  });

  test("three times, then the failure is told", async () => {
    answers = [lost, lost, lost, lost];
    expect(await failureOf(client.getCustomer())).toMatchObject({ code: "unreachable", status: 0 });
    expect(sent.length).toBe(4);
  });

  test("as often as the caller says", async () => {
    answers = [refused(500, { code: "internal" })];
    const call = client.listEvents({}, { retries: 0 });
    expect(await failureOf(call)).toMatchObject({ code: "internal" });
  });

  test("after Retry-After, if that is a minute or less", async () => {
    answers = [refused(429, {}, { "retry-after": "20" }), ok({})];
    const begun = Date.now();
    await settle(client.getCustomer());
    expect(Date.now() - begun).toBeGreaterThanOrEqual(20_000);
    const date = new Date(Date.now() + 30_000).toUTCString();
    answers = [refused(503, {}, { "retry-after": date }), ok({})];
    const again = Date.now();
    await settle(client.getCustomer());
    expect(Date.now() - again).toBeGreaterThanOrEqual(29_000);
    answers = [refused(429, { code: "limit_exceeded" }, { "retry-after": "3600" })];
    expect(await failureOf(client.getCustomer())).toMatchObject({ code: "limit_exceeded" });
  });

  test("but no refusal", async () => {
    answers = [refused(409, { code: "conflict" })];
    expect(await failureOf(client.stopEvent({ eventId: "a" }))).toMatchObject({ code: "conflict" });
    expect(sent.length).toBe(1);
  });
});

describe("a caller's signal", () => {
  test("ends a wait", async () => {
    const controller = new AbortController();
    answers = [refused(429, {}, { "retry-after": "20" })];
    const call = client.getCustomer({}, { signal: controller.signal });
    const failed = failureOf(call);
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error("Enough."));
    expect(await failed).toMatchObject({ message: "Enough." });
    expect(sent.length).toBe(1);
  });

  test("ends an attempt", async () => {
    const controller = new AbortController();
    answers = [
      () => {
        controller.abort(new Error("Enough."));
        return new DOMException("aborted", "AbortError");
      },
    ];
    const call = client.getCustomer({}, { signal: controller.signal });
    expect(await failureOf(call)).toMatchObject({ message: "Enough." });
  });
});

test("a list is read page by page, and no further than somebody reads", async () => {
  const page = (names: string[], nextCursor: string | null) =>
    ok({ items: names.map((eventId) => ({ eventId })), nextCursor });
  answers = [page(["a", "b"], "c1"), page(["c"], null)];
  const seen: string[] = [];
  for await (const { eventId } of client.each("listEvents", { status: "open" })) seen.push(eventId);
  expect(seen).toEqual(["a", "b", "c"]);
  expect(sent[1]?.url).toMatch(/\?status=open&cursor=c1$/);
  answers = [page(["a"], "c1")];
  for await (const { eventId } of client.each("listEvents")) if (eventId === "a") break;
  expect(sent.length).toBe(3);
});

test("a change that has to be approved is no change that has happened", () => {
  const approval: Approval = { status: "approval-requested", approvalId: "a1", expiresAt: "later" };
  const event: { status: "draft" | "open" } = { status: "open" };
  expect([isApproval<typeof event>(approval), isApproval<typeof event>(event)]).toEqual([
    true,
    false,
  ]);
  expect(requireDone<typeof event>(event)).toBe(event);
  expect(() => requireDone<typeof event>(approval)).toThrow(/a1/);
});
