import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, customerId, id, joinAndWait, open, port } = startTestRoom();

/** What stands where an id, an address, a number or a token should: as it goes over the wire. */
const HOSTILE = [
  "",
  "__proto__",
  "constructor",
  "toString",
  "%00",
  "%",
  "%zz",
  "%ff%fe",
  "%ed%a0%80",
  "%C0%AF",
  "%0d%0aset-cookie:%20stolen=1",
  "https://shop.example/%0d%0aset-cookie:%20stolen=1",
  "https://evil.example/",
  "https://shop.example@evil.example/",
  "%5C%5Cevil.example",
  "..%2f..%2f",
  "%3Cscript%3E",
  "-1",
  "1e999",
  "NaN",
  "9".repeat(400),
  "a".repeat(3_000),
];

const EVENTS: readonly [string, Partial<EventSettings>][] = [
  ["with a line", {}],
  ["in random order", { method: "random" }],
  ["that everybody passes", { method: "passthrough" }],
  ["by invitation", { inviteOnly: true }],
  [
    "that is over",
    { kind: "scheduled", startAtMs: Date.now() - 120_000, endAtMs: Date.now() - 60_000 },
  ],
];

function addressesWith(hostile: string, eventId: string): string[] {
  const event = `c=${customerId}&e=${eventId}`;
  const ids = `${customerId}/${eventId}`;
  return [
    `/${hostile}`,
    `/?c=${hostile}&e=${eventId}`,
    `/?c=${customerId}&e=${hostile}`,
    `/?${event}&t=${hostile}&t=${hostile}&man=${hostile}&l=${hostile}`,
    `/?${event}&enqueuetoken=${hostile}&cid=${hostile}`,
    `/line/${hostile}/${eventId}/status`,
    `/line/${ids}/${hostile}`,
    `/line/${ids}/${hostile}/line.json`,
    `/line/${ids}/1/line.json?lane=${hostile}`,
    `/line/${ids}/status?left=${hostile}&t=${hostile}`,
    `/line/${ids}/code?t=${hostile}`,
    `/status/integrationconfig/${hostile}`,
    `/status/integrationconfig/secure/${hostile}`,
    `/status/integrationconfig/key/${hostile}`,
    `/error/${hostile}/?${event}`,
    `/error/hash/?${event}&t=${hostile}&queueittoken=${hostile}&icr=${hostile}`,
    `/error/connector/sessionstate/?c=${hostile}&e=${hostile}`,
    `/${hostile}/diagnostics/connector/error/?code=${hostile}`,
    `/javascriptqueue/${hostile}/${eventId}/1`,
    `/javascriptqueue/${ids}/${hostile}`,
    `/javascriptqueue/${ids}/1?t=${hostile}&_cval=${hostile}&queueittoken=${hostile}&ver=${hostile}`,
    `/${hostile}/integrationconfig/javascript/queueclientConfig.js`,
    `/cancel/${hostile}/${eventId}`,
    `/cancel/${ids}/${hostile}?r=${hostile}`,
    `/cancel/multiple/${customerId}?wrl=${eventId}~${hostile}_${hostile}&r=${hostile}`,
    `/draw/${ids}/${hostile}`,
    `/draw/${ids}/${hostile}/verify`,
    `/report/${ids}/${hostile}`,
    `/report/${ids}/${"a".repeat(16)}.json?cid=${hostile}`,
    `/line/${ids}/language?report=${hostile}&t=${hostile}`,
    `/assets/logo/${ids}/${hostile}`,
    `/assets/${hostile}`,
    `/staff/${ids}?link=${hostile}`,
    `/api/mobileapp/queue/${hostile}/${eventId}/enqueue`,
  ];
}

/** Its reason is told, nothing was written into its headers, and it leads nowhere else. */
function expectCalm(reply: Reply, asked: string): void {
  expect(reply.status, asked).toBeLessThan(500);
  const cookies = (reply.headers["set-cookie"] ?? []).filter(
    (text) => !/^stanchion[\w-]*_/.test(text),
  );
  expect(cookies, asked).toEqual([]);
  const { location = "/?" } = reply.headers;
  expect(location, asked).toMatch(/^(\/\?|https:\/\/shop\.example\/)/);
  if (reply.status < 400 || reply.body === "") return;
  const told = /"code":"([a-z-]+)"/.exec(reply.body) ?? /<code>([a-z-]+)<\/code>/.exec(reply.body);
  expect(told, asked).not.toBeNull();
}

describe.each(EVENTS)("an event %s", (_name, settings) => {
  test("answers every address, whatever stands in it", async () => {
    const opened = await open(settings);
    const { cookie } = await joinAndWait(opened);
    for (const hostile of HOSTILE) {
      const asked = addressesWith(hostile, opened.settings.eventId).map(async (path) => {
        const headers = { accept: "text/html", "sec-fetch-mode": "navigate", cookie };
        expectCalm(await call("GET", path, { headers }), path);
        expectCalm(await call("GET", path), path);
      });
      await Promise.all(asked);
    }
  });

  test("answers every form, whatever stands in it", async () => {
    const opened = await open(settings);
    const { cookie } = await joinAndWait(opened);
    const forms = HOSTILE.flatMap((hostile) => [
      hostile,
      `joinId=${hostile}&joinId=${id()}`,
      `joinId=${id()}&t=${hostile}`,
      `claim=${hostile}&t=${hostile}`,
      `claim=${id()}&left=${hostile}`,
      `enqueueToken=${hostile}`,
      `code=${hostile}`,
      `link=${hostile}`,
    ]);
    const paths = ["join", "near", "enter"].map((action) => `${opened.base}/${action}`);
    paths.push(`/staff/${customerId}/${opened.settings.eventId}`);
    for (const body of forms) {
      const asked = paths.map(async (path) => {
        const reply = await call("POST", path, { body, headers: { cookie } });
        expectCalm(reply, `${path} ${body}`);
        expectCalm(await call("POST", path, { body }), `${path} ${body}`);
      });
      await Promise.all(asked);
    }
  });
});

test("every program's report is read or refused, whatever stands in it", async () => {
  const { settings } = await open({ activeCap: 5 });
  const ids = `${customerId}/${settings.eventId}`;
  const texts = HOSTILE.map((hostile) => decodeURIComponent(hostile.replace(/%(?!00|0d|0a)/g, "")));
  const bodies = [
    ...["", "[]", "null", "1", '"x"', "{", "[".repeat(50_000), '{"__proto__":{"left":1}}'],
    ...texts.flatMap((text) => {
      const value = JSON.stringify(text);
      return [
        `{"userId":${value},"language":${value},"layoutName":${value},"enqueueToken":${value}}`,
        `{${value}:1}`,
        `{"active":[${value}],"over":${value},"used":[{"e":${value},"q":${value},"h":${value}}]}`,
        `{"left":${value},"slots":${value},"ceiling":${value},"inlet":{"type":${value}}}`,
      ];
    }),
    ...["1e999", "-1", "0.5", "[]", "{}", "true"].map((number) => `{"left":${number}}`),
    ...["1e999", "-1", "0.5", "[]", "{}"].map((number) => `{"slots":${number}}`),
    '{"used":[null,1,[],{}]}',
    '{"inlet":{"type":"periodic"}}',
  ];
  const headers = { "content-type": "application/json", "api-key": "stn_key" };
  const paths = ["activity", "stock", "grants", "inlet"].map((what) => `/status/${what}/${ids}`);
  for (const path of [...paths, `/api/mobileapp/queue/${ids}/enqueue`]) {
    const asked = bodies.map(async (body) => {
      expectCalm(await call("POST", path, { headers, body }), `${path} ${body.slice(0, 80)}`);
    });
    await Promise.all(asked);
  }
});

test.each(["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])(
  "%s is answered everywhere and changes nothing",
  async (method) => {
    const opened = await open();
    const { cookie } = await joinAndWait(opened);
    const paths = [...addressesWith("1", opened.settings.eventId), "*", "http://evil.example/"];
    for (const path of paths) {
      const reply = await call(method, path, { headers: { cookie } });
      expectCalm(reply, `${method} ${path}`);
      if (method === "OPTIONS") expect([400, 403, 404, 405], path).toContain(reply.status);
      else if (method !== "HEAD") expect([404, 405], path).toContain(reply.status);
    }
    const waiting = await call("GET", `${opened.base}/status`, { headers: { cookie } });
    expect(JSON.parse(waiting.body).number).toBe(1);
  },
);

test("made-up, broken and repeated cookies count as none, beside the real one too", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  const name = cookie.split("=")[0];
  const forged = [
    `${name}=`,
    `${name}`,
    `${name}=${"A".repeat(8_000)}`,
    `${name}=${"%".repeat(300)}`,
    `${name}=__proto__; __proto__=1; constructor=2`,
    Array.from({ length: 60 }, () => `${name}=${"x".repeat(200)}`).join("; "),
    "=;=;;;  ;",
  ];
  for (const text of forged) {
    const alone = await call("GET", `${opened.base}/status`, { headers: { cookie: text } });
    expect(JSON.parse(alone.body)).toEqual({ status: "none" });
    const beside = { cookie: `${cookie}; ${text}` };
    const both = await call("GET", `${opened.base}/status`, { headers: beside });
    expect(JSON.parse(both.body).number).toBe(1);
  }
});

/** Sends bytes as they are and gives what comes back until the connection ends. */
function sendBytes(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port(), "127.0.0.1", () => socket.write(text, "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(answer));
  });
}

test("bytes that are no request are refused, and the next one is answered", async () => {
  const opened = await open();
  const head = "host: room.test\r\nconnection: close\r\n";
  const form = `${head}content-type: application/x-www-form-urlencoded\r\n`;
  const join = `POST ${opened.base}/join HTTP/1.1\r\n${form}`;
  const refused = [
    `GET ${opened.page} HTTP/1.1\r\n\r\n`,
    `GET ${opened.page}\u0000 HTTP/1.1\r\n${head}\r\n`,
    `GET ${opened.page}\u00ff\u00fe HTTP/1.1\r\n${head}\r\n`,
    `GET ${opened.page} HTTP/1.1\r\n${head}a b: c\r\n\r\n`,
    `GET ${opened.page} HTTP/1.1\r\n${head}x: \u0000\r\n\r\n`,
    `GET /${"a".repeat(40_000)} HTTP/1.1\r\n${head}\r\n`,
    `${join}content-length: 1\r\ncontent-length: 2\r\n\r\na=b`,
    `${join}content-length: -1\r\n\r\n`,
    `${join}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${join}transfer-encoding: chunked\r\n\r\nZZ\r\n`,
    "\u0016\u0003\u0001\u0002\u0000",
  ];
  for (const text of refused) {
    expect(await sendBytes(text), text.slice(0, 200)).toMatch(/^HTTP\/1\.1 4\d\d /);
  }
  expect((await call("GET", "/health")).body).toBe('{"status":"ok"}');
});
