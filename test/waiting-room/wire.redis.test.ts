import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { appendQueueToken, findQueueToken, verifyQueueToken } from "@/connectors/src/core";
import { startTestRoom } from "@/test/waiting-room";

const { call, cookieOf, customerId, id, joinAndWait, open, secret, turnComes } = startTestRoom();

const TARGET = "https://shop.example.com/p?a=1&b=two%20words";
const ENCODED = encodeURIComponent(TARGET);
const QUEUE_ID = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";

let eventId = "";
beforeAll(async () => {
  const targetUrl = "https://shop.example.com/start";
  eventId = (await open({ method: "passthrough", targetUrl })).settings.eventId;
});

/** Every redirect that the public connectors were seen to make, each once, without its host. */
function recordedRedirects(): string[] {
  const file = readFileSync(new URL("../vectors/knownuser.json", import.meta.url), "utf8");
  const { vectors } = JSON.parse(file) as { vectors: readonly { kind: string }[] };
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string" && /^https:\/\/[\w.-]+\/(\?|error|cancel)/.test(value)) {
      texts.add(value.replace(/^https:\/\/[^/]+/, ""));
    } else if (typeof value === "object" && value !== null) {
      for (const part of Object.values(value)) collect(part);
    }
  };
  for (const vector of vectors) if (vector.kind === "redirect") collect(vector);
  return [...texts].filter((text) => /testcust|c=testcust/.test(text));
}

const RECORDED = recordedRedirects();
const QUEUE = RECORDED.filter((text) => text.startsWith("/?"));
const ERRORS = RECORDED.filter((text) => text.startsWith("/error/"));
const CANCELS = RECORDED.filter((text) => text.startsWith("/cancel/"));

/** The recorded address for the customer and the event of this test. */
const ours = (path: string) =>
  path.replaceAll("testcust", customerId).replaceAll("event1", eventId);
const html = (cookie = "") => ({ headers: { accept: "text/html", cookie } });
const parameter = (path: string, name: string) =>
  new URL(path, "https://room.test").searchParams.get(name);

function expectPass(location: string, target: string): void {
  const token = findQueueToken(location) ?? "";
  expect(location).toBe(appendQueueToken(new URL(target).href, token));
  const nowUnixSeconds = Math.floor(Date.now() / 1_000);
  const check = verifyQueueToken(token, { secrets: [secret], eventIds: [eventId], nowUnixSeconds });
  expect(check.valid).toBe(true);
}

test("the recorded redirects are many and of every form", () => {
  expect([QUEUE.length, ERRORS.length, CANCELS.length].map((count) => count >= 12)).toEqual([
    true,
    true,
    true,
  ]);
});

describe("sent to the line", () => {
  test.each(QUEUE)("%s", async (path) => {
    const reply = await call("GET", ours(path), html());
    expect(reply.status).toBe(302);
    expectPass(
      reply.headers.location ?? "",
      parameter(path, "t") ?? "https://shop.example.com/start",
    );
  });

  test.each([
    ["an edge connector's suffix", `&t=${ENCODED}&kupver=cloudflare-1.2.3`],
    ["the oldest edge connector", `&ver=fastly-vcl-1.0&cver=0&t=${ENCODED}`],
    ["another order and unknown names", `&zzz=1&t=${ENCODED}&cver=7&_jsar=1&icr=x&ver=&man=`],
    ["a target that is not encoded", "&t=https://shop.example.com/p?a=1%26b=two%20words"],
    [
      "a target that has a pass already",
      `&t=${encodeURIComponent(`${TARGET}&queueittoken=e_old~h_1`)}`,
    ],
    [
      "a target with two passes",
      `&t=${encodeURIComponent(`${TARGET}&queueittoken=1&QueueITToken=2`)}`,
    ],
  ])("%s", async (_name, query) => {
    const reply = await call("GET", `/?c=${customerId}&e=${eventId}${query}`, html());
    expect(reply.status).toBe(302);
    expectPass(reply.headers.location ?? "", TARGET);
  });

  test("an id in upper case is none: connectors that compare exactly would lose what they are given for it", async () => {
    for (const query of [
      `c=${customerId}&e=${eventId.toUpperCase()}`,
      `c=${customerId.toUpperCase()}&e=${eventId}`,
    ]) {
      const reply = await call("GET", `/?${query}`, html());
      expect([reply.status, reply.headers.location]).toEqual([400, undefined]);
      expect(reply.body).toContain("<code>id-in-capitals</code>");
    }
  });

  test("a script navigates to what the header of its answer decodes to", async () => {
    const header = encodeURIComponent(
      `https://room.test/?c=${customerId}&e=${eventId}&t=${ENCODED}`,
    );
    const decoded = decodeURIComponent(`${header}&kupver=cloudfront-1.2.10`);
    const inserted = decoded.replace("&t=", "&_jsar=1&t=").replace("https://room.test", "");
    const reply = await call("GET", inserted, html());
    expectPass(reply.headers.location ?? "", TARGET);
  });

  test("a target at a foreign host leads to the event's own", async () => {
    const query = `&t=${encodeURIComponent("https://evil.example/p")}`;
    const reply = await call("GET", `/?c=${customerId}&e=${eventId}${query}`, html());
    expectPass(reply.headers.location ?? "", "https://shop.example.com/start");
  });

  test("a pass has its fields in the one order that all read, and every field that one needs", async () => {
    const reply = await call("GET", `/?c=${customerId}&e=${eventId}`, html());
    expect(findQueueToken(reply.headers.location ?? "")).toMatch(
      /^e_[a-z0-9]+~q_[0-9a-f-]{36}~ts_\d{10}~ce_(true|false)(~cv_\d+)?~rt_[a-z]+~h_[0-9a-f]{64}$/,
    );
  });

  test("who comes back at once, as after a lost cookie, gets the same pass, and is told in the end", async () => {
    const path = `/?c=${customerId}&e=${eventId}&t=${ENCODED}`;
    const first = await call("GET", path, html());
    const second = await call("GET", path, html(cookieOf(first)));
    expect(second.headers.location).toBe(first.headers.location);
    const third = await call("GET", path, html(cookieOf(second)));
    const fourth = await call("GET", path, html(cookieOf(third)));
    expect([third.status, fourth.status]).toEqual([302, 503]);
    expect(fourth.body).toContain("<code>pass-refused</code>");
  });
});

const REASONS: Readonly<Record<string, string>> = {
  hash: "token-hash",
  timestamp: "token-timestamp",
  eventid: "token-eventid",
  ip: "token-ip",
  qidlimit: "token-qidlimit",
  "connector/sessionstate": "session-state",
  whatever: "token-other",
};

/** Where the button of a page leads, undoing the escapes of HTML. */
function buttonOf(body: string): string {
  const escaped = /class="button" href="([^"]+)"/.exec(body)?.[1] ?? "";
  return escaped
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/&amp;/g, "&");
}

describe("sent to an error", () => {
  test.each(ERRORS)("%s", async (path) => {
    const code = /^\/error\/(.+?)\/\?/.exec(path)?.[1] ?? "";
    const reply = await call("GET", ours(path), html());
    expect(reply.status).toBe(403);
    expect(reply.body).toContain(`<code>${REASONS[code]}</code>`);
    const again = new URL(buttonOf(reply.body), "https://room.test");
    expect([again.pathname, again.searchParams.get("c"), again.searchParams.get("e")]).toEqual([
      "/",
      customerId,
      eventId,
    ]);
    expect(again.searchParams.get("t")).toBe(parameter(path, "t"));
  });

  const TOKEN = `e_x~q_${QUEUE_ID}~ts_1767225590~ce_true~rt_queue~h_00`;
  const forms = Object.entries(REASONS).flatMap(([code, reason]) => [
    [`/error/${code}/`, reason],
    [`/error/${code}`, reason],
  ]);
  test.each(forms)("%s says %s", async (path, reason) => {
    const common = `?c=${customerId}&e=${eventId}&ver=v3-php-3.7.4&cver=7&man=Queue%20all`;
    const rest = `&queueittoken=${TOKEN}&ts=1767225600&t=${ENCODED}&kupver=fastly-2.0.2`;
    const reply = await call("GET", `${path}${common}${rest}`, html());
    expect(reply.status).toBe(403);
    expect(reply.body).toContain(`<code>${reason}</code>`);
  });

  test("who was let in a moment ago gets a pass of today's secret instead, and never a loop", async () => {
    const path = `/error/hash/?c=${customerId}&e=${eventId}&queueittoken=${TOKEN}&ts=1&t=${ENCODED}`;
    let cookie = cookieOf(await call("GET", `/?c=${customerId}&e=${eventId}`, html()));
    for (let time = 0; time < 2; time += 1) {
      const reply = await call("GET", path, html(cookie));
      expectPass(reply.headers.location ?? "", TARGET);
      cookie = cookieOf(reply);
    }
    const last = await call("GET", path, html(cookie));
    expect([last.status, last.headers.location]).toEqual([503, undefined]);
  });

  test("without an event, or with one that is not there, there is a page", async () => {
    expect((await call("GET", "/error/hash/", html())).status).toBe(400);
    expect((await call("GET", `/error/hash/?c=${customerId}&e=nothing`, html())).status).toBe(404);
  });
});

describe("sent to cancel", () => {
  const common = (end: string) =>
    `?c=testcust&e=event1&ver=x&cver=7&man=Queue%20all&r=${ENCODED}${end}`;
  test.each([
    ...CANCELS,
    `/cancel/testcust/event1/${common("&kupver=fastly-2.0.2")}`,
    `/cancel/testcust/event1/${QUEUE_ID}/${common("")}`,
    `/cancel/testcust/event1/${QUEUE_ID}/cancelqueueid?t=x&r=${ENCODED}`,
    `/cancel/multiple/testcust/?wrl=event1~${QUEUE_ID}_other~x&r=${ENCODED}`,
    `/cancel/multiple/testcust?wrl=nothing_event1&r=${ENCODED}`,
    `/cancel/multiple/testcust?wrl=event1&r=${ENCODED}`,
  ])("%s", async (path) => {
    const admitted = cookieOf(await call("GET", `/?c=${customerId}&e=${eventId}`, html()));
    const reply = await call("GET", ours(path), html(admitted));
    expect([reply.status, reply.headers.location]).toEqual([302, TARGET]);
    expect(cookieOf(reply)).toMatch(/^stanchion_[^=]+=; stanchion-claim_[^=]+=$/);
  });

  test("without an address to return to there is a page, and a foreign one is not obeyed", async () => {
    const path = `/cancel/${customerId}/${eventId}`;
    expect((await call("GET", path, html())).body).toContain("You have left");
    const foreign = await call("GET", `${path}?r=https%3A%2F%2Fevil.example%2F`, html());
    expect(foreign.headers.location).toBe("https://shop.example.com/start");
    expect((await call("GET", `/cancel/multiple/${customerId}?wrl=`, html())).status).toBe(404);
  });

  test("nobody's seat is given back by naming a queue id, the visitor's own is", async () => {
    const opened = await open({ activeCap: 5, outflowPerMinute: 600 });
    const { cookie } = await joinAndWait(opened);
    await turnComes(opened, cookie);
    const entered = await call("POST", `${opened.base}/enter`, {
      headers: { cookie },
      form: { claim: id() },
    });
    const token = findQueueToken(JSON.parse(entered.body).redirectUrl) ?? "";
    const queueId = /~q_([^~]+)~/.exec(token)?.[1] ?? "";
    const path = `/cancel/${customerId}/${opened.settings.eventId}/${queueId}`;
    await call("GET", path, html());
    expect(await seatsTaken(opened)).toBe(1);
    await call("GET", path, html(cookieOf(entered)));
    expect(await seatsTaken(opened)).toBe(0);
  });
});

async function seatsTaken({ settings }: Awaited<ReturnType<typeof open>>): Promise<number> {
  const reply = await call("POST", `/status/activity/${customerId}/${settings.eventId}`, {
    headers: { "content-type": "application/json", "api-key": "stn_key" },
    body: "{}",
  });
  return JSON.parse(reply.body).seatsTaken;
}

describe("sent to diagnostics", () => {
  test.each([
    ["/diagnostics/connector/error/?code=setup", "connector-setup"],
    ["/diagnostics/connector/error?code=setup", "connector-setup"],
    ["/testcust/diagnostics/connector/error/?code=hash", "connector-hash"],
    ["/testcust/diagnostics/connector/error/?code=timestamp", "connector-timestamp"],
    ["/testcust/diagnostics/connector/error/?code=<script>", "connector-other"],
  ])("%s says %s", async (path, reason) => {
    const reply = await call("GET", ours(path), html());
    expect(reply.status).toBe(200);
    expect(reply.body).toContain(`<code>${reason}</code>`);
  });
});
