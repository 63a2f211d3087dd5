import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "@/connectors/src/core";
import { freshSession, visitWith } from "@/connectors/test/conformance/world";
import { type ProxiedSite, startUsualSite } from "./site";

const SESSION = visitWith({ sale: freshSession() }).headers ?? {};
const INSIDE = "the site itself";
/** Where a visitor would like to be judged instead. */
const FREE = {
  "x-forwarded-uri": "/",
  "x-forwarded-host": "free.example",
  "x-original-url": "https://shop.example/",
  "x-original-uri": "/",
  "x-rewrite-url": "/",
};
const forgedAnswer = Buffer.from(JSON.stringify([204, [], ""])).toString("base64url");

/** Sends bytes as they are, and answers what comes back until the connection ends. */
async function sendRaw(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return text(socket);
}

describe.each(["nginx", "caddy", "haproxy", "apache"] as const)("behind %s", (proxy) => {
  let site: ProxiedSite;
  let heard: Readonly<Record<string, unknown>> = {};
  beforeAll(async () => {
    const origin = createServer((request, response) => {
      heard = request.headers;
      response.end(INSIDE);
    });
    site = await startUsualSite(proxy, origin);
  });
  afterAll(() => site.close());

  test.each<[string, Readonly<Record<string, string>>]>([
    ["another address", FREE],
    ["a preflight", { "x-forwarded-method": "OPTIONS", origin: "https://a.example" }],
    ["an answer", { "x-stanchion-answer": forgedAnswer, "x-stanchion-cookie-1": "a=1" }],
    ["a key", { "x-stanchion-key": "guess", "x-stanchion-host": "free.example" }],
    ["hop headers", { connection: "x-forwarded-uri, x-stanchion-key, x-forwarded-method, close" }],
    ["an upgrade", { connection: "upgrade", upgrade: "websocket" }],
  ])("nobody gets in by writing %s", async (_what, headers) => {
    const answer = await site.send("/tickets", { headers });
    expect(answer.body).not.toContain(INSIDE);
    expect(answer.status).toBeGreaterThanOrEqual(300);
    // The same headers are no harm to whoever is in.
    const inside = await site.send("/tickets", { headers: { ...headers, ...SESSION } });
    if (headers["connection"] === undefined) expect(inside.body).toBe(INSIDE);
  });

  test("nobody gets in by a request line that names a host", async () => {
    const at = `http://127.0.0.1:${site.port}/at-host`;
    const lines = ["Host: free.example", "Connection: close"];
    expect(await sendRaw(site.port, [`GET ${at} HTTP/1.1`, ...lines])).not.toContain(INSIDE);
    const own = [
      `Host: 127.0.0.1:${site.port}`,
      "Connection: close",
      `Cookie: ${SESSION["cookie"]}`,
    ];
    expect(await sendRaw(site.port, [`GET ${at} HTTP/1.1`, ...own])).toContain(INSIDE);
  });

  test("the site never sees the key", async () => {
    await site.send("/tickets", { headers: SESSION });
    expect(heard["cookie"]).toContain(sessionCookieName("sale"));
    expect(JSON.stringify(heard)).not.toContain("x-stanchion");
  });

  test("nobody gets in while the connector is down", async () => {
    await site.stopConnector();
    for (const headers of [{}, SESSION]) {
      const answer = await site.send("/tickets", { headers });
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(answer.body).not.toContain(INSIDE);
    }
  });
});
